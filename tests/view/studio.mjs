// SPDX-License-Identifier: BSD-3-Clause
// Drives the page of amphi studio in a headless Chromium: node studio.mjs PLAN, which test_studio_page.py writes.
import * as fs from "node:fs";
import * as path from "node:path";
import { expect, judge, launch, start } from "./browser.mjs";

const plan = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const { process: server, address: promised } = start(plan, "studio", plan.folder);
const address = await promised;

const browser = await launch(plan);
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
page.setDefaultTimeout(Number(process.env.PATIENCE ?? 60_000));
const faults = [];
page.on("pageerror", (error) => faults.push(error.message));
// A refusal that the page asks the user about is logged by the browser itself.
page.on("console", (message) => message.type() === "error" && !/HDF5-DIAG|status of 4\d\d/.test(message.text()) && faults.push(message.text().slice(0, 300)));
page.on("request", (request) => {
  if (!/^(http:\/\/127\.0\.0\.1:|data:|blob:)/.test(request.url())) faults.push(`asks for ${request.url()}`);
});

const text = (selector) => page.locator(selector).first().textContent();
const button = (name) => page.getByRole("button", { name, exact: true });
const answer = (id) => page.locator(`dialog button[data-answer="${id}"]`).click();
const caseFile = (name = "pond") => path.join(plan.folder, name, "case.yaml");
const saved = (name) => fs.readFileSync(caseFile(name), "utf8");

// The whole text of the editor, which shows only what is in sight.
const source = () => page.evaluate(() => document.querySelector(".cm-content").cmTile?.view?.state.doc.toString() ?? document.querySelector(".cm-content").cmView.view.state.doc.toString());
async function write(content) {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(content);
}

// Where a point of the case in 2-D is on the page: the canvas shows the whole domain, with a margin.
async function at(x, y, [width, height] = [2, 1]) {
  const box = await page.locator("#canvas").boundingBox();
  const half = 0.58 * Math.max(height, width / (box.width / box.height));
  const scale = box.height / 2 / half;
  return [box.x + box.width / 2 + scale * (x - width / 2), box.y + box.height / 2 - scale * (y - height / 2)];
}
async function drag(from, to) {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
  await page.mouse.move(...to);
  await page.mouse.up();
}

// Until the view that was chosen is drawn, with what lies over it.
async function drawn() {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done)))));
}

// Until what the text has now is checked, and if it can be run laid.
async function checked(good = true) {
  await page.waitForFunction((wanted) => {
    const state = document.getElementById("check-state");
    if (state.textContent === "checking…" || state.dataset.good !== String(wanted)) return false;
    return !wanted || document.getElementById("canvas").dataset.laid === state.dataset.checked;
  }, good);
}
async function settled(good = true) {
  await page.waitForTimeout(600); // it is checked once the text has been still for a while
  await checked(good);
}

// Until it is said how long a run takes.
async function timed() {
  await page.locator("#messages .fact", { hasText: /^takesabout .* steps at the pace/ }).waitFor();
}

async function make(values) {
  for (const [key, value] of Object.entries(values)) {
    const field = page.locator(`dialog [name="${key}"]`);
    if (key === "from") await field.selectOption(value);
    else await field.fill(value);
  }
  await answer("make");
}

const tests = {
  // A new case, a tank, water, a body, a gauge: checked, run, its results.
  async newcomer() {
    const start = Date.now();
    await page.goto(address);
    await page.locator("dialog [name=z]").waitFor();
    expect(!(await page.locator("dialog [name=y]").isVisible()), "a width is asked for in 2-D");
    await make({ name: "pond", from: "empty2", x: "2", z: "1", dp: "0.04" });
    await page.waitForFunction(() => document.getElementById("case-name").textContent.endsWith("pond/case.yaml"));
    await checked(false);
    expect(/fluids/.test(await text("#messages .error")), await text("#messages .error"));
    expect((await text("#hint")).includes("Tank around all"), `the hint is '${await text("#hint")}'`);
    // The numbers at the edges are where they say, and so is the mouse.
    const ticks = await page.locator("#overlay text.tick").evaluateAll((all) => all.map((one) => [one.textContent, Number(one.getAttribute("x"))]));
    const corner = await page.locator("#canvas").boundingBox();
    for (const [name, x] of [["1.6", 1.6], ["2 x [m]", 2]]) {
      const tick = ticks.find(([told]) => told === name);
      expect(tick && Math.abs(tick[1] + corner.x - (await at(x, 0))[0]) < 1, `${name}: ${JSON.stringify(ticks)}`);
    }
    await page.mouse.move(...(await at(1.21, 0.39)));
    await page.waitForFunction(() => document.getElementById("where").textContent === "x 1.2, y 0.4 m");
    await button("Tank around all").click();
    expect((await text("#hint")) === "", "the hint stays");
    await button("Pour to a level").click();
    await page.mouse.click(...(await at(0.5, 0.6)));
    await settled();
    await button("Floating box").click();
    await drag(await at(0.8, 0.48), await at(1.2, 0.8));
    await button("Water height").click();
    await page.mouse.click(...(await at(0.4, 0.3)));
    await button("Motion of a body").click();
    await settled();
    const made = await source();
    for (const line of [
      "walls:\n  - name: tank\n    shapes:\n      - {add: box, low: [0, 0], high: [2, 1], fill: shell-outside, open: [+y]}\n",
      "fluids:\n  - name: water\n    shapes:\n      - {add: box, low: [0, 0], high: [2, 0.6]}\n",
      "  - name: body\n    shapes:\n      - {add: box, low: [0.8, 0.48], high: [1.2, 0.8]}\n    body: {density: 500}\n",
      "gauges:\n  - {name: H1, type: height, at: [0.4], interval: 0.01}\n  - {name: body-motion, type: body, on: body, interval: 0.01}",
    ])
      expect(made.includes(line), `without\n${line}:\n${made}`);
    expect(made.includes("dp: 0.04                     # particle spacing, m"), `a comment is lost:\n${made}`);
    const particles = Number(/ {2}particles +(\d+)/.exec(plan.check)[1]);
    expect(Number(await page.locator("#canvas").getAttribute("data-particles")) === particles, `${await text("#count")}, check says ${particles}`);
    await timed();
    expect((await page.locator("#messages p").allTextContents()).some((line) => /^diskabout .* snapshots/.test(line)), "no disk is said");
    await page.screenshot({ path: plan.picture });
    await write((await source()).replace("end: 2 ", "end: 0.2 "));
    await settled();
    await button("Run").click();
    await page.waitForFunction(() => document.getElementById("run-state").dataset.status === "0");
    expect((await text("#run-state")).startsWith("Finished"), await text("#run-state"));
    expect(saved() === (await source()), "what was run is not what is on the disk");
    expect(Number(await page.locator("#plot").getAttribute("data-samples")) > 10, "no samples of the gauge");
    const [results] = await Promise.all([page.waitForEvent("popup"), page.locator("#results").click()]);
    await results.waitForFunction(() => document.getElementById("canvas").dataset.shown !== undefined);
    expect((await results.locator("#gauge option").allTextContents()).includes("H1 [m]"), "the results have no gauge");
    await results.close();
    console.log(`a newcomer's floating box: ${((Date.now() - start) / 1000).toFixed(0)} s of clicks and runs`);
  },
  // What is dragged goes into the text at once, snapped; one drag is one step to undo.
  async drags() {
    const before = await source();
    await page.mouse.click(...(await at(0.8, 0.65))); // the edge of the body
    await page.waitForFunction(() => document.getElementById("chosen").textContent.includes("body: body, box"));
    await drag(await at(1.2, 0.8), await at(1.33, 0.8));
    expect((await source()).includes("{add: box, low: [0.8, 0.48], high: [1.32, 0.8]}"), await source());
    await drag(await at(1.06, 0.64), await at(1.06, 0.76));
    expect((await source()).includes("{add: box, low: [0.8, 0.6], high: [1.32, 0.92]}"), await source());
    await button("Undo").click();
    await button("Undo").click();
    expect((await source()) === before, `not undone:\n${await source()}`);
    await button("Redo").click();
    expect((await source()).includes("high: [1.32, 0.8]"), "not done again");
    await button("Undo").click();
    await page.locator("#chosen label", { hasText: "body density" }).locator("input").fill("700");
    await page.keyboard.press("Enter");
    expect((await source()).includes("body: {density: 700}"), await source());
    await button("Undo").click();
    await button("Delete").click();
    expect(!(await source()).includes("name: body\n"), "it is still there");
    await settled(false);
    expect(/line \d+gauges.*'body'/.test(await text("#messages .error")), await text("#messages .error"));
    await button("Undo").click();
    expect((await source()) === before, "not undone");
  },
  // Keys that a thing or the case lacks are added where they suit it, and then typed; a body is turned by its handle.
  async keys() {
    const before = await source();
    const typed = (label) => page.locator("#chosen label", { hasText: new RegExp(`^${label} $`) }).locator("input");
    await page.mouse.click(...(await at(1, 0.98)));
    await page.waitForFunction(() => document.getElementById("chosen").textContent.startsWith("The case"));
    await typed("dp").fill("0.05");
    await typed("dp").press("Enter");
    expect((await source()).includes("dp: 0.05                     # particle"), await source());
    await button("Undo").click();
    const more = page.locator("#chosen .more");
    await more.fill("material.density");
    await more.press("Enter");
    expect((await source()).endsWith("material: {density: 1000}\n"), await source());
    await button("Undo").click();
    await page.mouse.click(...(await at(0.8, 0.65)));
    await page.waitForFunction(() => document.getElementById("chosen").textContent.includes("body: body, box"));
    const offered = await page.locator("#chosen datalist").first().locator("option").evaluateAll((all) => all.map((one) => one.value));
    expect(["bevel", "turn", "fill"].every((key) => offered.includes(key)) && !["centre", "layers", "radius", "cut", "low"].some((key) => offered.includes(key)), `offered: ${offered}`);
    await more.first().fill("bevel");
    await more.first().press("Enter");
    await typed("bevel").fill("0.08");
    await typed("bevel").press("Enter");
    await more.nth(1).fill("body.velocity");
    await more.nth(1).press("Enter");
    await typed("body velocity y").fill("-1");
    await typed("body velocity y").press("Enter");
    await settled();
    expect((await source()).includes("high: [1.2, 0.8], bevel: 0.08}\n    body: {density: 500, velocity: [0, -1]}"), await source());
    const handle = await page.locator(".handle.turn").boundingBox();
    const middle = await at(1, 0.64);
    await drag([handle.x + handle.width / 2, handle.y + handle.height / 2], [middle[0] - 80, middle[1] - 80]);
    expect((await source()).includes("bevel: 0.08, turn: 45}"), await source());
    await settled();
    const box = await page.locator("path.outline.body").boundingBox();
    expect(Math.abs(box.width / box.height - 1) < 0.03, `the outline of what is turned by 45 degrees is ${box.width} x ${box.height}`);
    await write(before);
    await settled();
  },
  // The text goes to the canvas; help, words and messages at their places.
  async text() {
    const before = await source();
    await write(before.replace("high: [1.2, 0.8]", "high: [1.6, 0.8]"));
    await settled();
    const box = await page.locator("path.outline.body").boundingBox();
    expect(Math.abs(box.width / box.height - 0.8 / 0.32) < 0.15, `the outline is ${box.width} x ${box.height}`);
    await write(before.replace("dp: 0.04", "dq: 0.04"));
    await checked(false);
    const line = before.split("\n").findIndex((one) => one.startsWith("dp")) + 1;
    expect((await text("#messages .error")).startsWith(`line ${line}dq: unknown key`), await text("#messages .error"));
    expect((await page.locator(".cm-lint-marker-error").count()) === 1, "no mark at the line");
    await write(`${before}\nscheme: `);
    await page.keyboard.press("Control+Space");
    await page.locator(".cm-tooltip-autocomplete li").first().waitFor();
    const words = await page.locator(".cm-tooltip-autocomplete li").allTextContents();
    expect(["standard", "classic"].every((word) => words.includes(word)), `words ${words}`);
    await page.keyboard.press("Escape");
    await write(`${before}\nmaterial:\n  spee`);
    await page.keyboard.press("Control+Space");
    await page.locator(".cm-tooltip-autocomplete li").first().waitFor();
    const keys = await page.locator(".cm-tooltip-autocomplete li").allTextContents();
    expect(keys.includes("speed_of_sound"), `keys ${keys}`);
    await page.keyboard.press("Escape");
    await write(before);
    await settled();
    await page.keyboard.press("Control+Home");
    await page.locator(".cm-line", { hasText: "dp: 0.04" }).hover({ position: { x: 5, y: 8 } });
    await page.locator(".help").waitFor();
    expect((await text(".help")).includes("Initial particle spacing"), await text(".help"));
    await page.mouse.move(5, 400);
  },
  // Leaks are marked where they are.
  async leak() {
    const before = await source();
    await write(before.replace("fill: shell-outside, open: [+y]", "fill: shell-outside, open: [+x, +y]"));
    await settled();
    expect((await page.locator("#messages .warning").allTextContents()).some((line) => /^leak.*face \+x/.test(line)), "no leak is said");
    const leaks = page.locator(".mark").filter({ has: page.locator("title", { hasText: /^leak/ }) });
    const mark = await leaks.first().boundingBox();
    const [x] = await at(2, 0);
    expect(Math.abs(mark.x + mark.width / 2 - x) < 20, `the mark is at ${mark.x}, the face at ${x}`);
    await write(before);
    await settled();
    expect((await leaks.count()) === 0, "the mark stays");
  },
  // Changes that overtake checks and particles that are being laid: the last one is what is shown.
  async hurry() {
    const before = await source();
    for (let k = 0; k < 8; k++) {
      await write(before.replace("high: [1.2, 0.8]", `high: [${(1.24 + 0.04 * k).toFixed(2)}, 0.8]`));
      await page.waitForTimeout(400 + 90 * k);
    }
    await settled();
    const body = await page.locator("#messages .fact", { has: page.locator(".label", { hasText: /^body$/ }), hasText: "(wall)" }).textContent();
    expect(body === "body144 (wall)", `${body}, of 18 x 8 particles`);
    await write(before);
    await settled();
    expect(Number(await page.locator("#canvas").getAttribute("data-particles")) === Number(/ {2}particles +(\d+)/.exec(plan.check)[1]), await text("#count"));
  },
  // A run that is stopped goes on; an earlier one is not replaced unasked.
  async stop() {
    await write((await source()).replace("end: 0.2 ", "end: 2000 "));
    await settled();
    await button("Run").click();
    await page.locator("dialog").getByText("holds an earlier run").waitFor();
    await answer("replace");
    await page.waitForFunction(() => document.getElementById("run-state").dataset.status === "runs");
    await page.waitForFunction(() => Number(document.getElementById("plot").dataset.samples) > 5);
    await button("Stop").click();
    await page.waitForFunction(() => document.getElementById("run-state").dataset.status === "143");
    expect((await text("#run-state")).startsWith("Stopped"), await text("#run-state"));
    const first = JSON.parse(fs.readFileSync(path.join(plan.folder, "pond/out/summary.json"), "utf8"));
    await write((await source()).replace("end: 2000 ", `end: ${(first.time + 0.05).toFixed(3)} `));
    await settled();
    await button("Go on").click();
    await page.waitForFunction(() => document.getElementById("run-state").dataset.status === "0");
    const second = JSON.parse(fs.readFileSync(path.join(plan.folder, "pond/out/summary.json"), "utf8"));
    expect(second.time >= first.time + 0.049 && second.steps > first.steps, `from ${first.time} to ${second.time}`);
  },
  // A file that another program changed is not overwritten without a word.
  async changed() {
    const mine = (await source()).replace("density: 500", "density: 600");
    const theirs = `${saved()}# by another program\n`;
    await write(mine);
    fs.writeFileSync(caseFile(), theirs);
    await button("Save").click();
    await page.locator("dialog").getByText("was changed by another program").waitFor();
    expect(saved() === theirs, "overwritten before the answer");
    await page.locator("dialog").getByRole("button", { name: "Cancel" }).click();
    expect(saved() === theirs && (await text("#saved")) === "not saved", "overwritten after Cancel");
    await button("Save").click();
    await answer("mine");
    await page.waitForFunction(() => document.getElementById("saved").textContent === "saved");
    expect(saved() === mine, "not written over it");
  },
  // Text that would be HTML stays text.
  async hostile() {
    const before = await source();
    const evil = "<img src=x onerror=document.title=7><script>document.title=7</script>";
    await write(`${before.replace("name: body\n", `name: '${evil}'\n`)}'${evil}': 1\n`);
    await settled(false);
    expect((await text("#messages")).includes("<img"), "the message does not name it");
    expect((await page.locator("img:not(#film-shown)").count()) === 0 && (await page.title()) !== "7", "it became HTML");
    expect((await page.locator("#messages script, #chosen script, #overlay script").count()) === 0, "a script");
    await write(before);
    await settled();
  },
  // What cannot be read is said in words, and the canvas waits.
  async broken() {
    const before = await source();
    await write(before.replace("domain:", "domain: ["));
    await page.locator("#messages .error").first().waitFor();
    await button("Tank around all").click();
    expect((await text("#notice")).includes("mend the line"), await text("#notice"));
    await write(before);
    await settled();
  },
  // Each button adds something that a check takes.
  async parts() {
    await button("New case…").click();
    await make({ name: "flume", from: "empty2", x: "6", z: "1", dp: "0.025" });
    await page.waitForFunction(() => document.getElementById("case-name").textContent.endsWith("flume/case.yaml"));
    const size = [6, 1];
    await button("Tank around all").click();
    await button("Polygon").click();
    for (const corner of [[4, 0], [6, 0], [6, 0.5]]) await page.mouse.click(...(await at(...corner, size)));
    await page.keyboard.press("Enter");
    await button("Pour to a level").click();
    await page.mouse.click(...(await at(2, 0.4, size)));
    await button("Paddle for waves").click();
    await settled();
    const made = await source();
    expect(made.includes("- {add: polygon, vertices: [[4, 0], [6, 0], [6, 0.5]]}") && /low: \[0\.25, 0\], high: \[6, 0\.4\]/.test(made), made);
    expect((await page.locator("path.outline.mover").count()) === 1 && /^waves/.test((await page.locator("#messages .fact", { hasText: "paddle: a piston" }).textContent())), "no paddle");
    await button("Disc").click();
    await page.keyboard.press("Escape");
    expect((await source()) === made, "Escape adds something");
    await page.locator("#save").click();
    await button("New case…").click();
    await make({ name: "river", from: "empty2", x: "2", z: "1", dp: "0.05" });
    await page.waitForFunction(() => document.getElementById("case-name").textContent.endsWith("river/case.yaml"));
    await button("Box of water").click();
    await drag(await at(0.4, 0), await at(1.6, 0.5));
    await button("Inlet").click();
    await button("Outlet").click();
    await button("Pressure").click();
    await page.mouse.click(...(await at(1, 0.1)));
    await button("Disc of water").click();
    await drag(await at(1, 0.8), await at(1.1, 0.8));
    await settled();
    for (const told of ["inlet: 20 squares", "outlet: 20 squares", "P1: pressure at (1, 0.1, 0)"]) expect((await text("#messages")).includes(told), `no '${told}': ${await text("#messages")}`);
    expect((await source()).includes("      - {add: box, low: [0.4, 0], high: [1.6, 0.5]}\n      - {add: sphere, centre: [1, 0.8], radius: 0.1}\n"), await source());
    await page.locator("#save").click();
    await page.waitForFunction(() => document.getElementById("saved").textContent === "saved");
  },
  // Joints, lines and zones go between places and bodies; they have handles, and a check takes them.
  async held() {
    await button("New case…").click();
    await make({ name: "moored", from: "empty2", x: "4", z: "1", dp: "0.04" });
    await page.waitForFunction(() => document.getElementById("case-name").textContent.endsWith("moored/case.yaml"));
    const size = [4, 1];
    await button("Tank around all").click();
    await button("Pour to a level").click();
    await page.mouse.click(...(await at(2, 0.6, size)));
    await button("Hinge").click();
    await page.mouse.click(...(await at(2, 0.6, size)));
    expect((await text("#notice")).includes("there is no body yet"), await text("#notice"));
    await button("Floating box").click();
    await drag(await at(1.6, 0.48, size), await at(2.2, 0.72, size));
    const bare = await source();
    await button("Spring").click();
    await drag(await at(0.2, 0.8, size), await at(1.6, 0.6, size));
    await button("Cable").click();
    await drag(await at(2.2, 0.48, size), await at(3, 0, size));
    await button("Waves die away").click();
    await drag(await at(3.2, 0.4, size), await at(4, 0.44, size));
    await button("Waves come in").click();
    await drag(await at(0, 0.2, size), await at(1, 0.24, size));
    await settled();
    const made = await source();
    for (const line of [
      "joints:\n  - {name: spring, type: spring, of: body, at: [1.6, 0.6], to: [0.2, 0.8], stiffness: 100}\n",
      "cables:\n  - {name: cable, from: [3, 0], to: [2.2, 0.48], to_on: body, length: 0.9796, mass: 1, diameter: 0.02, stiffness: 10000}\n",
      "damping_zones:\n  - {name: absorber, from: [3.2, 0.4], to: [4, 0.4]}\n",
      "relaxation_zones:\n  - {name: sea, from: [0, 0], to: [1, 0], ramp: 1.4, waves: {type: regular, order: 2, depth: 0.6, height: 0.15, period: 1.4}}",
    ])
      expect(made.includes(line), `without\n${line}:\n${made}`);
    expect((await page.locator("path.outline.line").count()) === 1 && (await page.locator("path.outline.zone").count()) === 2 && (await page.locator("path.outline.joint").count()) === 1, "not drawn");
    // Words are chosen, numbers typed, with what the reference says of them.
    const period = page.locator("#chosen label", { hasText: /^waves period/ });
    expect((await period.getAttribute("title")).includes("Period"), await period.getAttribute("title"));
    await page.locator("#chosen label", { hasText: /^waves order/ }).locator("input").fill("1");
    await page.keyboard.press("Enter");
    expect((await source()).includes("order: 1, depth"), await source());
    // The end of the cable goes with the mouse.
    await page.mouse.click(...(await at(2.6, 0.24, size)));
    await page.waitForFunction(() => document.getElementById("chosen").textContent.includes("cable: line, cable"));
    await drag(await at(3, 0, size), await at(3.2, 0.04, size));
    expect((await source()).includes("from: [3.2, 0.04], to: [2.2, 0.48]"), await source());
    for (let k = 0; k < 6; k++) await button("Undo").click();
    expect((await source()) === bare, `not undone:\n${await source()}`);
    await button("Hinge").click();
    await page.mouse.click(...(await at(1.8, 0.6, size)));
    await button("Box of lighter liquid").click();
    await drag(await at(2.6, 0.6, size), await at(4, 0.8, size));
    await settled();
    const oily = await source();
    for (const line of ["joints:\n  - {name: hinge, type: hinge, of: body, at: [1.8, 0.6]}\n", "phases:\n  - {name: oil, density: 850, speed_of_sound: 48}\n", "  - name: oil\n    phase: oil\n    shapes:\n      - {add: box, low: [2.6, 0.6], high: [4, 0.8]}\n", "formulation: volume\nboundary: {model: dummy}"])
      expect(oily.includes(line), `without\n${line}:\n${oily}`);
    await button("Undo").click();
    await button("Undo").click();
    expect((await source()) === bare, `not undone:\n${await source()}`);
    await page.locator("#save").click();
    await page.waitForFunction(() => document.getElementById("saved").textContent === "saved");
  },
  // As dark as the system is, the drawing and the text too.
  async dark() {
    const light = (text) => text.match(/[\d.]+/g).slice(0, 3).map(Number);
    for (const scheme of ["dark", "light"]) {
      await page.emulateMedia({ colorScheme: scheme });
      await drawn();
      const [back, ink, key] = await page.evaluate(() => {
        const context = new OffscreenCanvas(8, 8).getContext("2d");
        context.drawImage(document.getElementById("canvas"), 0, 0, 8, 8, 0, 0, 8, 8);
        const of = (name) => getComputedStyle(document.querySelector(name)).color;
        return [context.getImageData(1, 1, 1, 1).data.join(" "), of("#messages"), of(".cm-content .cm-line span")];
      });
      const [dark, bright] = scheme === "dark" ? [[back], [ink, key]] : [[ink, key], [back]];
      expect(dark.every((one) => Math.min(...light(one)) < 60) && bright.every((one) => Math.max(...light(one)) > 170), `${scheme}: canvas ${back}, messages ${ink}, keys ${key}`);
    }
  },
  // In 3-D corners that are clicked on the front go through to the back, or are turned about the middle.
  async profiles() {
    await button("New case…").click();
    await make({ name: "shore", from: "empty3", x: "2", y: "0.8", z: "0.8", dp: "0.04" });
    await page.waitForFunction(() => document.getElementById("case-name").textContent.endsWith("shore/case.yaml"));
    await button("Tank around all").click();
    const front = async (x, z) => {
      const box = await page.locator("#canvas").boundingBox();
      const ticks = await page.locator("#overlay text.tick").evaluateAll((all) => all.map((one) => [one.textContent, Number(one.getAttribute("x")), Number(one.getAttribute("y"))]));
      const [x0, x2, top] = [["0", box.x], ["2 x [m]", box.x], ["0.8 z [m]", box.y]].map(([name, from], k) => from + ticks.find(([told]) => told === name)[k < 2 ? 1 : 2]);
      return [x0 + (x / 2) * (x2 - x0), top + ((0.8 - z) / 2) * (x2 - x0)];
    };
    await button("Polygon").click();
    await drawn();
    for (const corner of [[1.2, 0], [2, 0], [2, 0.4]]) await page.mouse.click(...(await front(...corner)));
    await page.keyboard.press("Enter");
    expect((await source()).includes("- {add: extrusion, vertices: [[1.2, 0], [2, 0], [2, 0.4]], along: y, from: 0, to: 0.8}"), await source());
    await button("Pour to a level").click();
    await button("Floating turned profile").click();
    await drawn();
    for (const corner of [[1, 0.12], [1.12, 0.12], [1.12, 0.4], [1, 0.4]]) await page.mouse.click(...(await front(...corner)));
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.getElementById("hint").textContent === "");
    expect((await source()).includes("- {add: revolution, vertices: [[0, 0.12], [0.12, 0.12], [0.12, 0.4], [0, 0.4]], along: z, move: [1, 0.4, 0]}\n    body: {density: 500}"), await source());
    await settled();
    // What is laid is as large as what was drawn, and its outline is around it.
    const count = (label) => page.locator("#messages .fact", { has: page.locator(".label", { hasText: new RegExp(`^${label}$`) }), hasText: "(wall)" }).textContent();
    for (const [label, volume] of [["wall", 0.5 * 0.8 * 0.4 * 0.8], ["body", Math.PI * 0.12 ** 2 * 0.28]]) {
      const laid = Number(/\d+/.exec((await count(label)).replace(label, ""))[0]) * 0.04 ** 3;
      expect(Math.abs(laid / volume - 1) < 0.12, `${label}: ${laid} m^3, of ${volume}`);
    }
    await button("Top").click();
    await drawn();
    const [body, tank] = [await page.locator("path.outline.body").boundingBox(), await page.locator("path.outline.wall").first().boundingBox()];
    expect(Math.abs(body.x + body.width / 2 - tank.x - tank.width / 2) < 5 && Math.abs(body.width / body.height - 1) < 0.1, `the outline is ${JSON.stringify(body)} in ${JSON.stringify(tank)}`);
    await button("Whole").click();
    await drawn();
    const arrow = await page.locator(".handle.move.axis0").first().boundingBox();
    await drag([arrow.x + 7, arrow.y + 7], [arrow.x - 60, arrow.y - 5]);
    const moved = /move: \[([\d.]+), 0.4, 0\]/.exec(await source());
    expect(moved && Number(moved[1]) < 0.95, await source());
    await page.locator("#save").click();
    await page.waitForFunction(() => document.getElementById("saved").textContent === "saved");
  },
  // In 3-D: a file of triangles in millimetres, handles along axes.
  async solid() {
    await button("New case…").click();
    await make({ name: "basin", from: "empty3", x: "1", y: "0.5", z: "0.5", dp: "0.05" });
    await page.waitForFunction(() => document.getElementById("case-name").textContent.endsWith("basin/case.yaml"));
    await button("Tank around all").click();
    await button("Pour to a level").click();
    await page.locator("#upload").setInputFiles({ name: "hull in mm.stl", mimeType: "model/stl", buffer: Buffer.from(plan.hull, "base64") });
    await page.locator("dialog").getByText("In which unit").waitFor();
    expect((await page.locator("dialog [name=unit]").inputValue()) === "0.001", "it does not propose millimetres");
    await answer("use");
    await page.waitForFunction(() => document.querySelector(".cm-content").textContent.includes("hull_in_mm.stl"));
    await button("Water height").click();
    await settled();
    expect((await source()).includes("{add: surface, file: hull_in_mm.stl, scale: 0.001"), await source());
    expect((await text("#messages")).includes("hull_in_mm"), await text("#messages"));
    expect(fs.readFileSync(path.join(plan.folder, "basin/hull_in_mm.stl")).equals(Buffer.from(plan.hull, "base64")), "another file was written");
    // What the file says is outlined where it is, can be chosen, and goes with its handle.
    const hull = page.locator("path.hit", { has: page.locator("title", { hasText: /^hull_in_mm/ }) });
    const sees = async () => (await hull.getAttribute("d")).match(/[\d.]+/g).map(Number).filter((_, k) => k % 2 === 0);
    const [first, tank] = [await sees(), await page.locator("path.outline.wall").first().boundingBox()];
    const wide = Math.max(...first) - Math.min(...first);
    expect(wide > 0.15 * tank.width && wide < 0.6 * tank.width, `a hull of 0.3 m is outlined ${wide} wide in a tank of 1 m that is ${tank.width}`);
    await hull.evaluate((one) => one.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true })));
    await page.waitForFunction(() => document.getElementById("chosen").textContent.includes("hull_in_mm: wall, surface"));
    const grip = await page.locator(".handle.move.axis0").boundingBox();
    await drag([grip.x + 7, grip.y + 7], [grip.x + 87, grip.y + 25]);
    const shifted = await sees();
    expect(Math.min(...shifted) > Math.min(...first) + 30 && /scale: 0.001, move: \[0\.[1-9]/.test(await source()), `${first} became ${shifted}: ${await source()}`);
    await button("Undo").click();
    await settled();
    // Walls at rest are left out, or the water would not be seen.
    const blue = () =>
      page.evaluate(() => {
        const small = new OffscreenCanvas(200, 150).getContext("2d");
        small.drawImage(document.getElementById("canvas"), 0, 0, 200, 150);
        const { data } = small.getImageData(0, 0, 200, 150);
        let count = 0;
        for (let i = 0; i < data.length; i += 4) if (data[i + 2] > data[i] + 60) count++;
        return count;
      });
    const seen = await blue();
    await page.locator("#walls").check();
    await page.waitForTimeout(300);
    expect(seen > 800 && (await blue()) < seen / 2, `${seen} blue pixels, ${await blue()} with walls`);
    // A handle goes along its axis.
    await page.locator(".spot.gauge").first().evaluate((one) => one.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true })));
    await page.locator("#chosen label", { hasText: /^at x/ }).waitFor();
    const [before, handle] = [await source(), await page.locator(".handle.axis0").first().boundingBox()];
    await drag([handle.x + 7, handle.y + 7], [handle.x + 80, handle.y + 30]);
    const moved = /type: height, at: \[([\d.]+), ([\d.]+)\]/.exec(await source());
    const was = /type: height, at: \[([\d.]+), ([\d.]+)\]/.exec(before);
    expect(Number(moved[1]) !== Number(was[1]) && moved[2] === was[2], `${was[0]} became ${moved[0]}`);
    await page.locator("#save").click();
    await page.waitForFunction(() => document.getElementById("saved").textContent === "saved");
  },
};

// What a newcomer is asked to do, by clicks and typing alone: TASKS=1, with ONLY some of them, in place of the tests.
const seen = (name) => page.screenshot({ path: path.join(plan.work, `${name}.png`) });
async function fresh(values, ready = false) {
  await page.goto(address);
  await page.waitForFunction(() => document.querySelector("dialog[open]") || document.getElementById("case-name").textContent !== "no case");
  if (await page.locator("dialog button[data-answer=new]").count()) await answer("new");
  else if (!(await page.locator("dialog [name=dp]").count())) await button("New case…").click();
  await make(values);
  await page.waitForFunction((wanted) => document.getElementById("case-name").textContent.endsWith(`${wanted}/case.yaml`), values.name);
  await checked(ready);
}
async function runs(most) {
  await button("Run").click();
  await page.waitForFunction(() => !["", "runs"].includes(document.getElementById("run-state").dataset.status), undefined, { timeout: most });
  expect((await text("#run-state")).startsWith("Finished"), await text("#run-state"));
}
async function end(seconds) {
  await write((await source()).replace(/^end: \S+/m, `end: ${seconds}`));
}
const tasks = {
  // A flume with a paddle, a beach and a caisson that water meets.
  async flume() {
    const size = [8, 1];
    await fresh({ name: "flume", from: "empty2", x: "8", z: "1", dp: "0.02" });
    await button("Tank around all").click();
    await button("Polygon").click();
    for (const corner of [[5, 0], [8, 0], [8, 0.6]]) await page.mouse.click(...(await at(...corner, size)));
    await page.keyboard.press("Enter");
    await page.locator(".cm-content").waitFor();
    await button("Box").click();
    await drag(await at(4, 0, size), await at(4.4, 0.6, size));
    await button("Pour to a level").click();
    await page.mouse.click(...(await at(2, 0.4, size)));
    await button("Paddle for waves").click();
    await button("Pressure").click();
    await page.mouse.click(...(await at(4, 0.2, size)));
    await button("Water height").click();
    await page.mouse.click(...(await at(2, 0.3, size)));
    await end(1);
    await settled();
    expect((await source()).includes("on: wall2, at: [4, 0.2]"), await source());
    await timed();
    await seen("flume");
    await runs(300_000);
    expect(Number(await page.locator("#plot").getAttribute("data-samples")) > 10, "no gauge");
    console.log(`${(await page.locator("#messages .warning").allTextContents()).length} things to look at: ${(await page.locator("#messages .warning").allTextContents()).join(" | ")}`);
  },
  // A hull from a file of triangles floats, and says how.
  async hull() {
    await fresh({ name: "ship", from: "empty3", x: "1.2", y: "0.8", z: "0.6", dp: "0.04" });
    await button("Tank around all").click();
    await button("Pour to a level").click();
    const [choice] = await Promise.all([page.waitForEvent("filechooser"), button("Floating file of triangles…").click()]);
    await choice.setFiles({ name: "hull.stl", mimeType: "model/stl", buffer: Buffer.from(plan.hull, "base64") });
    await page.locator("dialog").getByText("In which unit").waitFor();
    await answer("use");
    await page.waitForFunction(() => document.querySelector(".cm-content").textContent.includes("hull.stl"));
    await button("Motion of a body").click();
    await end(0.2);
    await settled();
    expect(/body +hull: .*draught/s.test((await page.locator("#messages p").allTextContents()).join("\n").replace("bodyhull", "body hull")), await text("#messages"));
    await timed();
    await seen("hull");
    await runs(300_000);
    console.log((await page.locator("#messages .fact", { hasText: "draught" }).first().textContent()).slice(0, 90));
  },
  // The same case at two spacings, side by side.
  async spacings() {
    await fresh({ name: "twice", from: "small" }, true);
    await end(0.3);
    await settled();
    await runs(120_000);
    const dp = Number(/^dp: (\S+)/m.exec(await source())[1]);
    await write((await source()).replace(/^dp: \S+/m, `dp: ${dp / 2}`));
    await page.locator("#output").fill("fine");
    await settled();
    await runs(300_000);
    await page.locator("#other").selectOption("out");
    const [results] = await Promise.all([page.waitForEvent("popup"), page.locator("#results").click()]);
    await results.waitForFunction(() => document.querySelectorAll("#panes > *").length === 2 && document.getElementById("canvas").dataset.shown !== undefined);
    await results.waitForTimeout(1000);
    await results.screenshot({ path: path.join(plan.work, "spacings.png") });
    await results.close();
    console.log(`dp ${dp} and ${dp / 2} m`);
  },
  // A film of a floating body in waves.
  async film() {
    const size = [6, 1];
    await fresh({ name: "boat", from: "empty2", x: "6", z: "1", dp: "0.025" });
    await button("Tank around all").click();
    await button("Pour to a level").click();
    await page.mouse.click(...(await at(2, 0.5, size)));
    await button("Paddle for waves").click();
    await button("Floating box").click();
    await drag(await at(2.6, 0.4, size), await at(3.2, 0.6, size));
    await button("Waves die away").click();
    await drag(await at(4.4, 0.4, size), await at(6, 0.4, size));
    await button("Motion of a body").click();
    await end(4);
    await settled();
    await seen("boat");
    await runs(500_000);
    await button("Make a film").click();
    await page.locator("#film-shown").waitFor({ timeout: 120_000 });
    await page.waitForFunction(() => document.getElementById("film-shown").naturalWidth > 100);
    await page.locator("#film-shown").scrollIntoViewIfNeeded();
    await seen("film");
    const [saved] = await Promise.all([page.waitForEvent("download"), page.locator("#film-saved").click()]);
    console.log(`${saved.suggestedFilename()}, ${fs.statSync(path.join(plan.folder, "boat/out/film.webp")).size} bytes`);
  },
};

// ONLY=newcomer,... : newcomer makes the case of the rest.
const failed = await judge(process.env.TASKS ? tasks : tests, page, faults, plan.work);
await browser.close();
server.kill("SIGINT");
await new Promise((resolve) => server.once("exit", resolve));
process.exit(failed ? 1 : 0);

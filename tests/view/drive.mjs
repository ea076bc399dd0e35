// SPDX-License-Identifier: BSD-3-Clause
// Drives the page of amphi view in a headless Chromium: node drive.mjs PLAN, which test_page.py writes.
import * as fs from "node:fs";
import * as path from "node:path";
import { expect, judge, launch, start } from "./browser.mjs";
import { sights } from "./sights.mjs";

const plan = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));

const servers = [];
async function serve(...folders) {
  const server = start(plan, "view", ...folders);
  servers.push(server.process);
  return server.address;
}

const browser = await launch(plan);
const page = await browser.newPage({ viewport: { width: 800, height: 560 } });
page.setDefaultTimeout(60_000);
const faults = [];
page.on("pageerror", (error) => faults.push(error.message));
page.on("console", (message) => message.type() === "error" && !message.text().startsWith("HDF5-DIAG") && faults.push(message.text().slice(0, 300)));
page.on("request", (request) => {
  if (!/^(http:\/\/127\.0\.0\.1:|data:|blob:)/.test(request.url())) faults.push(`asks for ${request.url()}`);
});

// Wait until snapshot `index` is shown and drawn.
async function shown(index) {
  await page.waitForFunction((at) => document.getElementById("canvas").dataset.shown === at, String(index));
  await settle();
}
async function settle() {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50)))));
}
async function slide(index) {
  await page.locator("#time").fill(String(index));
  await shown(index);
}
async function show(...folders) {
  await page.goto(await serve(...folders));
  await page.waitForFunction(() => document.getElementById("canvas").dataset.shown !== undefined);
  await slide(0);
}
// The canvas as it is, made small, or one pixel of that: red, green, blue of each.
function pixels(width, height, x = -1, y = -1) {
  return page.evaluate(
    ([w, h, x, y]) => {
      const small = new OffscreenCanvas(w, h).getContext("2d");
      small.drawImage(document.getElementById("canvas"), 0, 0, w, h);
      const image = x < 0 ? small.getImageData(0, 0, w, h) : small.getImageData(x, y, 1, 1);
      return Array.from(image.data).filter((_, i) => i % 4 < 3);
    },
    [width, height, x, y],
  );
}
// Where a pixel has much colour.
function bright(width, height) {
  return page.evaluate(
    ([w, h]) => {
      const context = new OffscreenCanvas(w, h).getContext("2d");
      context.drawImage(document.getElementById("canvas"), 0, 0, w, h);
      const { data } = context.getImageData(0, 0, w, h);
      const found = [];
      for (let i = 0; i < data.length; i += 4)
        if (Math.max(data[i], data[i + 1], data[i + 2]) - Math.min(data[i], data[i + 1], data[i + 2]) > 60) found.push([(i / 4) % w, Math.floor(i / 4 / w)]);
      return found;
    },
    [width, height],
  );
}
const W = 120;
const H = 100;
const look = () => pixels(W, H);
function coloured(image) {
  let count = 0;
  for (let i = 0; i < image.length; i += 3) if (Math.max(...image.slice(i, i + 3)) - Math.min(...image.slice(i, i + 3)) > 30) count++;
  return count;
}
function apart(a, b) {
  return a.reduce((sum, value, i) => sum + Math.abs(value - b[i]), 0) / a.length;
}
const text = (selector) => page.locator(selector).first().textContent();

const tests = {
  async open() {
    await page.goto(await serve(plan.a));
    await shown(plan.times.length - 1); // what is newest
    expect(await page.locator("#follow").isChecked(), "it does not follow");
    expect((await page.title()) === `amphi: ${plan.a}`, await page.title());
    expect((await text(".note")) === `${plan.count} particles`, await text(".note"));
    expect(coloured(await look()) > 100, "no particles are to be seen");
    const fields = await page.locator("#field option").allTextContents();
    for (const name of ["|velocity|", "pressure", "density"]) expect(fields.includes(name), `${name} is not in ${fields}`);
  },
  async slide() {
    await slide(0);
    const before = await look();
    await slide(plan.times.length - 1);
    expect(apart(before, await look()) > 1, "the picture did not change with time");
    const label = await text("#time-label");
    expect(Math.abs(parseFloat(label) - plan.times.at(-1)) < 1e-3 && label.includes(`${plan.times.length} of ${plan.times.length}`), label);
    await slide(0);
    expect(apart(before, await look()) < 0.2, "back at the start the picture is another one");
  },
  async play() {
    await page.locator("#play").click();
    await shown(plan.times.length - 1);
    await page.waitForFunction(() => document.getElementById("play").textContent === "play");
  },
  async colour() {
    await page.locator("#field").selectOption("pressure");
    await slide(1);
    const [low, high] = [Number(await page.locator("#low").inputValue()), Number(await page.locator("#high").inputValue())];
    const near = (a, b) => Math.abs(a - b) <= 1e-3 * Math.abs(plan.pressure[3]);
    expect(near(low, plan.pressure[1]) && near(high, plan.pressure[2]), `${low} ${high}, not ${plan.pressure}`);
    const told = /^of all fluid: (\S+) to (\S+) Pa$/.exec(await text("#extremes"));
    expect(told && near(Number(told[1]), plan.pressure[0]) && near(Number(told[2]), plan.pressure[3]), `${await text("#extremes")}, not ${plan.pressure}`);
    expect((await text("#scale-name")) === "pressure [Pa]", await text("#scale-name"));
    const before = await look();
    await page.locator("#map").selectOption("turbo");
    await settle();
    const turbo = await look();
    expect(apart(before, turbo) > 1, "another map, the same picture");
    await page.locator("#high").fill(String(10 * high));
    await page.locator("#high").press("Enter");
    await settle();
    expect(apart(turbo, await look()) > 1, "another range, the same picture");
    expect(!(await page.locator("#auto").isChecked()), "the typed range is not kept");
    expect(Number(await text("#scale-high")) === Number((10 * high).toPrecision(4)), await text("#scale-high"));
    await page.locator("#auto").check();
    await page.locator("#map").selectOption("viridis");
  },
  async pick() {
    await slide(2);
    const box = await page.locator("#canvas").boundingBox();
    const found = await bright(Math.round(box.width), Math.round(box.height));
    found.sort((a, b) => a[0] - b[0]);
    const seen = [];
    for (const share of [0.1, 0.9]) {
      const [x, y] = found[Math.floor(share * found.length)];
      await page.mouse.click(box.x + x + 0.5, box.y + y + 0.5);
      await settle();
      const said = await text("#picked");
      const id = /^id (\d+)/.exec(said)?.[1];
      expect(id !== undefined, `nothing was picked at ${x}, ${y}: ${said}`);
      const particle = plan.particles[id];
      for (const [name, values] of Object.entries(particle)) {
        const line = said.split("\n").find((one) => one.startsWith(`${name} `));
        const [, numbers, unit] = /^(\S+(?:, \S+)*) (\S+)$/.exec(line.slice(name.length + 1)) ?? [];
        expect(unit === { position: "m", velocity: "m/s", pressure: "Pa" }[name], `${line}: which unit?`);
        const told = numbers.split(", ").map(Number);
        values.forEach((value, k) => expect(Math.abs(told[k] - value) <= 1e-6 * Math.abs(value) + 1e-12, `${line}, not ${values}`));
      }
      seen.push(particle.position[0]);
      const mark = await pixels(Math.round(box.width), Math.round(box.height), x, y);
      expect(mark[0] > 200 && mark[1] < 100 && mark[2] > 200, `no mark at ${x}, ${y}`);
    }
    expect(seen[0] < seen[1], `picked left to right, got x = ${seen}`);
    await slide(3);
    expect((await text("#picked")).startsWith("id "), "the particle is lost at the next time");
    await page.mouse.click(box.x + 5, box.y + 5);
    expect((await text("#picked")) === "Click on a particle.", "the background is a particle");
  },
  async clip() {
    const whole = coloured(await look());
    await page.locator("#clip-axis").selectOption("x");
    await page.locator("#clip").fill("0.2");
    await settle();
    const low = coloured(await look());
    await page.locator("#clip-flip").check();
    await settle();
    const high = coloured(await look());
    expect(low > 0 && high > 0 && low < whole && high < whole, `${whole} pixels, clipped ${low} and ${high}`);
    expect(/^x = [\d.-]+ m$/.test(await text("#clip-at")), await text("#clip-at"));
    await page.locator("#clip-axis").selectOption("");
    await page.locator("#clip-flip").uncheck();
    await settle();
    expect(Math.abs(coloured(await look()) - whole) < 5, "without the clip something is missing");
  },
  async walls() {
    const pictures = [];
    for (const how of ["shown", "inside", "hidden"]) {
      await page.locator("#walls").selectOption(how);
      await settle();
      pictures.push(await look());
    }
    const dark = pictures.map((image) => image.filter((value) => value < 200).length);
    expect(dark[0] > 2 * dark[2] && apart(pictures[0], pictures[2]) > 1, `${dark}`);
    expect(apart(pictures[0], pictures[1]) === 0, "in 2-D walls are solid");
    await page.locator("#walls").selectOption("inside");
  },
  async decimate() {
    await page.locator("#most").fill("100");
    await page.locator("#most").press("Enter");
    await settle();
    const note = await text(".note");
    expect(/^decimated: \d+ of [\d,]+ particles are drawn/.test(note), note);
    const drawn = Number(await page.locator(".pane").first().getAttribute("data-drawn"));
    expect(drawn > 30 && drawn < 300, `${drawn} drawn, of which 100 were asked`);
    await page.locator("#most").fill("100000");
    await page.locator("#most").press("Enter");
  },
  async gauges() {
    expect((await page.locator("#gauge option").allTextContents()).join() === plan.gauges.join(), "other gauges");
    await page.locator("#gauge").selectOption("H1 [m]");
    const told = (name) => page.locator("#plot").getAttribute(`data-${name}`);
    expect((await told("curves")) === `experiment|${plan.a}`, await told("curves"));
    expect((await told("experiment")) === "2", `${await told("experiment")} samples; one of three is later than the run`);
    for (const name of plan.gauges) {
      await page.locator("#gauge").selectOption(name);
      expect(Number(await told("left")) >= Number(await told("widest")) + 8 && Number(await told("widest")) > 5, `${name}: labels of ${await told("widest")} at ${await told("left")}`);
    }
    await page.locator("#gauge").selectOption("H1 [m]");
    await slide(2);
    expect(Math.abs(Number(await page.locator("#plot").getAttribute("data-time")) - plan.times[2]) < 1e-12, "the plot has another time");
    await page.locator("#plot").scrollIntoViewIfNeeded();
    const over = await page.locator("#plot .u-over").boundingBox();
    await page.mouse.click(over.x + 1, over.y + over.height / 2);
    await shown(0);
  },
  async compare() {
    await show(plan.a, plan.b);
    await slide(2);
    expect((await page.locator(".pane").count()) === 2, "not two panes");
    await page.locator("#field").selectOption("velocity");
    await page.locator("#difference").check();
    await settle();
    const note = await page.locator(".note").nth(1).textContent();
    const told = /by id: ([\d,]+) of ([\d,]+) differ(?:; at most by ([\d.e+-]+) m\/s, particle (\d+))?/.exec(note);
    expect(told, note);
    const [differ, matched, most, worst] = [told[1], told[2], told[3], told[4]].map((one) => Number(String(one).replaceAll(",", "")));
    expect(differ === plan.difference.differ && matched === plan.difference.matched, `${note}, not ${JSON.stringify(plan.difference)}`);
    expect(Math.abs(most - plan.difference.max) <= 1e-3 * plan.difference.max && worst === plan.difference.worst, `${note}, not ${JSON.stringify(plan.difference)}`);
  },
  async losses() {
    expect((await text(".losses")) === "", "a run that lost nothing says that it did");
    await show(plan.leaky);
    const told = /^lost: ([\d,]+) particles, ([\d.]+) % of the fluid, the first at ([\d.e-]+) s at \(([^)]+)\) m$/.exec(await text(".losses"));
    expect(told, await text(".losses"));
    const numbers = [Number(told[1].replaceAll(",", "")), Number(told[2]) / 100, Number(told[3]), ...told[4].split(", ").map(Number)];
    const { left, lost_share, first_left_time, first_left_at } = plan.lost;
    [left, lost_share, first_left_time, ...first_left_at].forEach((wanted, k) => expect(Math.abs(numbers[k] - wanted) <= 1e-3 * Math.abs(wanted), `${told[0]}, not ${JSON.stringify(plan.lost)}`));
  },
  async grow() {
    await show(plan.growing);
    expect((await page.locator("#time").getAttribute("max")) === "0", "more than one snapshot");
    for (const step of plan.growth) {
      for (const [from, to] of step) fs.copyFileSync(from, `${to}.tmp`), fs.renameSync(`${to}.tmp`, to);
      await page.waitForFunction((n) => document.getElementById("time").max === String(n), plan.growth.indexOf(step) + 1);
      await shown(plan.growth.indexOf(step) + 1); // the page follows
    }
    await slide(0); // who looks back is left in peace
    const [[from, to]] = plan.last;
    fs.copyFileSync(from, `${to}.tmp`), fs.renameSync(`${to}.tmp`, to);
    await page.waitForFunction((n) => document.getElementById("time").max === String(n), plan.growth.length + 1);
    await settle();
    expect((await page.locator("#canvas").getAttribute("data-shown")) === "0", "it went away from what was looked at");
    expect(!(await page.locator("#follow").isChecked()), "it says that it follows");
    await page.locator("#follow").check();
    await shown(plan.growth.length + 1);
  },
  async broken() {
    await show(plan.broken);
    for (const index of plan.brokenAt) {
      await slide(index);
      const fault = await text(".fault");
      expect(/^particles_\d+\.vtkhdf cannot be read: .+/.test(fault), `snapshot ${index}: '${fault}'`);
      expect(await page.locator(".fault").isVisible(), "the message is hidden");
    }
    await slide(0);
    expect((await text(".fault")) === "" && coloured(await look()) > 100, "a good snapshot after the broken ones");
  },
  async empty() {
    await page.goto(await serve(plan.empty));
    // Until the page has looked, there is no place for a message yet.
    await page.waitForFunction(() => document.querySelector(".fault")?.textContent);
    expect((await text(".fault")).startsWith(`No snapshots in ${plan.empty}`), await text(".fault"));
    const [from, to] = plan.growth[0][0];
    fs.copyFileSync(from, path.join(plan.empty, path.basename(to)));
    await page.waitForFunction(() => document.querySelector(".fault")?.textContent === "");
    await shown(0);
    expect(coloured(await look()) > 100, "the first snapshot that came is not shown");
  },
  async turn() {
    await show(plan.solid);
    await same("solid");
    const before = await look();
    const box = await page.locator("#canvas").boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 120, box.y + box.height / 2 + 30, { steps: 3 });
    await page.mouse.up();
    await settle();
    const turned = await look();
    expect(apart(before, turned) > 1, "it does not turn");
    await page.mouse.wheel(0, -600);
    await settle();
    expect(coloured(await look()) > 1.2 * coloured(turned), "it does not come nearer");
    await page.locator("button[data-camera=top]").click();
    await settle();
    expect(apart(turned, await look()) > 1, "the view from the top is the same");
    const times = [];
    for (const camera of ["side", "corner", "front", "corner"]) {
      await page.locator(`button[data-camera="${camera}"]`).click();
      await settle();
      times.push(Number(await page.locator("#canvas").getAttribute("data-milliseconds")));
    }
    console.log(`a picture of the 3-D case, as the page says: ${times.map((ms) => ms.toFixed(1)).join(", ")} ms`);
  },
  ...sights({ page, browser, plan, serve, show, shown, slide, settle, look, pixels, bright, coloured, apart, text, expect }),
  async gone() {
    await show(plan.a);
    servers.at(-1).kill("SIGINT");
    await page.waitForFunction(() => document.getElementById("notice").textContent.includes("does not answer"));
    faults.length = 0; // the browser logs what it could not reach
  },
};

// The picture is that in tests/view/NAME.json but for what rounding and versions of the browser change.
async function same(name) {
  const file = path.join(plan.pictures, `${name}.json`);
  const now = await pixels(40, 32);
  if (plan.renew) fs.writeFileSync(file, `${JSON.stringify(now)}\n`);
  const distance = apart(now, JSON.parse(fs.readFileSync(file, "utf8")));
  expect(distance < 4, `${name}: on average ${distance.toFixed(2)} of 255 from the picture that is kept`);
  expect(now.some((value) => value < 200), `${name}: an empty picture`);
}

const failed = await judge(tests, page, faults, plan.work);
await browser.close();
for (const server of servers) server.kill("SIGINT");
process.exit(failed ? 1 : 0);

// SPDX-License-Identifier: BSD-3-Clause
// Tests of what the page shows beside particles, and how: keys, cameras, planes, arrows, surfaces, phones (drive.mjs).

// 40 x 40 shares of the box in which there is colour, and its width against its height (silhouette of test_page.py).
function silhouette(image, width) {
  const mask = [];
  let [left, right, top, bottom] = [Infinity, -1, Infinity, -1];
  for (let i = 0; i < image.length / 3; i++) {
    const [r, g, b] = [image[3 * i], image[3 * i + 1], image[3 * i + 2]];
    mask.push(Math.max(r, g, b) - Math.min(r, g, b) > 40 ? 1 : 0);
    if (!mask[i]) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
  }
  const [w, h] = [right - left + 1, bottom - top + 1];
  const shares = [];
  for (let j = 0; j < 40; j++)
    for (let i = 0; i < 40; i++) shares.push(mask[(top + Math.floor(((j + 0.5) / 40) * h)) * width + left + Math.floor(((i + 0.5) / 40) * w)]);
  return { mask: shares, aspect: w / h };
}

export function sights({ page, browser, plan, serve, show, shown, slide, settle, look, pixels, bright, coloured, apart, text, expect }) {
  const choose = async (id, value) => {
    await page.locator(`#${id}`).selectOption(value);
    await settle();
  };
  // Another window, with its own settings.
  async function within(settings, act, ...folders) {
    const context = await browser.newContext(settings);
    const other = await context.newPage();
    try {
      await other.goto(await serve(...folders));
      await other.waitForFunction(() => document.getElementById("canvas").dataset.shown !== undefined);
      await other.waitForTimeout(200);
      await act(other);
    } finally {
      await context.close();
    }
  }
  const background = (other) =>
    other.evaluate(() => {
      const small = new OffscreenCanvas(1, 1).getContext("2d");
      small.drawImage(document.getElementById("canvas"), 0, 0, 4, 4, 0, 0, 1, 1);
      return Array.from(small.getImageData(0, 0, 1, 1).data);
    });

  return {
    async keys() {
      await show(plan.a);
      const last = plan.times.length - 1;
      await page.locator("#canvas").click({ position: { x: 3, y: 3 } });
      for (const [key, at] of [["ArrowRight", 1], ["ArrowRight", 2], ["ArrowLeft", 1], ["End", last], ["Home", 0]]) {
        await page.keyboard.press(key);
        await shown(at);
      }
      await page.keyboard.press(" ");
      await shown(last);
      await page.keyboard.press("?");
      expect(await page.locator("#help").isVisible(), "no help sheet");
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("Escape");
      expect(!(await page.locator("#help").isVisible()), "the help sheet stays");
      expect((await page.locator("#canvas").getAttribute("data-shown")) === String(last), "a key went through the help sheet");
      await page.locator("#low").focus(); // where keys are text
      await page.keyboard.press("Home");
      await settle();
      expect((await page.locator("#canvas").getAttribute("data-shown")) === String(last), "a key in a text went through time");
    },
    async cameras() {
      await show(plan.solid);
      await page.locator("#low").fill("-9"), await page.locator("#high").fill("-8"), await page.keyboard.press("Enter");
      for (const { name, camera, mask, aspect } of plan.sights) {
        if (name === "angles") await page.locator("#angles").fill(camera), await page.keyboard.press("Enter"), await page.locator("#low").focus();
        else await page.locator(`button[data-camera=${name}]`).click();
        await settle();
        const box = await page.locator("#canvas").boundingBox();
        const [width, height] = [Math.round(box.width / 2), Math.round(box.height / 2)];
        const seen = silhouette(await pixels(width, height), width);
        expect(Math.abs(seen.aspect / aspect - 1) < 0.03, `${camera}: ${seen.aspect} wide, render has ${aspect}`);
        expect(apart(seen.mask, mask) < 0.05, `${camera}: ${apart(seen.mask, mask)} of the silhouette is elsewhere than in render's`);
        expect((await page.locator("#angles").inputValue()) === camera, `${await page.locator("#angles").inputValue()}, not ${camera}`);
      }
      await page.locator("#angles").fill("below");
      await page.keyboard.press("Enter");
      expect((await text("#notice")).includes("two angles"), await text("#notice"));
    },
    async bodies() {
      await show(plan.float);
      const brown = (image) => {
        let count = 0;
        for (let i = 0; i < image.length; i += 3) if (image[i] > image[i + 2] + 25 && image[i] > image[i + 1] + 6) count++;
        return count;
      };
      await choose("fluid", "none");
      const solid = [];
      for (const how of ["inside", "hidden"]) {
        await choose("walls", how);
        solid.push(brown(await look()));
      }
      expect(solid[0] > 30 && solid[0] === solid[1], `the body covers ${solid} pixels`);
    },
    async surface() {
      await show(plan.solid);
      await page.locator("#fluid").selectOption("surface");
      await page.waitForFunction(() => /surface: [\d,]+ triangles/.test(document.getElementById("told").textContent));
      await settle();
      const volume = async () => {
        const [, inside] = /triangles around ([\d.e-]+) m\^3/.exec(await text("#told"));
        expect(Math.abs(Number(inside) / plan.volume - 1) < 0.05, `${await text("#told")}; the water has ${plan.volume} m^3`);
      };
      await volume();
      const surface = await look();
      await choose("fluid", "particles");
      const particles = await look();
      const [a, b] = [surface, particles].map(coloured);
      expect(a > 0.7 * b && a < 1.1 * b && apart(surface, particles) > 0.5, `the surface covers ${a}, the particles ${b} pixels`);
      await show(plan.levels); // of half the spacing
      await page.locator("#fluid").selectOption("surface");
      await page.waitForFunction(() => /surface: [\d,]+ triangles/.test(document.getElementById("told").textContent));
      await settle();
      await volume();
      await choose("fluid", "particles");
      expect(coloured(await look()) < 1.1 * b, `particles of half the spacing cover ${coloured(await look())} pixels, those of all of it ${b}`);
    },
    async plane() {
      await show(plan.solid);
      await choose("fluid", "none");
      await choose("field", "pressure");
      await page.locator("button[data-camera=front]").click();
      await choose("clip-axis", "y");
      await page.locator("#clip-paint").check();
      await settle();
      const box = await page.locator("#canvas").boundingBox();
      const [w, h] = [Math.round(box.width / 2), Math.round(box.height / 2)];
      const image = await pixels(w, h);
      const seen = silhouette(image, w);
      // Water 0.3 wide and 0.4 high, cut in the middle; dark above and bright below, as hydrostatic pressure is.
      expect(Math.abs(seen.aspect / (0.3 / 0.4) - 1) < 0.12, `the plane is ${seen.aspect} of its height wide`);
      const found = await bright(w, h);
      const middle = found[0][0] + 10;
      const column = found.filter(([x]) => x === middle).map(([x, y]) => image[3 * (y * w + x) + 1]);
      expect(column.length > 50 && column.at(-5) > column[5] + 80, `green goes from ${column[5]} to ${column.at(-5)}`);
      await page.locator("#clip-paint").uncheck();
      await settle();
      expect(coloured(await look()) === 0, "the plane stays");
    },
    async arrows() {
      await show(plan.a);
      await slide(plan.times.length - 1);
      const before = await look();
      await choose("arrows", "velocity");
      expect(/^longest arrows: [\d.]+ m\/s$/.test(await text("#told")), await text("#told"));
      expect(apart(before, await look()) > 0.2, "no arrows are drawn");
      await choose("arrows", "");
      expect(apart(before, await look()) === 0, "the arrows stay");
    },
    async diverged() {
      await page.goto(await serve(plan.diverged));
      await shown(plan.diverging);
      const told = await text(".ending");
      expect(told.startsWith(`diverged ${plan.reason.replace("the run diverged ", "")}`), told);
      expect((await text("#time-label")).includes("as it diverged"), await text("#time-label"));
      const before = await look();
      await page.locator(".ending button").click();
      await settle();
      expect((await text("#picked")).startsWith(`id ${plan.fault}`), await text("#picked"));
      const box = await page.locator("#canvas").boundingBox();
      const [w, h] = [Math.round(box.width), Math.round(box.height)];
      const middle = await pixels(w, h, Math.round(w / 2), Math.round(h / 2));
      expect(middle[0] > 200 && middle[1] < 100 && middle[2] > 200, `no mark in the middle: ${middle}`);
      expect(apart(before, await look()) > 2, "it does not come nearer");
    },
    async places() {
      await show(plan.a, plan.coarse);
      await slide(2);
      await choose("field", "velocity");
      await page.locator("#difference").check();
      await page.waitForFunction(() => document.querySelectorAll(".note")[1].textContent.includes("by place"));
      const note = await page.locator(".note").nth(1).textContent();
      const rms = Number(/RMS ([\d.e-]+) m\/s/.exec(note)?.[1]);
      expect(Math.abs(rms / plan.byPlace.rms - 1) < 5e-3, `${note}, not ${JSON.stringify(plan.byPlace)}`);
      const missing = Number(/no fluid there in the first run: (\d+)/.exec(note)?.[1] ?? 0);
      expect(missing === plan.byPlace.missing, `${note}, not ${JSON.stringify(plan.byPlace)}`);
      // The first run, whose values are no differences, has the colour of none.
      await settle();
      const [all, first] = [await page.locator("#canvas").boundingBox(), await page.locator(".pane").first().boundingBox()];
      const found = await bright(Math.round(all.width), Math.round(all.height));
      const inside = found.filter(([x, y]) => x < first.width - 4 && y < first.height - 4);
      expect(inside.length === 0 && found.length > 10, `${inside.length} of ${found.length} coloured pixels of a difference are in the first run`);
      expect((await page.locator(".note").first().textContent()).endsWith("what the others are held against"), await page.locator(".note").first().textContent());
    },
    async stack() {
      await show(...plan.flumes);
      const [a, b] = [await page.locator(".pane").nth(0).boundingBox(), await page.locator(".pane").nth(1).boundingBox()];
      expect(b.y >= a.y + a.height - 2 && Math.abs(a.x - b.x) < 2, `two flumes lie at ${JSON.stringify([a, b])}`);
      const found = await bright(Math.round(a.width), Math.round(2 * a.height));
      const halves = [0, 1].map((k) => found.filter(([, y]) => Math.floor(y / a.height) === k).length);
      expect(halves[0] > 30 && Math.abs(halves[0] - halves[1]) <= 0.2 * halves[0], `coloured pixels above and below: ${halves}`);
    },
    async dark() {
      for (const [scheme, dark] of [["dark", true], ["light", false]])
        await within({ viewport: { width: 700, height: 500 }, colorScheme: scheme }, async (other) => {
          const back = Math.max(...(await background(other)).slice(0, 3));
          expect(dark ? back < 60 : back > 200, `${scheme}: the background is ${back}`);
          const ink = await other.evaluate(() => getComputedStyle(document.querySelector(".pane")).color.match(/\d+/g).map(Number));
          expect(dark ? Math.min(...ink) > 180 : Math.max(...ink) < 80, `${scheme}: text is ${ink}`);
        }, plan.a);
    },
    async phone() {
      await within({ viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true }, async (other) => {
        const wide = await other.evaluate(() => document.documentElement.scrollWidth);
        expect(wide <= 390, `the page is ${wide} wide`);
        for (const id of ["canvas", "play", "time", "follow"]) {
          const box = await other.locator(`#${id}`).boundingBox();
          expect(box.x >= 0 && box.x + box.width <= 391 && box.y + box.height <= 781, `${id} is at ${JSON.stringify(box)}`);
        }
        const canvas = await other.locator("#canvas").boundingBox();
        expect(canvas.width > 380 && canvas.height > 250, `the picture is ${JSON.stringify(canvas)}`);
        await other.locator("#play").tap();
        await other.waitForFunction(() => document.getElementById("play").textContent === "play" && document.getElementById("time").value !== "0");
        await other.locator("#plot").scrollIntoViewIfNeeded();
        const plot = await other.locator("#plot").boundingBox();
        expect(plot.width > 250 && plot.x >= 0 && plot.x + plot.width <= 391, `the plot is ${JSON.stringify(plot)}`);
      }, plan.a);
    },
  };
}

// SPDX-License-Identifier: BSD-3-Clause
// What drives a page in a headless Chromium: a server of amphi, the browser, and tests one after the other.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import * as path from "node:path";

export function expect(condition, text) {
  if (!condition) throw new Error(text);
}

// The server's process, and a promise of its address.
export function start(plan, command, ...folders) {
  const process = spawn(plan.program, [command, "--no-open", "--page", plan.page, ...folders]);
  const address = new Promise((resolve, reject) => {
    process.stdout.once("data", (text) => resolve(String(text).split("\n")[0]));
    process.stderr.once("data", (text) => reject(new Error(String(text))));
  });
  return { process, address };
}

export function launch(plan) {
  const { chromium } = createRequire(path.join(plan.packages, "x.js"))("playwright-core");
  return chromium.launch({
    executablePath: plan.chromium,
    args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-dev-shm-usage"],
  });
}

// How many of the tests fail. ONLY names some of them, to find out what is wrong. `faults`: what the page complains of.
export async function judge(tests, page, faults, folder) {
  let failed = 0;
  const only = process.env.ONLY?.split(",");
  for (const [name, test] of Object.entries(tests).filter(([name]) => !only || only.includes(name))) {
    const start = Date.now();
    try {
      await test();
      expect(faults.length === 0, `the page complains: ${faults.join("; ")}`);
      console.log(`passed: ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
    } catch (error) {
      failed++;
      console.log(`FAILED: ${name}: ${error.stack}\n${faults.join("\n")}`);
      faults.length = 0;
      await page.screenshot({ path: path.join(folder, `${name}.png`) }).catch(() => undefined);
      await page.keyboard.press("Escape"); // a question that is still open
    }
  }
  return failed;
}

// SPDX-License-Identifier: BSD-3-Clause
// Colour maps: colours at equal distances, as matplotlib has them.

const MAPS: Record<string, string> = {
  viridis: "440154 48186a 472d7b 424086 3b528b 33638d 2c728e 26828e 21918c 1fa088 28ae80 3fbc73 5ec962 84d44b addc30 d8e219 fde725",
  turbo:
    "30123b 392a73 4040a2 4456c7 466be3 4680f6 4294ff 37a8fa 28bceb 1ccdd8 18ddc2 1fe9af 32f298 4ef97d 6dfe62 8bff4b a4fc3c " +
    "b9f635 cdec34 dfdf37 eecf3a f8be39 fdac34 fe962b fb7e21 f46617 eb500e df3f08 d02f05 be2102 a91601 920b01 7a0403",
  coolwarm: "3b4cc0 4e68d8 6282ea 779af7 8db0fe a3c2fe b9d0f9 ccd9ed dddcdc ecd3c5 f5c4ac f7b093 f4987a eb7d62 dd5f4b ca3b37 b40426",
  grey: "000000 202020 404040 606060 808080 a0a0a0 c0c0c0 e0e0e0 ffffff",
};

export const mapNames = Object.keys(MAPS);

export function gradient(name: string): string {
  return `linear-gradient(to right, ${MAPS[name].split(" ").map((colour) => `#${colour}`).join(", ")})`;
}

// 256 colours, red, green, blue and 255 each.
export function table(name: string): Uint8Array<ArrayBuffer> {
  const colours = MAPS[name].split(" ").map((text) => [0, 2, 4].map((at) => parseInt(text.slice(at, at + 2), 16)));
  const out = new Uint8Array(4 * 256);
  for (let i = 0; i < 256; i++) {
    const x = (i / 255) * (colours.length - 1);
    const low = Math.min(Math.floor(x), colours.length - 2);
    for (let c = 0; c < 3; c++) out[4 * i + c] = Math.round(colours[low][c] + (x - low) * (colours[low + 1][c] - colours[low][c]));
    out[4 * i + 3] = 255;
  }
  return out;
}

// SPDX-License-Identifier: BSD-3-Clause
import { defineConfig } from "vite";

export default defineConfig({
  base: "./", // the key of the server stands in front
  worker: { format: "es" },
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 8000,
    reportCompressedSize: false,
    rollupOptions: { input: ["index.html", "studio.html"] },
  },
});

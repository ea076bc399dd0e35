/* SPDX-License-Identifier: BSD-3-Clause */
/* The ladders of papers 000, 002 and 003: which options each rung has. docs/ladders.md explains them. */
#include "lab/wcsph_rungs.h"

#include "lab/lab.h"

/* Paper 003's testbed, in its kernel and viscosity: a dam break with a building in the way. */
static const struct wcsph_testbed dam_break = {
    "method: wcsph\n"
    "dimensions: 3\n"
    "dp: 0.01\n"
    "domain: {low: [0, 0, 0], high: [1.6, 0.67, 0.8], open: [-x, +x, -y, +y, +z]}\n"
    "gravity: [0, 0, -9.81]\n"
    "material: {speed_of_sound: 34.31}\n"
    "fluids:\n"
    "  - {name: water, shapes: [{add: box, low: [0, 0, 0], high: [0.4, 0.67, 0.3]}]}\n"
    "walls:\n"
    "  - name: tank\n"
    "    shapes:\n"
    "      - {add: box, low: [0, 0, 0], high: [1.6, 0.67, 0.4], fill: shell-outside, layers: 1, open: [+z]}\n"
    "  - name: building\n"
    "    shapes:\n"
    "      - {add: box, low: [0.9, 0.24, 0], high: [1.02, 0.36, 0.45], fill: shell-inside, layers: 1, open: "
    "[-z]}\n"
    "kernel: cubic\n"
    "viscosity: {model: artificial, alpha: 0.25}\n"
    "end: 1.5\n",
    0.0085, 173531, false};

/* Water everywhere in a periodic box: its particles have the same surroundings, however many they are. */
static const struct wcsph_testbed box = {
    "method: wcsph\n"
    "dimensions: 3\n"
    "dp: 0.01\n"
    "domain: {low: [0, 0, 0], high: [1, 1, 1], periodic: [x, y, z]}\n"
    "material: {speed_of_sound: 20}\n"
    "fluids:\n"
    "  - {name: water, shapes: [{add: box, low: [0, 0, 0], high: [1, 1, 1]}], jitter: 0.05}\n"
    "viscosity: {model: artificial, alpha: 0.1}\n"
    "end: 1\n",
    0.01, 1000000, true};

#define CELLS "neighbours={skin: 0, path: 0}"
const struct wcsph_ladder wcsph_ladder_table[] = {
    {"003-cpu",
     "cpu",
     "Paper 003, section 3: strategies on a CPU",
     "speed-up, 300,000 particles, Core i7 940 (figs 13 to 15)",
     &dam_break,
     100000,
     3,
     LADDER_STEPS,
     {{"basic", {"cpu={strategy: cells, cells: whole, pairs: twice, lanes: scalar}", CELLS}, 1, "1", 0},
      {"A symmetry", {"cpu={strategy: cells, cells: whole, lanes: scalar}", CELLS}, 1, "", 0},
      {"B half cells", {"cpu={strategy: cells, cells: half, lanes: scalar}", CELLS}, 1, "", 0},
      {"C lanes", {"cpu={strategy: cells, cells: half}", CELLS}, 1, "2.3", 0},
      {"D Asymmetric", {"cpu={strategy: cells, cells: half, pairs: twice, share: dynamic}", CELLS}, 0, "", 0},
      {"D Symmetric", {"cpu={strategy: cells, cells: half, share: dynamic}", CELLS}, 0, "10.3", 0},
      {"D Slices", {"cpu={strategy: cells, cells: half, share: timed}", CELLS}, 0, "", 0},
      {"default: a list", {"cpu={strategy: list}"}, 0, "", 0}}},
    {"003-gpu",
     "offload",
     "Paper 003, section 4: strategies on a GPU",
     "speed-up of all over interaction only, 1.8 million particles, GTX 480 (fig. 16)",
     &dam_break,
     1000000,
     3,
     5 * LADDER_STEPS,
     {{"interaction alone",
       {"offload={stages: forces, records: apart, passes: separate, team: 32}"},
       0,
       "1",
       0},
      {"A all on the device",
       {"offload={strategy: cells, records: apart, passes: separate, team: 32}"},
       0,
       "",
       0},
      {"B teams of 256", {"offload={strategy: cells, records: apart, passes: separate}"}, 0, "", 0},
      {"C two loads", {"offload={strategy: cells, passes: separate}"}, 0, "", 0},
      {"E one pass: SlowCells", {"offload={strategy: cells}"}, 0, "", 0},
      {"F FastCells(h/2)", {"offload={strategy: fine_cells}"}, 0, "2.6", 0},
      {"default: a list", {"offload={strategy: list}"}, 0, "", 0}}},
    {"002-list",
     "offload",
     "Paper 002: lists of neighbours on a GPU, in moving water",
     "split lists and passes 15 to 30 % over one; search by cells 50 % over search by particles",
     &dam_break,
     1000000,
     200,
     10 * LADDER_STEPS,
     {{"none: just in time", {"offload={strategy: fine_cells}", CELLS}, 0, "", 0},
      {"one list, one pass", {"offload={strategy: list, types: mixed}"}, 0, "1", 0},
      {"one list, passes", {"offload={strategy: list, types: mixed, passes: separate}"}, 0, "", 0},
      {"split list, passes", {"offload={strategy: list, passes: separate}"}, 0, "1.15 to 1.3", 0},
      {"split list, one pass", {"offload={strategy: list}"}, 0, "", 0},
      {"particle-major", {"offload={strategy: list, order: particle}"}, 0, "", 0},
      {"searched by cells", {"offload={strategy: list, search: cell}"}, 0, "", 0},
      {"each step", {"offload={strategy: list}", CELLS}, 0, "", 0},
      {"each step, by cells", {"offload={strategy: list, search: cell}", CELLS}, 0, "lists 1.5", 0},
      {"skin 0.02", {"offload={strategy: list}", "neighbours={skin: 0.02, path: 0}"}, 0, "", 0},
      {"skin 0.04", {"offload={strategy: list}", "neighbours={skin: 0.04, path: 0}"}, 0, "", 0},
      {"skin 0.07", {"offload={strategy: list}", "neighbours={skin: 0.07, path: 0}"}, 0, "", 0},
      {"skin 0.14", {"offload={strategy: list}", "neighbours={skin: 0.14, path: 0}"}, 0, "", 0}}},
    {"000-list",
     "cpu",
     "Paper 000, section 4.3.2: lists of neighbours, in moving water",
     "no figures of a CPU",
     &dam_break,
     30000,
     400,
     10 * LADDER_STEPS,
     {{"none: just in time", {"cpu={strategy: cells}", CELLS}, 0, "", 0},
      {"each step, whole cells", {"cpu={cells: whole}", CELLS}, 0, "", 0},
      {"each step, half cells", {"cpu={cells: half}", CELLS}, 0, "", 0},
      {"each step", {CELLS}, 0, "", 0},
      {"skin 0.02", {"neighbours={skin: 0.02, path: 0}"}, 0, "", 0},
      {"skin 0.04", {"neighbours={skin: 0.04, path: 0}"}, 0, "", 0},
      {"skin 0.07", {"neighbours={skin: 0.07, path: 0}"}, 0, "", 0},
      {"skin 0.14", {"neighbours={skin: 0.14, path: 0}"}, 0, "", 0},
      {"default: paths", {"neighbours={skin: 0.03, path: 0.2}"}, 0, "", 0}}},
    {"000-sums",
     NULL,
     "Paper 000, section 5.2: sums",
     "no times; errors of energy up to four orders of magnitude",
     &dam_break,
     100000,
     3,
     LADDER_STEPS,
     {{"plain", {"summation=plain"}, 0, "", 0},
      {"kahan", {"summation=kahan"}, 0, "", 0},
      {"neumaier", {"summation=neumaier"}, 0, "", 0},
      {"double", {"summation=double"}, 0, "", 0},
      {"fixed", {"summation=fixed"}, 0, "", 0}}},
    {"wcsph-threads",
     "cpu",
     "From one thread to all",
     "4.5 with 8 threads of a Core i7 940 (paper 003, Symmetric)",
     &dam_break,
     300000,
     3,
     LADDER_STEPS,
     {{"1 thread", {NULL}, 1, "1", 0},
      {"2 threads", {NULL}, 2, "", 0},
      {"4 threads", {NULL}, 4, "", 0},
      {"8 threads", {NULL}, 8, "", 0},
      {"12 threads", {NULL}, 12, "", 0},
      {"16 threads", {NULL}, 16, "", 0},
      {"24 threads", {NULL}, 24, "", 0},
      {"32 threads", {NULL}, 32, "", 0},
      {"48 threads", {NULL}, 48, "", 0},
      {"64 threads", {NULL}, 64, "", 0},
      {"96 threads", {NULL}, 96, "", 0},
      {"128 threads", {NULL}, 128, "", 0}}},
    {"wcsph-particles",
     NULL,
     "The cost of a particle's step by their number",
     "none",
     &box,
     1000000,
     3,
     LADDER_STEPS,
     {{"10^4", {NULL}, 0, "", 10000},
      {"10^4.5", {NULL}, 0, "", 31623},
      {"10^5", {NULL}, 0, "", 100000},
      {"10^5.5", {NULL}, 0, "", 316228},
      {"10^6", {NULL}, 0, "", 1000000},
      {"10^6.5", {NULL}, 0, "", 3162278},
      {"10^7", {NULL}, 0, "", 10000000}}},
};

const char *const wcsph_ladders[] = {"003-cpu",  "003-gpu",       "000-list",        "002-list",
                                     "000-sums", "wcsph-threads", "wcsph-particles", NULL};

/* SPDX-License-Identifier: BSD-3-Clause */
/* Flows and schemes of the bench of schemes, as data, with their answers. */
#include <math.h>

#include "lab/wcsph_schemes.h"

#define PI 3.14159265358979323846

/* Water at rest, 0.5 m deep. */
static void at_rest(const struct wcsph_run *r, const double x[2], double t, struct flow_answer *a) {
  (void)t;
  *a = (struct flow_answer){.pressure = r->config->material.density * 9.81 * (0.5 - x[1])};
}

/* Taylor & Green 1937, decaying by viscosity: U = 1 m/s, L = 1 m. */
static void vortices(const struct wcsph_run *r, const double x[2], double t, struct flow_answer *a) {
  const double k = 2.0 * PI, fall = exp(-2.0 * k * k * r->config->viscosity.nu * t);
  a->velocity[0] = -fall * cos(k * x[0]) * sin(k * x[1]);
  a->velocity[1] = fall * sin(k * x[0]) * cos(k * x[1]);
  a->pressure =
      -0.25 * r->config->material.density * fall * fall * (cos(2.0 * k * x[0]) + cos(2.0 * k * x[1]));
}

/* Gresho & Chan 1990: a steady vortex, its pressure less that around it. */
static void gresho(const struct wcsph_run *r, const double x[2], double t, struct flow_answer *a) {
  (void)t;
  const double dx = x[0] - 0.5, dy = x[1] - 0.5, s = sqrt(dx * dx + dy * dy);
  const double around = 3.0 + 4.0 * log(2.0);
  double v = 0.0, p = 0.0;
  if (s < 0.2)
    v = 5.0 * s, p = 5.0 + 12.5 * s * s - around;
  else if (s < 0.4)
    v = 2.0 - 5.0 * s, p = 9.0 + 12.5 * s * s - 20.0 * s + 4.0 * log(5.0 * s) - around;
  a->velocity[0] = s > 0.0 ? -v * dy / s : 0.0;
  a->velocity[1] = s > 0.0 ? v * dx / s : 0.0;
  a->pressure = r->config->material.density * p;
}

/* Standing wave of linear theory over water 1 m deep, 2 m long, 0.02 m high: its potential flow. */
static const double standing_height = 0.02, standing_number = PI;
static double standing_frequency(void) {
  return sqrt(9.81 * standing_number * tanh(standing_number));
}
static void wave_shape(const double x[2], double u[2]) {
  u[0] = cosh(standing_number * x[1]) / cosh(standing_number) * sin(standing_number * x[0]);
  u[1] = -sinh(standing_number * x[1]) / cosh(standing_number) * cos(standing_number * x[0]);
}
static void flow_of_wave(const struct wcsph_run *r, const double x[2], double t, struct flow_answer *a) {
  const double fast =
      standing_height * 9.81 * standing_number / standing_frequency() * cos(standing_frequency() * t);
  wave_shape(x, a->velocity);
  a->velocity[0] *= fast, a->velocity[1] *= fast;
  a->pressure = r->config->material.density * 9.81 * (1.0 - x[1]);
}
static double wave_mode(const struct wcsph_run *r, const double x[2], const double u[2], double *weight) {
  double shape[2];
  (void)r;
  wave_shape(x, shape);
  *weight = shape[0] * shape[0] + shape[1] * shape[1];
  return u[0] * shape[0] + u[1] * shape[1];
}

/* Colagrossi 2005: a square of 1 m that turns, 1 rad/s, and nothing holds it. */
static void patch(const struct wcsph_run *r, const double x[2], double t, struct flow_answer *a) {
  (void)r, (void)t;
  *a = (struct flow_answer){.velocity = {x[1], -x[0]}};
}

/* Monaghan 1994: a disc that becomes an ellipse, in units in which its first rate of strain is 1/s. Its
 * semi-axis along y is b: db/dt = A b, dA/dt = A^2 (1 - b^4) / (1 + b^4)... of the mirror image, a = 1/b. */
static void drop_wcsph_flows(const struct wcsph_run *r, const double x[2], double t, struct flow_answer *a) {
  double b = 1.0, rate = 1.0;
  const int steps = 1000;
  for (int k = 0; k < steps && t > 0.0; k++) { /* the midpoint rule */
    const double half = 0.5 * t / steps, q0 = b * b * b * b;
    const double b1 = b + half * rate * b, r1 = rate + half * rate * rate * (1.0 - q0) / (1.0 + q0);
    const double q1 = b1 * b1 * b1 * b1;
    b += 2.0 * half * r1 * b1, rate += 2.0 * half * r1 * r1 * (1.0 - q1) / (1.0 + q1);
  }
  const double wide = 1.0 / b, q = b * b * b * b, change = rate * rate * (1.0 - q) / (1.0 + q);
  const double inside = 1.0 - x[0] * x[0] / (wide * wide) - x[1] * x[1] / (b * b);
  a->velocity[0] = -rate * x[0], a->velocity[1] = rate * x[1];
  a->pressure = 0.5 * r->config->material.density * b * b * (rate * rate + change) * inside;
}

#define WATER                                                                                                \
  "viscosity: {model: artificial, alpha: 0.01}\ndensity_diffusion: {model: fourtakas, delta: 0.1}\n"
#define DUMMY  "boundary: {model: dummy, slip: free}\n"
#define VERLET "integrator: {scheme: verlet, euler_every: 10}\n"

const struct scheme_flow scheme_flows[] = {
    {.name = "rest",
     .title = "Water at rest, 0.5 m deep, 10 s",
     .published = "",
     .text =
         "method: wcsph\nscheme: classic\ndimensions: 2\ndp: 0.02\ndomain: {low: [0, 0], high: [1, 0.7]}\n"
         "gravity: [0, -9.81]\n"
         "fluids:\n  - {name: water, shapes: [{add: box, low: [0, 0], high: [1, 0.5]}]}\n"
         "walls:\n  - {name: tank, shapes: [{add: box, low: [0, 0], high: [1, 0.7], fill: "
         "shell-outside, open: [+y]}]}\n" WATER DUMMY VERLET "end: 10\n"
         "gauges:\n  - {name: floor, type: pressure, at: [0.5, 0], interval: 0.001}\n",
     .unit = 0.5,
     .area = 2,
     .across = 25,
     .speed = 2.2147, /* sqrt(g H) */
     .pressure = 4905,
     .window = 0.02,
     .calm = 5,
     .answer = at_rest,
     .compares = true},
    {.name = "vortices",
     .title = "Taylor-Green vortices, Re = 100, at 1 s",
     .published = "",
     .text = "method: wcsph\nscheme: classic\ndimensions: 2\ndp: 0.02\ndomain: {low: [0, 0], high: [1, 1], "
             "periodic: [x, y]}\n"
             "material: {density: 1, speed_of_sound: 10}\n"
             "fluids:\n  - {name: fluid, velocity: [1, 0], field: taylor-green, jitter: 0.05, shapes: [{add: "
             "box, low: [0, 0], high: [1, 1]}]}\n"
             "viscosity: {model: laminar, nu: 0.01}\ndensity_diffusion: {model: molteni, delta: 0.1}\n"
             "shifting: {model: sun}\nend: 1\n",
     .unit = 1,
     .area = 1,
     .across = 50,
     .has_viscosity = true,
     .answer = vortices,
     .compares = true},
    {.name = "wave",
     .title = "Standing wave of 2 m over 1 m, Re = 250, 6 s",
     .published = "",
     .text =
         "method: wcsph\nscheme: classic\ndimensions: 2\ndp: 0.02\ndomain: {low: [0, 0], high: [2, 1.3]}\n"
         "gravity: [0, -9.81]\n"
         "fluids:\n  - {name: water, shapes: [{add: box, low: [0, 0], high: [2, 1]}]}\n"
         "walls:\n  - {name: tank, shapes: [{add: box, low: [0, 0], high: [2, 1.3], fill: "
         "shell-outside, open: [+y]}]}\n"
         "viscosity: {model: monaghan, nu: 0.0125284}\n"
         "density_diffusion: {model: fourtakas, delta: 0.1}\n" DUMMY VERLET "end: 6\n"
         "gauges:\n  - {name: floor, type: pressure, at: [0, 0.5], interval: 0.001}\n",
     .unit = 1,
     .area = 2,
     .across = 50,
     .has_viscosity = true,
     .pressure = 9810,
     .window = 0.02,
     .answer = flow_of_wave,
     .begins = true,
     .mode = wave_mode,
     .period = 1.133917,
     .decay = 0.247300}, /* 2 nu k^2 */
    {.name = "dam",
     .title = "Dam break on a wall, 0.6 m x 0.3 m in a tank of 1.61 m",
     .published = "Lobovsky et al. 2014",
     .text = "method: wcsph\nscheme: classic\ndimensions: 2\ndp: 0.0075\ndomain: {low: [0, 0], high: [1.61, "
             "0.6], open: [+y]}\n"
             "gravity: [0, -9.81]\nmaterial: {sound_factor: 15, lowest_density: 0.998}\n"
             "fluids:\n  - {name: water, shapes: [{add: box, low: [0, 0], high: [0.6, 0.3]}]}\n"
             "walls:\n  - {name: tank, shapes: [{add: box, low: [0, 0], high: [1.61, 0.6], fill: "
             "shell-outside, open: [+y]}]}\n" WATER DUMMY VERLET "end: 1.2\n"
             "gauges:\n"
             "  - {name: P1, type: pressure, on: tank, at: [1.61, 0.003], interval: 0.001}\n"
             "  - {name: P2, type: pressure, on: tank, at: [1.61, 0.015], interval: 0.001}\n"
             "  - {name: P3, type: pressure, on: tank, at: [1.61, 0.03], interval: 0.001}\n"
             "  - {name: P4, type: pressure, on: tank, at: [1.61, 0.08], interval: 0.001}\n",
     .unit = 0.3,
     .area = 2,
     .across = 40,
     .pressure = 2943,
     .window = 0.02,
     .calm = 0.6},
    {.name = "patch",
     .title = "Rotating square, 1 m, 1 rad/s, 2 s",
     .published = "",
     .text = "method: wcsph\nscheme: classic\ndimensions: 2\ndp: 0.02\ndomain: {low: [-2, -2], high: [2, 2], "
             "open: [-x, +x, -y, "
             "+y]}\nmaterial: {speed_of_sound: 7}\n"
             "fluids:\n  - {name: water, shapes: [{add: box, low: [-0.5, -0.5], high: [0.5, 0.5]}]}\n" WATER
                 VERLET "end: 2\n",
     .unit = 1,
     .area = 1,
     .across = 50,
     .answer = patch,
     .begins = true},
    {.name = "drop",
     .title = "Disc of 1 m that becomes an ellipse, 1/s, at 0.8 s",
     .published = "",
     .text =
         "method: wcsph\nscheme: classic\ndimensions: 2\ndp: 0.05\ndomain: {low: [-2, -4], high: [2, 4]}\n"
         "material: {speed_of_sound: 14}\n"
         "fluids:\n  - {name: water, shapes: [{add: sphere, centre: [0, 0], radius: 1}]}\n" WATER VERLET
         "end: 0.8\n",
     .unit = 1,
     .area = PI,
     .across = 25,
     .pressure = 500,
     .answer = drop_wcsph_flows,
     .begins = true,
     .compares = true},
    {.name = "gresho",
     .title = "Gresho vortex, at 1 s",
     .published = "",
     .text =
         "method: wcsph\nscheme: classic\ndimensions: 2\ndp: 0.02\ndomain: {low: [0, 0], high: [1, 1], "
         "periodic: [x, y]}\n"
         "material: {density: 1, speed_of_sound: 10}\n"
         "fluids:\n  - {name: fluid, jitter: 0.05, shapes: [{add: box, low: [0, 0], high: [1, 1]}]}\n" WATER
             VERLET "shifting: {model: sun}\nend: 1\n",
     .unit = 1,
     .area = 1,
     .across = 50,
     .answer = gresho,
     .begins = true,
     .compares = true},
    {.name = "jet",
     .title = "Plane jet on a wall, half of it 0.1 m, 3 m/s; the stagnation point's gauge",
     .published = "mean 1 by free-streamline theory (cases/plane-jet)",
     .text =
         "method: wcsph\nscheme: classic\ndimensions: 2\ndp: 0.01\nsmoothing_ratio: 1.6\n"
         "domain: {low: [0, -0.5], high: [1.5, 0.5], open: [+x, -y, +y]}\n"
         "material: {expected_speed: 3, sound_factor: 15, lowest_density: 0.998}\n"
         "fluids:\n  - {name: water, velocity: [-3, 0], shapes: [{add: box, low: [0, -0.1], high: [1.4, "
         "0.1]}]}\n"
         "walls:\n  - {name: wall, shapes: [{add: box, low: [-0.06, -0.5], high: [0, 0.5]}]}\n" WATER DUMMY
         "integrator: {scheme: verlet, cfl: 0.3, euler_every: 10}\nend: 0.3\n"
         "gauges:\n"
         "  - {name: P0, type: pressure, at: [0, 0], interval: 0.0005}\n",
     .unit = 0.1,
     .area = 28,
     .across = 10,
     .pressure = 4500, /* rho U^2 / 2 */
     .window = 0.02,
     .calm = 0.1},
    {.name = "spheric02",
     .title = "Dam break with an obstacle in 3-D (cases/spheric02), 0.8 s; P1 to P4",
     .published = "experiment (Kleefsman et al. 2005): peak 2.08 of P1",
     .text = "method: wcsph\nscheme: classic\ndimensions: 3\ndp: 0.055\nsmoothing_ratio: 1.6\n"
             "domain: {low: [0, 0, 0], high: [3.22, 1, 1], open: [+z]}\ngravity: [0, 0, -9.81]\n"
             "material: {sound_factor: 15, lowest_density: 0.998}\n"
             "fluids:\n  - {name: water, shapes: [{add: box, low: [1.992, 0, 0], high: [3.22, 1, 0.55]}]}\n"
             "walls:\n"
             "  - {name: tank, shapes: [{add: box, low: [0, 0, 0], high: [3.22, 1, 1], fill: shell-outside, "
             "open: "
             "[+z]}]}\n"
             "  - {name: obstacle, shapes: [{add: box, low: [0.6635, 0.295, 0], high: [0.8245, 0.698, "
             "0.161]}]}\n" WATER DUMMY "integrator: {scheme: verlet, cfl: 0.3, euler_every: 10}\nend: 0.8\n"
             "gauges:\n"
             "  - {name: P1, type: pressure, at: [0.8245, 0.471, 0.021], interval: 0.001}\n"
             "  - {name: P2, type: pressure, at: [0.8245, 0.471, 0.061], interval: 0.001}\n"
             "  - {name: P3, type: pressure, at: [0.8245, 0.471, 0.101], interval: 0.001}\n"
             "  - {name: P4, type: pressure, at: [0.8245, 0.471, 0.141], interval: 0.001}\n",
     .unit = 0.55,
     .spatial = true,
     .area = 4.06, /* 1.228 m x 1 m x 0.55 m */
     .across = 10,
     .pressure = 5396,
     .window = 0.02,
     .calm = 0.5},
    {0}};

#define DAMPER "acoustic_damper={model: sun, strength: 0.5}"
const struct scheme schemes[] = {
    {"as it is", {0}, {NULL}},
    {"contact wide", {"boundary.contact=0.866"}, {NULL}},
    {"contact off", {"boundary.contact=0"}, {NULL}},
    {"delta-SPH", {"density_diffusion={model: antuono, delta: 0.1}"}, {NULL}},
    {"damper", {DAMPER}, {NULL}},
    {"shifting", {"shifting={model: sun}"}, {NULL}},
    {"quiet", {DAMPER, "shifting={model: sun}"}, {NULL}},
    {"Riemann",
     {"density_diffusion={model: ferrari, delta: 1}", "integrator={scheme: symplectic}"},
     {"viscosity={model: riemann}"}},
    {"limited",
     {"density_diffusion={model: ferrari, delta: 1}", "integrator={scheme: symplectic}"},
     {"viscosity={model: riemann}", "reconstruction=van_albada"}},
    {"corrected", {"gradient_correction=symmetric"}, {NULL}},
    {"reverse", {"gradient_correction=reverse"}, {NULL}},
    {"cleaning", {"acoustic_damper={model: cleaning, strength: 0.5}"}, {NULL}},
    {"consistent", {DAMPER, "shifting={model: plus}"}, {NULL}},
    {"transport", {"shifting={model: adami}"}, {NULL}},
    {"symplectic", {"integrator={scheme: symplectic}"}, {NULL}},
    {0}};

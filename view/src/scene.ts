// SPDX-License-Identifier: BSD-3-Clause
// A pane a run, all seen by one camera, that of amphi render: without perspective, so that lengths can be compared.
import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { table } from "./colours";
import { Pane } from "./pane";

// "inside": those that stand inside the domain, as amphi render draws them. Bodies are solid whatever is chosen.
export type Walls = "shown" | "inside" | "hidden" | "transparent";
export interface Clip {
  axis: 0 | 1 | 2;
  at: number; // m
  flip: boolean; // what lies below is cut away, not what lies above
}

const NO_CLIP = new THREE.Vector4(0, 0, 0, 1);
const MARGIN = 0.06; // around the box, of the pane

// Azimuth and elevation in degrees, as of amphi render --camera.
export const cameras: Record<string, [number, number]> = { corner: [-62, 24], front: [-90, 0], side: [0, 0], top: [-90, 89.9] };
const ALIASES: Record<string, string> = { "3d": "corner", x: "side", y: "front", z: "top" };

// Two angles, or the name of a camera; null for anything else.
export function parseCamera(text: string): [number, number] | null {
  const known = cameras[ALIASES[text] ?? text];
  if (known) return known;
  const angles = text.split(",").map((one) => (one.trim() ? Number(one) : NaN));
  return angles.length === 2 && Math.abs(angles[0]) <= 360 && Math.abs(angles[1]) < 90 ? [angles[0], angles[1]] : null;
}

export class Stage {
  readonly panes: Pane[];
  readonly software: boolean; // no GPU draws this
  columns = 1; // panes beside each other; others are below
  private readonly renderer: THREE.WebGLRenderer;
  private readonly camera = new THREE.OrthographicCamera();
  private controls: OrbitControls;
  private readonly uniforms = {
    map: { value: null as THREE.DataTexture | null },
    low: { value: 0 },
    high: { value: 1 },
    radius: { value: 0.01 },
    pixels: { value: 1 },
    clip: { value: NO_CLIP.clone() },
  };
  private box = new THREE.Box3(new THREE.Vector3(0, 0, 0), new THREE.Vector3(1, 1, 1));
  private up = new THREE.Vector3(0, 0, 1);
  private radius = 0.01;
  private extent = [1, 1]; // of the box as it was looked at: m to the right, and up
  private waiting = false;
  private walls: Walls = "transparent";

  constructor(
    private readonly canvas: HTMLCanvasElement,
    count: number,
    private readonly drawn: (milliseconds: number) => void,
  ) {
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: false, preserveDrawingBuffer: true });
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.outputColorSpace = THREE.LinearSRGBColorSpace; // colours as the maps have them
    const context = this.renderer.getContext();
    const names = context.getExtension("WEBGL_debug_renderer_info");
    const name = String(names ? context.getParameter(names.UNMASKED_RENDERER_WEBGL) : "");
    this.software = /swiftshader|llvmpipe|software|basic render/i.test(name);
    this.panes = Array.from({ length: count }, () => new Pane(this.uniforms));
    this.controls = this.makeControls();
    this.setDark(false);
    new ResizeObserver(() => {
      this.arrange();
      this.draw();
    }).observe(canvas);
  }

  private makeControls(): OrbitControls {
    const controls = new OrbitControls(this.camera, this.canvas);
    controls.addEventListener("change", () => this.draw());
    return controls;
  }

  setDark(dark: boolean): void {
    this.renderer.setClearColor(dark ? 0x16181c : 0xffffff);
    for (const pane of this.panes) pane.arrows.material.color.set(dark ? 0xf0f0f0 : 0x111111);
    this.draw();
  }

  // What the cameras look at: m, the direction against gravity, and how far a particle reaches.
  setSpace(low: number[], high: number[], up: [number, number, number], radius: number): void {
    this.box = new THREE.Box3(new THREE.Vector3(...low), new THREE.Vector3(...high));
    this.up.set(...up);
    this.radius = radius;
  }

  // The box is the domain: its edges are drawn, and walls inside it can be told from others.
  setDomain(): void {
    for (const pane of this.panes) pane.showEdges(this.box.min, this.box.max);
    this.setWalls(this.walls);
  }

  private get flat(): boolean {
    return this.box.min.z === this.box.max.z;
  }

  // The axes of azimuth and elevation (src/render/camera.c): `first` at 0, 0, `second` at 90, 0.
  private get axes(): { first: THREE.Vector3; second: THREE.Vector3 } {
    const first = new THREE.Vector3(Math.abs(this.up.z), Math.abs(this.up.x), Math.abs(this.up.y));
    return { first, second: new THREE.Vector3().crossVectors(this.up, first) };
  }

  // From where: two angles "AZIMUTH,ELEVATION", corner, front, side, top, or an axis that is looked along. In 2-D
  // the eye stands before the plane.
  look(from: string): void {
    const [azimuth, elevation] = (parseCamera(from) ?? cameras.corner).map((angle) => (angle * Math.PI) / 180);
    const { first, second } = this.axes;
    const away = this.flat
      ? new THREE.Vector3(0, 0, 1)
      : first.multiplyScalar(Math.cos(elevation) * Math.cos(azimuth)).addScaledVector(second, Math.cos(elevation) * Math.sin(azimuth)).addScaledVector(this.up, Math.sin(elevation));
    const up = this.flat ? new THREE.Vector3(0, 1, 0) : this.up;
    const right = new THREE.Vector3().crossVectors(up, away).normalize();
    const centre = this.box.getCenter(new THREE.Vector3());
    const size = this.box.getSize(new THREE.Vector3());
    const across = (axis: THREE.Vector3) => Math.abs(axis.x) * size.x + Math.abs(axis.y) * size.y + Math.abs(axis.z) * size.z;
    this.extent = [right, new THREE.Vector3().crossVectors(away, right)].map(across);
    const distance = 2 * (size.length() || 1);
    this.camera.up.copy(up);
    this.camera.position.copy(centre).addScaledVector(away, distance);
    this.camera.near = distance / 1000;
    this.camera.far = distance * 20;
    this.camera.zoom = 1;
    this.controls.dispose();
    this.controls = this.makeControls();
    this.controls.enableRotate = !this.flat;
    if (this.flat) {
      this.controls.mouseButtons.LEFT = THREE.MOUSE.PAN;
      this.controls.touches.ONE = THREE.TOUCH.PAN;
    }
    this.controls.target.copy(centre);
    this.controls.update();
    this.arrange();
    this.draw();
  }

  // Azimuth and elevation as it is now; "" in 2-D.
  get angles(): string {
    if (this.flat) return "";
    const away = this.towards;
    const { first, second } = this.axes;
    const degrees = (radians: number) => Math.round((radians * 1800) / Math.PI) / 10;
    const elevation = degrees(Math.asin(Math.min(1, Math.max(-1, away.dot(this.up)))));
    return `${degrees(Math.atan2(away.dot(second), away.dot(first)))},${Math.min(89.9, Math.max(-89.9, elevation))}`;
  }

  // The direction to the eye.
  get towards(): THREE.Vector3 {
    return this.camera.position.clone().sub(this.controls.target).normalize();
  }

  // The camera's middle at a place, the view so near that `width` m are seen.
  lookAt(place: number[], width: number): void {
    const shift = new THREE.Vector3(...place).sub(this.controls.target);
    this.camera.position.add(shift);
    this.controls.target.add(shift);
    this.camera.zoom = Math.max(this.extent[0], this.extent[1]) / width;
    this.controls.update();
    this.draw();
  }

  // Panes beside each other or below each other, as they become largest.
  private arrange(): void {
    const [width, height] = [this.canvas.clientWidth, this.canvas.clientHeight];
    let best = 0;
    for (let columns = this.panes.length; columns >= 1 && width && height; columns--) {
      const rows = Math.ceil(this.panes.length / columns);
      const scale = Math.min(width / columns / (this.extent[0] || 1e-30), height / rows / (this.extent[1] || 1e-30));
      if (scale > best * 1.02) [best, this.columns] = [scale, columns];
    }
  }

  // Left, top, width and height of a pane, in pixels of the page.
  rectangle(pane: number): [number, number, number, number] {
    const rows = Math.ceil(this.panes.length / this.columns);
    const [width, height] = [this.canvas.clientWidth / this.columns, this.canvas.clientHeight / rows];
    return [(pane % this.columns) * width, Math.floor(pane / this.columns) * height, width, height];
  }

  // m that a pixel of the page is wide.
  get pixel(): number {
    return (this.camera.right - this.camera.left) / this.camera.zoom / this.rectangle(0)[2];
  }

  setMap(name: string): void {
    this.uniforms.map.value?.dispose();
    const texture = new THREE.DataTexture(table(name), 256, 1);
    texture.minFilter = texture.magFilter = THREE.NearestFilter;
    texture.needsUpdate = true;
    this.uniforms.map.value = texture;
    this.draw();
  }

  setRange(low: number, high: number): void {
    [this.uniforms.low.value, this.uniforms.high.value] = [low, high];
    this.draw();
  }

  setSize(factor: number): void {
    this.uniforms.radius.value = factor * this.radius;
    this.draw();
  }

  setWalls(walls: Walls): void {
    this.walls = walls;
    const reach = 1e-6 * this.box.getSize(new THREE.Vector3()).length();
    const domain = walls === "inside" && !this.flat ? this.box.clone().expandByScalar(reach) : null;
    for (const pane of this.panes) {
      pane.keepWalls(walls === "hidden" ? () => false : domain ? (at) => domain.containsPoint(at) : () => true);
      const { material } = pane.walls;
      material.uniforms.alpha.value = walls === "transparent" ? 0.06 : 1;
      material.transparent = walls === "transparent";
      material.depthWrite = walls !== "transparent";
      material.needsUpdate = true;
    }
    this.draw();
  }

  setFluid(visible: boolean): void {
    for (const pane of this.panes) pane.fluid.visible = visible;
    this.draw();
  }

  setClip(clip: Clip | null): void {
    this.uniforms.clip.value.copy(NO_CLIP);
    if (clip) {
      const sign = clip.flip ? -1 : 1;
      const normal = [0, 0, 0];
      normal[clip.axis] = sign;
      this.uniforms.clip.value.set(normal[0], normal[1], normal[2], sign * clip.at);
    }
    this.draw();
  }

  get bounds(): THREE.Box3 {
    return this.box;
  }

  private visible(pane: Pane, row: number): boolean {
    const { x, y, z, w } = this.uniforms.clip.value;
    const p = pane.frame!.points;
    return x * p[3 * row] + y * p[3 * row + 1] + z * p[3 * row + 2] <= w;
  }

  // The nearest particle that is drawn at a place of the canvas, in pixels of the page; null if none is.
  pick(x: number, y: number): { pane: number; id: number } | null {
    const index = this.panes.findIndex((_, i) => {
      const [left, top, width, height] = this.rectangle(i);
      return x >= left && x < left + width && y >= top && y < top + height;
    });
    const pane = this.panes[index];
    if (!pane?.frame) return null;
    const [left, top, width, height] = this.rectangle(index);
    this.setAspect(width, height);
    const e = new THREE.Matrix4().multiplyMatrices(this.camera.projectionMatrix, this.camera.matrixWorldInverse).elements;
    const at = [(2 * (x - left)) / width - 1, 1 - (2 * (y - top)) / height];
    const p = pane.frame.points;
    const radius = pane.larger.value * this.uniforms.radius.value * this.uniforms.pixels.value;
    let [best, depth] = [-1, Infinity];
    for (const [{ visible, material }, rows] of [
      [pane.fluid, pane.drawn],
      [pane.bodies, pane.drawnBodies],
      [pane.walls, pane.drawnWalls],
    ] as const) {
      if (!visible || material.transparent) continue;
      for (const i of rows) {
        const [a, b, c] = [p[3 * i], p[3 * i + 1], p[3 * i + 2]];
        const [u, v] = [e[0] * a + e[4] * b + e[8] * c + e[12], e[1] * a + e[5] * b + e[9] * c + e[13]];
        const z = e[2] * a + e[6] * b + e[10] * c + e[14];
        const far = Math.hypot(((u - at[0]) * width) / 2, ((v - at[1]) * height) / 2) * this.renderer.getPixelRatio();
        if (far > 1 + Math.max(pane.size(i) * radius, 2) || z >= depth || Math.abs(z) > 1 || !this.visible(pane, i)) continue;
        [best, depth] = [i, z];
      }
    }
    return best < 0 ? null : { pane: index, id: pane.frame.ids[best] };
  }

  // Where a particle is on the canvas, for what points at it; pixels of the page.
  project(pane: number, row: number): [number, number] {
    const [left, top, width, height] = this.rectangle(pane);
    this.setAspect(width, height);
    const at = new THREE.Vector3().fromArray(this.panes[pane].frame!.points, 3 * row).project(this.camera);
    return [left + ((at.x + 1) / 2) * width, top + ((1 - at.y) / 2) * height];
  }

  private setAspect(width: number, height: number): void {
    const aspect = width / height;
    const half = ((1 + 2 * MARGIN) / 2) * Math.max(this.extent[1], this.extent[0] / aspect, 1e-30);
    Object.assign(this.camera, { left: -half * aspect, right: half * aspect, top: half, bottom: -half });
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
    this.uniforms.pixels.value = (this.camera.projectionMatrix.elements[5] * height * this.renderer.getPixelRatio()) / 2;
  }

  // At the next frame.
  draw(): void {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.drawNow();
    });
  }

  private drawNow(): void {
    const [width, height] = [this.canvas.clientWidth, this.canvas.clientHeight];
    if (width === 0 || height === 0) return;
    const size = this.renderer.getSize(new THREE.Vector2());
    if (size.x !== width || size.y !== height) this.renderer.setSize(width, height, false);
    const start = performance.now();
    this.renderer.setScissorTest(true);
    this.panes.forEach((pane, i) => {
      const [left, top, paneWidth, paneHeight] = this.rectangle(i);
      this.setAspect(paneWidth, paneHeight);
      this.renderer.setViewport(left, height - top - paneHeight, paneWidth, paneHeight);
      this.renderer.setScissor(left, height - top - paneHeight, paneWidth, paneHeight);
      this.renderer.clear();
      if (pane.frame) this.renderer.render(pane.scene, this.camera);
    });
    const context = this.renderer.getContext();
    context.readPixels(0, 0, 1, 1, context.RGBA, context.UNSIGNED_BYTE, new Uint8Array(4)); // waits until it is drawn
    this.drawn(performance.now() - start);
  }
}

// SPDX-License-Identifier: BSD-3-Clause
// Particles as shaded discs that look like spheres, a pane a run, all seen by one camera.
import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { table } from "./colours";
import type { Frame } from "./reader";

export type Walls = "shown" | "hidden" | "transparent";
export interface Clip {
  axis: 0 | 1 | 2;
  at: number; // m
  flip: boolean; // what lies below is cut away, not what lies above
}

const VERTEX = `
  attribute float value;
  uniform float radius, pixels, perspective;
  uniform vec4 clip;
  varying float shown, number;
  void main() {
    vec4 eye = modelViewMatrix * vec4(position, 1.0);
    gl_Position = projectionMatrix * eye;
    gl_PointSize = max(2.0 * radius * pixels / (perspective > 0.5 ? -eye.z : 1.0), 1.0);
    shown = dot(clip.xyz, position) - clip.w;
    number = value;
  }`;
const FRAGMENT = `
  uniform sampler2D map;
  uniform float low, high, alpha, grey;
  varying float shown, number;
  void main() {
    vec2 at = 2.0 * gl_PointCoord - 1.0;
    float left = 1.0 - dot(at, at);
    if (left < 0.0 || shown > 0.0) discard;
    float shade = 0.45 + 0.55 * clamp(dot(vec3(at.x, -at.y, sqrt(left)), normalize(vec3(-0.45, 0.65, 0.62))), 0.0, 1.0);
    float x = clamp((number - low) / max(high - low, 1e-30), 0.0, 1.0);
    vec3 colour = texture2D(map, vec2((255.0 * x + 0.5) / 256.0, 0.5)).rgb;
    bool none = !(number == number) || abs(number) > 3e38;
    gl_FragColor = vec4(shade * (none ? vec3(0.85, 0.3, 0.85) : mix(colour, vec3(0.62), grey)), alpha);
  }`;

const FIELD_OF_VIEW = Math.tan((35 / 360) * Math.PI); // half of it upwards, at a distance of 1
const NO_CLIP = new THREE.Vector4(0, 0, 0, 1);

// Which of many particles are drawn goes by their ids, so that it is the same ones at all times.
function isDrawn(id: number, share: number): boolean {
  const hash = Math.imul((id + 1) >>> 0, 2654435761) >>> 0;
  return (hash ^ (hash >>> 15)) >>> 0 < share * 4294967296;
}

class Pane {
  readonly scene = new THREE.Scene();
  readonly geometry = new THREE.BufferGeometry();
  readonly wallGeometry = new THREE.BufferGeometry();
  readonly fluid: THREE.Points<THREE.BufferGeometry, THREE.ShaderMaterial>;
  readonly walls: THREE.Points<THREE.BufferGeometry, THREE.ShaderMaterial>;
  readonly mark: THREE.Points<THREE.BufferGeometry, THREE.PointsMaterial>;
  frame: Frame | null = null;
  drawn: Uint32Array<ArrayBuffer> = new Uint32Array(0); // rows that are fluid
  drawnWalls: Uint32Array<ArrayBuffer> = new Uint32Array(0);
  picked: number | null = null; // an id

  constructor(uniforms: Record<string, THREE.IUniform>) {
    const material = (own: Record<string, THREE.IUniform>) =>
      new THREE.ShaderMaterial({ vertexShader: VERTEX, fragmentShader: FRAGMENT, uniforms: { ...uniforms, ...own } });
    this.fluid = new THREE.Points(this.geometry, material({ alpha: { value: 1 }, grey: { value: 0 } }));
    this.walls = new THREE.Points(this.wallGeometry, material({ alpha: { value: 1 }, grey: { value: 1 } }));
    const spot = new THREE.PointsMaterial({ color: 0xff00ff, size: 12, sizeAttenuation: false, depthTest: false, transparent: true });
    this.mark = new THREE.Points(new THREE.BufferGeometry(), spot);
    this.mark.geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(3), 3));
    this.mark.visible = false;
    this.mark.renderOrder = 2;
    this.walls.renderOrder = 1;
    this.scene.add(this.fluid, this.walls, this.mark);
    for (const object of [this.fluid, this.walls, this.mark]) object.frustumCulled = false;
  }

  show(frame: Frame | null, values: Float32Array<ArrayBuffer>, most: number): void {
    this.frame = frame;
    const count = frame?.count ?? 0;
    const [fluid, walls]: number[][] = [[], []];
    for (let i = 0; frame && i < count; i++)
      if (count <= most || isDrawn(frame.ids[i], most / count)) (frame.walls?.[i] ? walls : fluid).push(i);
    [this.drawn, this.drawnWalls] = [Uint32Array.from(fluid), Uint32Array.from(walls)];
    const position = new THREE.BufferAttribute(Float32Array.from(frame?.points ?? []), 3);
    for (const [geometry, rows] of [
      [this.geometry, this.drawn],
      [this.wallGeometry, this.drawnWalls],
    ] as const) {
      geometry.dispose();
      geometry.setAttribute("position", position);
      geometry.setIndex(new THREE.BufferAttribute(rows, 1));
    }
    this.colour(values);
    this.placeMark();
  }

  colour(values: Float32Array<ArrayBuffer>): void {
    const attribute = new THREE.BufferAttribute(values, 1);
    this.geometry.setAttribute("value", attribute);
    this.wallGeometry.setAttribute("value", attribute);
  }

  row(id: number): number {
    return this.frame ? this.frame.ids.indexOf(id) : -1;
  }

  placeMark(): void {
    const row = this.picked === null ? -1 : this.row(this.picked);
    this.mark.visible = row >= 0;
    if (row < 0 || !this.frame) return;
    const place = this.mark.geometry.getAttribute("position") as THREE.BufferAttribute;
    place.setXYZ(0, this.frame.points[3 * row], this.frame.points[3 * row + 1], this.frame.points[3 * row + 2]);
    place.needsUpdate = true;
  }
}

export class Stage {
  readonly panes: Pane[];
  readonly software: boolean; // no GPU draws this
  private readonly renderer: THREE.WebGLRenderer;
  private readonly perspective = new THREE.PerspectiveCamera(35, 1, 0.01, 100);
  private readonly orthographic = new THREE.OrthographicCamera();
  private camera: THREE.PerspectiveCamera | THREE.OrthographicCamera = this.perspective;
  private controls: OrbitControls;
  private readonly uniforms = {
    map: { value: null as THREE.DataTexture | null },
    low: { value: 0 },
    high: { value: 1 },
    radius: { value: 0.01 },
    pixels: { value: 1 },
    perspective: { value: 1 },
    clip: { value: NO_CLIP.clone() },
  };
  private box = new THREE.Box3(new THREE.Vector3(0, 0, 0), new THREE.Vector3(1, 1, 1));
  private up = new THREE.Vector3(0, 0, 1);
  private waiting = false;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    count: number,
    private readonly drawn: (milliseconds: number) => void,
  ) {
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: false, preserveDrawingBuffer: true });
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.setClearColor(0xffffff);
    this.renderer.outputColorSpace = THREE.LinearSRGBColorSpace; // colours as the maps have them
    const context = this.renderer.getContext();
    const names = context.getExtension("WEBGL_debug_renderer_info");
    const name = String(names ? context.getParameter(names.UNMASKED_RENDERER_WEBGL) : "");
    this.software = /swiftshader|llvmpipe|software|basic render/i.test(name);
    this.panes = Array.from({ length: count }, () => new Pane(this.uniforms));
    this.controls = this.makeControls();
    new ResizeObserver(() => this.draw()).observe(canvas);
  }

  private makeControls(): OrbitControls {
    const controls = new OrbitControls(this.camera, this.canvas);
    controls.addEventListener("change", () => this.draw());
    return controls;
  }

  // What the cameras look at: m, the direction against gravity, and how far a particle reaches.
  setSpace(low: number[], high: number[], up: [number, number, number], radius: number): void {
    this.box = new THREE.Box3(new THREE.Vector3(...low), new THREE.Vector3(...high));
    this.up.set(...up);
    this.radius = radius;
  }
  private radius = 0.01;

  // "3d", or the axis that is looked along.
  look(from: string): void {
    const centre = this.box.getCenter(new THREE.Vector3());
    const size = this.box.getSize(new THREE.Vector3()).length() || 1;
    const flat = { x: [1, 0, 0], y: [0, -1, 0], z: [0, 0, 1] }[from];
    this.camera = flat ? this.orthographic : this.perspective;
    const side = new THREE.Vector3(this.up.y, this.up.z, this.up.x);
    const third = new THREE.Vector3().crossVectors(this.up, side);
    const away = flat
      ? new THREE.Vector3(...flat)
      : side.multiplyScalar(0.45).addScaledVector(third, -0.8).addScaledVector(this.up, 0.42).normalize();
    this.camera.up.copy(this.up);
    if (flat && Math.abs(away.dot(this.up)) > 0.9) this.camera.up.set(0, from === "y" ? 0 : 1, from === "y" ? 1 : 0);
    const distance = flat ? 2 * size : (0.5 * size) / FIELD_OF_VIEW;
    this.camera.position.copy(centre).addScaledVector(away, distance);
    this.camera.near = distance / 1000;
    this.camera.far = distance * 20;
    this.orthographic.zoom = 1;
    this.controls.dispose();
    this.controls = this.makeControls();
    this.controls.enableRotate = !flat;
    if (flat) this.controls.mouseButtons.LEFT = THREE.MOUSE.PAN;
    this.controls.target.copy(centre);
    this.controls.update();
    this.draw();
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
    for (const pane of this.panes) {
      pane.walls.visible = walls !== "hidden";
      pane.walls.material.uniforms.alpha.value = walls === "transparent" ? 0.06 : 1;
      pane.walls.material.transparent = walls === "transparent";
      pane.walls.material.depthWrite = walls !== "transparent";
      pane.walls.material.needsUpdate = true;
    }
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
    const width = this.canvas.clientWidth / this.panes.length;
    const height = this.canvas.clientHeight;
    const index = Math.min(Math.floor(x / width), this.panes.length - 1);
    const pane = this.panes[index];
    if (!pane?.frame) return null;
    this.setAspect(width, height);
    const matrix = new THREE.Matrix4().multiplyMatrices(this.camera.projectionMatrix, this.camera.matrixWorldInverse);
    const e = matrix.elements;
    const at = [(2 * (x - index * width)) / width - 1, 1 - (2 * y) / height];
    const p = pane.frame.points;
    const solid = pane.walls.visible && !pane.walls.material.transparent;
    let [best, depth] = [-1, Infinity];
    for (const rows of solid ? [pane.drawn, pane.drawnWalls] : [pane.drawn])
      for (const i of rows) {
        const [a, b, c] = [p[3 * i], p[3 * i + 1], p[3 * i + 2]];
        const w = e[3] * a + e[7] * b + e[11] * c + e[15];
        const [u, v] = [(e[0] * a + e[4] * b + e[8] * c + e[12]) / w, (e[1] * a + e[5] * b + e[9] * c + e[13]) / w];
        const z = (e[2] * a + e[6] * b + e[10] * c + e[14]) / w;
        const reach = 1 + Math.max((this.uniforms.radius.value * this.uniforms.pixels.value) / (this.uniforms.perspective.value ? w : 1), 2);
        const far = Math.hypot(((u - at[0]) * width) / 2, ((v - at[1]) * height) / 2) * this.renderer.getPixelRatio();
        if (far > reach || z >= depth || Math.abs(z) > 1 || !this.visible(pane, i)) continue;
        [best, depth] = [i, z];
      }
    return best < 0 ? null : { pane: index, id: pane.frame.ids[best] };
  }

  // Where a particle is on the canvas, for what points at it; pixels of the page.
  project(pane: number, row: number): [number, number] {
    const width = this.canvas.clientWidth / this.panes.length;
    this.setAspect(width, this.canvas.clientHeight);
    const p = this.panes[pane].frame!.points;
    const at = new THREE.Vector3(p[3 * row], p[3 * row + 1], p[3 * row + 2]).project(this.camera);
    return [(pane + (at.x + 1) / 2) * width, ((1 - at.y) / 2) * this.canvas.clientHeight];
  }

  private setAspect(width: number, height: number): void {
    const aspect = width / height;
    const size = this.box.getSize(new THREE.Vector3()).length() || 1;
    if (this.camera === this.perspective) {
      // A narrow pane shows as much from left to right as one that is half as wide again as it is high.
      this.perspective.fov = (360 / Math.PI) * Math.atan(FIELD_OF_VIEW * Math.max(1, 1.5 / aspect));
      this.perspective.aspect = aspect;
    } else {
      const half = 0.55 * size * Math.max(0.75, 1 / aspect);
      Object.assign(this.orthographic, { left: -half * aspect, right: half * aspect, top: half, bottom: -half });
    }
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
    const ratio = this.renderer.getPixelRatio();
    this.uniforms.perspective.value = this.camera === this.perspective ? 1 : 0;
    this.uniforms.pixels.value = (this.camera.projectionMatrix.elements[5] * height * ratio) / 2;
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
    const each = width / this.panes.length;
    this.panes.forEach((pane, i) => {
      this.setAspect(each, height);
      this.renderer.setViewport(i * each, 0, each, height);
      this.renderer.setScissor(i * each, 0, each, height);
      this.renderer.clear();
      if (pane.frame) this.renderer.render(pane.scene, this.camera);
    });
    const context = this.renderer.getContext();
    context.readPixels(0, 0, 1, 1, context.RGBA, context.UNSIGNED_BYTE, new Uint8Array(4)); // waits until it is drawn
    this.drawn(performance.now() - start);
  }
}

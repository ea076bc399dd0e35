// SPDX-License-Identifier: BSD-3-Clause
// The particles that a case would begin with, and the camera by which they and its shapes are seen.
import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import type { Frame } from "../reader";
import type { Vec } from "./model";

const VERTEX = `
  attribute vec3 colour;
  uniform float radius, pixels, perspective;
  varying vec3 own;
  void main() {
    vec4 eye = modelViewMatrix * vec4(position, 1.0);
    gl_Position = projectionMatrix * eye;
    gl_PointSize = max(2.0 * radius * pixels / (perspective > 0.5 ? -eye.z : 1.0), 1.5);
    own = colour;
  }`;
const FRAGMENT = `
  varying vec3 own;
  void main() {
    vec2 at = 2.0 * gl_PointCoord - 1.0;
    float left = 1.0 - dot(at, at);
    if (left < 0.0) discard;
    gl_FragColor = vec4((0.7 + 0.3 * sqrt(left)) * own, 1.0);
  }`;
const FIELD = 35; // degrees

export class Space {
  private readonly renderer: THREE.WebGLRenderer;
  private readonly scene = new THREE.Scene();
  private readonly geometry = new THREE.BufferGeometry();
  private readonly uniforms = { radius: { value: 0.01 }, pixels: { value: 1 }, perspective: { value: 0 } };
  private readonly orthographic = new THREE.OrthographicCamera(-1, 1, 1, -1, -1000, 1000);
  private readonly perspective = new THREE.PerspectiveCamera(FIELD, 1, 0.001, 1000);
  private camera: THREE.OrthographicCamera | THREE.PerspectiveCamera = this.orthographic;
  private controls: OrbitControls;
  private half = 1; // of the height that is seen without zoom, in 2-D
  private waiting = false;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly moved: () => void,
  ) {
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.setDark(false);
    this.renderer.outputColorSpace = THREE.LinearSRGBColorSpace;
    const points = new THREE.Points(this.geometry, new THREE.ShaderMaterial({ vertexShader: VERTEX, fragmentShader: FRAGMENT, uniforms: this.uniforms }));
    points.frustumCulled = false;
    this.scene.add(points);
    this.controls = this.makeControls();
    new ResizeObserver(() => this.draw()).observe(canvas);
  }

  private makeControls(): OrbitControls {
    const controls = new OrbitControls(this.camera, this.canvas);
    controls.addEventListener("change", () => this.draw());
    controls.enableRotate = this.camera === this.perspective;
    controls.mouseButtons.LEFT = this.camera === this.perspective ? THREE.MOUSE.ROTATE : THREE.MOUSE.PAN;
    return controls;
  }

  setDark(dark: boolean): void {
    this.renderer.setClearColor(new THREE.Color().setHex(dark ? 0x16181c : 0xffffff, THREE.LinearSRGBColorSpace));
    this.draw();
  }

  // Whether a drag turns and moves the view.
  set steered(on: boolean) {
    this.controls.enabled = on;
  }

  // The whole domain, in 2-D from the front, in 3-D from a corner or along an axis.
  look(low: Vec, high: Vec, up: number, from = "corner"): void {
    const flat = low.length === 2;
    const centre = new THREE.Vector3(...low.map((value, a) => (value + high[a]) / 2));
    const size = Math.hypot(...low.map((value, a) => high[a] - value)) || 1;
    this.camera = flat ? this.orthographic : this.perspective;
    this.camera.up.set(0, 0, 0).setComponent(flat ? 1 : up, 1);
    if (flat) {
      const aspect = this.canvas.clientWidth / Math.max(this.canvas.clientHeight, 1) || 1.5;
      this.half = 0.58 * Math.max(high[1] - low[1], (high[0] - low[0]) / aspect);
      this.orthographic.zoom = 1;
      this.camera.position.copy(centre).setZ(10);
    } else {
      const away = new THREE.Vector3();
      const [across, along] = [0, 1, 2].filter((a) => a !== up);
      if (from === "corner") away.setComponent(across, 0.45).setComponent(along, -0.8).setComponent(up, 0.45);
      else if (from === "front") away.setComponent(along, -1);
      else if (from === "side") away.setComponent(across, 1);
      else away.setComponent(up, 1).setComponent(along, -0.001);
      this.camera.position.copy(centre).addScaledVector(away.normalize(), (0.62 * size) / Math.tan((FIELD * Math.PI) / 360));
      this.perspective.near = size / 500;
      this.perspective.far = size * 50;
    }
    this.controls.dispose();
    this.controls = this.makeControls();
    this.controls.target.copy(flat ? centre.setZ(0) : centre);
    this.controls.update();
    this.draw();
  }

  // Particles, each in a colour by its row; null leaves it out.
  show(frame: Frame, radius: number, colour: (row: number) => THREE.Color | null): void {
    const [places, colours] = [new Float32Array(3 * frame.count), new Float32Array(3 * frame.count)];
    let shown = 0;
    for (let i = 0; i < frame.count; i++) {
      const own = colour(i);
      if (!own) continue;
      for (let a = 0; a < 3; a++) places[3 * shown + a] = frame.points[3 * i + a];
      own.toArray(colours, 3 * shown++);
    }
    this.geometry.dispose();
    this.geometry.setAttribute("position", new THREE.BufferAttribute(places, 3));
    this.geometry.setAttribute("colour", new THREE.BufferAttribute(colours, 3));
    this.geometry.setDrawRange(0, shown);
    this.uniforms.radius.value = radius;
    this.draw();
  }

  private prepare(): void {
    const [width, height] = [this.canvas.clientWidth || 1, this.canvas.clientHeight || 1];
    const aspect = width / height;
    if (this.camera === this.orthographic) Object.assign(this.orthographic, { left: -this.half * aspect, right: this.half * aspect, top: this.half, bottom: -this.half });
    else this.perspective.aspect = aspect;
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
    this.uniforms.perspective.value = this.camera === this.perspective ? 1 : 0;
    this.uniforms.pixels.value = (this.camera.projectionMatrix.elements[5] * height * this.renderer.getPixelRatio()) / 2;
  }

  // Where a point is on the canvas, in pixels of the page; null behind the camera.
  project(at: Vec): [number, number] | null {
    const p = new THREE.Vector3(at[0], at[1], at[2] ?? 0).project(this.camera);
    if (p.z > 1 || !Number.isFinite(p.x)) return null;
    return [((p.x + 1) / 2) * this.canvas.clientWidth, ((1 - p.y) / 2) * this.canvas.clientHeight];
  }

  // The point of the plane of a 2-D case, or in space of a plane across an axis, under a place of the canvas.
  place(x: number, y: number, plane?: { axis: number; at: number }): Vec {
    this.prepare(); // the camera may have been turned since the last picture
    const p = new THREE.Vector3((2 * x) / this.canvas.clientWidth - 1, 1 - (2 * y) / this.canvas.clientHeight, 0).unproject(this.camera);
    if (!plane) return [p.x, p.y];
    const eye = this.camera.position;
    const way = (plane.at - eye.getComponent(plane.axis)) / (p.getComponent(plane.axis) - eye.getComponent(plane.axis));
    return eye.clone().lerp(p, way).setComponent(plane.axis, plane.at).toArray();
  }

  draw(): void {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      const [width, height] = [this.canvas.clientWidth, this.canvas.clientHeight];
      if (!width || !height) return;
      const size = this.renderer.getSize(new THREE.Vector2());
      if (size.x !== width || size.y !== height) this.renderer.setSize(width, height, false);
      this.prepare();
      this.renderer.render(this.scene, this.camera);
      this.moved();
    });
  }
}

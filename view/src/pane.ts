// SPDX-License-Identifier: BSD-3-Clause
// One run as it is drawn: particles as shaded discs that look like spheres, and what is drawn in their place or beside
// them: the surface of the fluid, a plane through it, arrows, the edges of the domain.
import * as THREE from "three";
import type { Cut } from "./places";
import type { Frame } from "./reader";
import type { Surface } from "./surface";
import { sizesOf } from "./values";

const COLOUR = `
  uniform sampler2D map;
  uniform float low, high;
  vec3 colourOf(float number) {
    float x = clamp((number - low) / max(high - low, 1e-30), 0.0, 1.0);
    bool none = !(number == number) || abs(number) > 3e38;
    return none ? vec3(0.85, 0.3, 0.85) : texture2D(map, vec2((255.0 * x + 0.5) / 256.0, 0.5)).rgb;
  }
  float lit(vec3 normal) {
    return 0.45 + 0.55 * clamp(dot(normal, normalize(vec3(-0.45, 0.65, 0.62))), 0.0, 1.0);
  }`;
const VERTEX = `
  attribute float value, size;
  uniform float radius, pixels, larger;
  uniform vec4 clip;
  varying float shown, number;
  void main() {
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
    gl_PointSize = max(2.0 * larger * size * radius * pixels, 1.0);
    shown = dot(clip.xyz, position) - clip.w;
    number = value;
  }`;
const FRAGMENT = `
  ${COLOUR}
  uniform float alpha;
  uniform vec4 plain;
  varying float shown, number;
  void main() {
    vec2 at = 2.0 * gl_PointCoord - 1.0;
    float left = 1.0 - dot(at, at);
    if (left < 0.0 || shown > 0.0) discard;
    gl_FragColor = vec4(lit(vec3(at.x, -at.y, sqrt(left))) * mix(colourOf(number), plain.rgb, plain.a), alpha);
  }`;
const SURFACE_VERTEX = `
  attribute float value;
  uniform vec4 clip;
  varying float shown, number;
  varying vec3 normalAt;
  void main() {
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
    shown = dot(clip.xyz, position) - clip.w;
    number = value;
    normalAt = normalMatrix * normal;
  }`;
const SURFACE_FRAGMENT = `
  ${COLOUR}
  varying float shown, number;
  varying vec3 normalAt;
  void main() {
    if (shown > 0.0) discard;
    vec3 n = normalize(normalAt);
    gl_FragColor = vec4(lit(gl_FrontFacing ? n : -n) * colourOf(number), 1.0);
  }`;
const CUT_VERTEX = `
  varying vec2 at;
  void main() {
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
    at = uv;
  }`;
const CUT_FRAGMENT = `
  ${COLOUR}
  uniform sampler2D numbers;
  varying vec2 at;
  void main() {
    float number = texture2D(numbers, at).r;
    if (!(number == number) || number < -3e38) discard;
    gl_FragColor = vec4(colourOf(number), 1.0);
  }`;

// Which of many particles are drawn goes by their ids, so that it is the same ones at all times.
function isDrawn(id: number, share: number): boolean {
  const hash = Math.imul((id + 1) >>> 0, 2654435761) >>> 0;
  return (hash ^ (hash >>> 15)) >>> 0 < share * 4294967296;
}

THREE.ColorManagement.enabled = false; // colours as the maps have them

type Uniforms = Record<string, THREE.IUniform>;
type Particles = THREE.Points<THREE.BufferGeometry, THREE.ShaderMaterial>;

function lines(): THREE.LineSegments<THREE.BufferGeometry, THREE.LineBasicMaterial> {
  return new THREE.LineSegments(new THREE.BufferGeometry(), new THREE.LineBasicMaterial({ color: 0x8c8c8c }));
}

export class Pane {
  readonly scene = new THREE.Scene();
  readonly fluid: Particles;
  readonly walls: Particles;
  readonly bodies: Particles; // walls that move; solid whatever becomes of the walls
  readonly mark: THREE.Points<THREE.BufferGeometry, THREE.PointsMaterial>;
  readonly surface: THREE.Mesh<THREE.BufferGeometry, THREE.ShaderMaterial>;
  readonly cut: THREE.Mesh<THREE.BufferGeometry, THREE.ShaderMaterial>;
  readonly arrows = lines();
  readonly edges = lines();
  frame: Frame | null = null;
  drawn: Uint32Array<ArrayBuffer> = new Uint32Array(0); // rows that are fluid
  drawnWalls: Uint32Array<ArrayBuffer> = new Uint32Array(0);
  drawnBodies: Uint32Array<ArrayBuffer> = new Uint32Array(0);
  readonly larger = { value: 1 }; // its particles against those of the space (Stage.setSpace)
  spacing = 0; // of its case, m: particles of a snapshot that have others are so much larger or smaller; 0: not known
  wanted = 0; // particles that would be drawn if there were no most
  picked: number | null = null; // an id
  place: number[] | null = null; // what is marked where no particle is picked, m
  private wall: (at: THREE.Vector3) => boolean = () => true; // whether one that stands there is drawn
  private last: [Float32Array<ArrayBuffer>, number, ReadonlySet<number>] | null = null;

  constructor(uniforms: Uniforms) {
    const particles = (plain: THREE.Vector4, depth: number): Particles => {
      const own = { alpha: { value: 1 }, plain: { value: plain }, larger: this.larger };
      const points = new THREE.Points(new THREE.BufferGeometry(), new THREE.ShaderMaterial({ vertexShader: VERTEX, fragmentShader: FRAGMENT, uniforms: { ...uniforms, ...own } }));
      points.renderOrder = depth;
      return points;
    };
    this.fluid = particles(new THREE.Vector4(0, 0, 0, 0), 0);
    this.bodies = particles(new THREE.Vector4(0.72, 0.6, 0.42, 1), 0);
    this.walls = particles(new THREE.Vector4(0.62, 0.62, 0.62, 1), 1);
    const mesh = (vertexShader: string, fragmentShader: string, own: Uniforms) => {
      const material = new THREE.ShaderMaterial({ vertexShader, fragmentShader, uniforms: { ...uniforms, ...own }, side: THREE.DoubleSide });
      const made = new THREE.Mesh(new THREE.BufferGeometry(), material);
      made.visible = false;
      return made;
    };
    this.surface = mesh(SURFACE_VERTEX, SURFACE_FRAGMENT, {});
    this.cut = mesh(CUT_VERTEX, CUT_FRAGMENT, { numbers: { value: null } });
    const spot = new THREE.PointsMaterial({ color: 0xff00ff, size: 12, sizeAttenuation: false, depthTest: false, transparent: true });
    this.mark = new THREE.Points(new THREE.BufferGeometry(), spot);
    this.mark.geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(3), 3));
    this.mark.visible = this.arrows.visible = this.edges.visible = false;
    this.mark.renderOrder = this.arrows.renderOrder = 2;
    const all = [this.fluid, this.bodies, this.walls, this.surface, this.cut, this.arrows, this.edges, this.mark];
    this.scene.add(...all);
    for (const object of all) object.frustumCulled = false;
  }

  // `bodies`: the numbers of walls that are bodies or move.
  show(frame: Frame | null, values: Float32Array<ArrayBuffer>, most: number, bodies: ReadonlySet<number> = new Set()): void {
    this.frame = frame;
    this.last = [values, most, bodies];
    const body = frame?.fields.body?.data;
    const [fluid, walls, moving]: number[][] = [[], [], []];
    const at = new THREE.Vector3();
    for (let i = 0; frame && i < frame.count; i++)
      if (!frame.walls?.[i]) fluid.push(i);
      else if (body && bodies.has(Number(body[i]))) moving.push(i);
      else if (this.wall(at.fromArray(frame.points, 3 * i))) walls.push(i);
    this.wanted = fluid.length + walls.length + moving.length;
    const few = (rows: number[]) => Uint32Array.from(this.wanted <= most ? rows : rows.filter((i) => isDrawn(frame!.ids[i], most / this.wanted)));
    [this.drawn, this.drawnWalls, this.drawnBodies] = [few(fluid), few(walls), few(moving)];
    const position = new THREE.BufferAttribute(Float32Array.from(frame?.points ?? []), 3);
    const size = new THREE.BufferAttribute(frame ? sizesOf(frame, this.spacing) : new Float32Array(0), 1);
    for (const [{ geometry }, rows] of [
      [this.fluid, this.drawn],
      [this.walls, this.drawnWalls],
      [this.bodies, this.drawnBodies],
    ] as const) {
      geometry.dispose();
      geometry.setAttribute("position", position);
      geometry.setAttribute("size", size);
      geometry.setIndex(new THREE.BufferAttribute(rows, 1));
    }
    this.colour(values);
    this.placeMark();
  }

  // Which walls are drawn from now on.
  keepWalls(wall: (at: THREE.Vector3) => boolean): void {
    this.wall = wall;
    if (this.frame && this.last) this.show(this.frame, ...this.last);
  }

  colour(values: Float32Array<ArrayBuffer>): void {
    const attribute = new THREE.BufferAttribute(values, 1);
    for (const { geometry } of [this.fluid, this.walls, this.bodies]) geometry.setAttribute("value", attribute);
  }

  showSurface(made: Surface | null): void {
    const { geometry } = this.surface;
    this.surface.visible = made !== null;
    if (!made) return;
    geometry.dispose();
    geometry.setAttribute("position", new THREE.BufferAttribute(made.points, 3));
    geometry.setAttribute("normal", new THREE.BufferAttribute(made.normals, 3));
    geometry.setAttribute("value", new THREE.BufferAttribute(made.values, 1));
    geometry.setIndex(new THREE.BufferAttribute(made.corners, 1));
  }

  showCut(made: Cut | null): void {
    const numbers = this.cut.material.uniforms.numbers;
    (numbers.value as THREE.DataTexture | null)?.dispose();
    numbers.value = null;
    this.cut.visible = made !== null;
    if (!made) return;
    // No number is a very small one: GPUs may take a NaN for anything.
    const texture = new THREE.DataTexture(made.values.map((value) => (Number.isNaN(value) ? -3.4e38 : value)), made.width, made.height, THREE.RedFormat, THREE.FloatType);
    texture.needsUpdate = true;
    numbers.value = texture;
    const { geometry } = this.cut;
    geometry.dispose();
    geometry.setAttribute("position", new THREE.BufferAttribute(made.points, 3));
    geometry.setAttribute("uv", new THREE.BufferAttribute(new Float32Array([0, 0, 1, 0, 0, 1, 1, 1]), 2));
    geometry.setIndex([0, 1, 2, 1, 3, 2]);
  }

  // Arrows from places along vectors, three numbers each, m; `towards`: the direction to the eye.
  showArrows(places: number[], vectors: number[], towards: THREE.Vector3): void {
    const ends = new Float32Array(6 * places.length);
    const [from, along, side, tip, back] = Array.from({ length: 5 }, () => new THREE.Vector3());
    for (let i = 0; i < places.length; i += 3) {
      from.fromArray(places, i);
      along.fromArray(vectors, i);
      side.crossVectors(along, towards).multiplyScalar(0.14);
      tip.addVectors(from, along);
      [from, tip].forEach((point, k) => point.toArray(ends, 6 * i + 3 * k));
      [1, -1].forEach((sign, k) => {
        tip.toArray(ends, 6 * i + 6 + 6 * k);
        back.copy(tip).addScaledVector(along, -0.3).addScaledVector(side, sign).toArray(ends, 6 * i + 9 + 6 * k);
      });
    }
    this.arrows.visible = places.length > 0;
    this.arrows.geometry.dispose();
    this.arrows.geometry.setAttribute("position", new THREE.BufferAttribute(ends, 3));
  }

  showEdges(low: THREE.Vector3, high: THREE.Vector3): void {
    const box = new THREE.BoxGeometry(high.x - low.x, high.y - low.y, high.z - low.z);
    box.translate((low.x + high.x) / 2, (low.y + high.y) / 2, (low.z + high.z) / 2);
    this.edges.geometry.dispose();
    this.edges.geometry = new THREE.EdgesGeometry(box);
    this.edges.visible = true;
  }

  // A particle's size against those of the case's spacing.
  size(row: number): number {
    return this.fluid.geometry.getAttribute("size")?.getX(row) ?? 1;
  }

  row(id: number): number {
    return this.frame ? this.frame.ids.indexOf(id) : -1;
  }

  placeMark(): void {
    const row = this.picked === null ? -1 : this.row(this.picked);
    const at = row >= 0 && this.frame ? Array.from(this.frame.points.subarray(3 * row, 3 * row + 3)) : this.picked === null ? this.place : null;
    this.mark.visible = at !== null;
    if (!at) return;
    const place = this.mark.geometry.getAttribute("position") as THREE.BufferAttribute;
    place.setXYZ(0, at[0], at[1], at[2]);
    place.needsUpdate = true;
  }
}

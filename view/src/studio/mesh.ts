// SPDX-License-Identifier: BSD-3-Clause
// How large what a file of triangles describes is, to ask for its unit where that is odd.
import * as THREE from "three";
import { OBJLoader } from "three/addons/loaders/OBJLoader.js";
import { PLYLoader } from "three/addons/loaders/PLYLoader.js";
import { STLLoader } from "three/addons/loaders/STLLoader.js";

// null where it is of a kind that is not read here, or cannot be.
export function extentsOf(name: string, bytes: ArrayBuffer): THREE.Box3 | null {
  const box = new THREE.Box3();
  try {
    if (/\.stl$/i.test(name)) box.setFromBufferAttribute(new STLLoader().parse(bytes).getAttribute("position") as THREE.BufferAttribute);
    else if (/\.ply$/i.test(name)) box.setFromBufferAttribute(new PLYLoader().parse(bytes).getAttribute("position") as THREE.BufferAttribute);
    else if (/\.obj$/i.test(name)) box.setFromObject(new OBJLoader().parse(new TextDecoder().decode(bytes)));
    else return null;
  } catch {
    return null;
  }
  return box.isEmpty() ? null : box;
}

// The factor to metres by which it suits the domain best: 1 where that is within reason.
export function unitOf(box: THREE.Box3, domain: number, dp: number): number {
  const size = box.getSize(new THREE.Vector3());
  const largest = Math.max(size.x, size.y, size.z);
  const fits = (factor: number) => largest * factor <= 1.2 * domain && largest * factor >= 3 * dp;
  return [1, 0.001, 0.01, 0.0254, 0.3048].find(fits) ?? 1;
}

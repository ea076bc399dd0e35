#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Files with shapes that are broken: each is refused in its own words, to the letter; and whole ones in all formats."""
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

import h5py
import numpy as np

PROGRAM = Path(sys.argv[1]).resolve()

CASE = """method: wcsph
dimensions: 3
dp: 0.1
domain: {{low: [0, 0, 0], high: [1, 1, 1]}}
gravity: [0, 0, -9.81]
fluids:
  - {{name: water, shapes: [{{add: surface, file: {file}{keys}}}]}}
end: 0
"""

# A cube from 0.2 to 0.8: corners by bits x, y, z; faces of four corners, and of three.
CORNERS = [tuple(0.2 + 0.6 * (i >> a & 1) for a in range(3)) for i in range(8)]
QUADS = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
TRIANGLES = [t for q in QUADS for t in ((q[0], q[1], q[2]), (q[0], q[2], q[3]))]


def words(numbers):
    return " ".join(f"{n:.9g}" for n in numbers)


def stl(triangles=TRIANGLES, corners=CORNERS):
    facets = "".join("facet normal 0 0 0\n outer loop\n" + "".join(f"  vertex {words(corners[k])}\n" for k in t) +
                     " endloop\nendfacet\n" for t in triangles)
    return f"solid cube\n{facets}endsolid cube\n".encode()


def stl_binary(triangles=TRIANGLES, corners=CORNERS, count=None, header=b"a cube"):
    body = b"".join(struct.pack("<12f", 0, 0, 0, *(x for k in t for x in corners[k])) + b"\0\0" for t in triangles)
    return header.ljust(80, b"\0") + struct.pack("<I", len(triangles) if count is None else count) + body


def ply(kind="ascii", faces=QUADS, vertices=8, lists=6):
    head = (f"ply\nformat {kind} 1.0\ncomment by hand\nelement vertex {vertices}\nproperty float quality\n"
            "property double x\nproperty double y\nproperty double z\n"
            f"element face {lists}\nproperty list uchar int vertex_indices\nend_header\n").encode()
    if kind == "ascii":
        return head + "".join([f"1 {words(c)}\n" for c in CORNERS] + [f"{len(f)} {words(f)}\n" for f in faces]).encode()
    order = "<" if kind == "binary_little_endian" else ">"
    return head + b"".join([struct.pack(order + "f3d", 1, *c) for c in CORNERS] +
                           [struct.pack(f"{order}B{len(f)}i", len(f), *f) for f in faces])


def obj(faces=QUADS, corner=lambda k: f"{k + 1}/1/1"):
    return ("# a cube\no cube\nvn 0 0 1\nvt 0 0\n" + "".join(f"v {words(c)}\n" for c in CORNERS) +
            "".join("f " + " ".join(corner(k) for k in f) + "\n" for f in faces)).encode()


def vtk(binary=False, version="3.0", faces=QUADS, points=8):
    head = f"# vtk DataFile Version {version}\na cube\n{'BINARY' if binary else 'ASCII'}\nDATASET POLYDATA\n"
    flat = [x for c in CORNERS for x in c]
    data = struct.pack(">24d", *flat) if binary else words(flat).encode()
    out = head.encode() + f"POINTS {points} double\n".encode() + data + b"\n"
    if version >= "5":
        offsets, ids = [4 * i for i in range(len(faces) + 1)], [k for f in faces for k in f]
        pack = (lambda v: struct.pack(f">{len(v)}q", *v)) if binary else (lambda v: words(v).encode())
        return out + (f"POLYGONS {len(offsets)} {len(ids)}\nOFFSETS vtktypeint64\n".encode() + pack(offsets) +
                      b"\nCONNECTIVITY vtktypeint64\n" + pack(ids) + b"\n")
    ids = [k for f in faces for k in (len(f), *f)]
    return out + (f"POLYGONS {len(faces)} {len(ids)}\n".encode() +
                  (struct.pack(f">{len(ids)}i", *ids) if binary else words(ids).encode()) + b"\n")


WHOLE = {"a.stl": stl(), "b.STL": stl_binary(), "solid.stl": stl_binary(header=b"solid in name only"), "c.ply": ply(),
         "d.ply": ply("binary_little_endian"), "e.ply": ply("binary_big_endian"), "f.obj": obj(),
         "g.obj": obj(corner=lambda k: str(k - 8)), "h.obj": obj(TRIANGLES, lambda k: f"{k + 1}//1"), "i.vtk": vtk(),
         "j.vtk": vtk(True), "k.vtk": vtk(False, "5.1"), "l.vtk": vtk(True, "5.1"),
         "crlf.stl": stl().replace(b"\n", b"\r\n"), "crlf.obj": obj().replace(b"\n", b"\r\n")}

NAN_CORNERS = [(float("nan"), 0.2, 0.2)] + CORNERS[1:]
TWO = TRIANGLES + [tuple(k + 8 for k in t) for t in TRIANGLES]
INNER = CORNERS + [tuple(0.3 + 0.4 * (c - 0.2) / 0.6 for c in p) for p in CORNERS]
BESIDE = CORNERS + [tuple(x + d for x, d in zip(p, (0.33, 0.13, 0.03))) for p in CORNERS]
PLATE = [(x, y, 0.52 if z < 0.5 else 0.57) for x, y, z in CORNERS]
FLAT = [(x, y, 0.5) for x, y, z in CORNERS]
BOWTIE = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5), (0, 5, 1, 4)]

BROKEN = {
    "empty.stl": (b"", "is empty; expected a surface"),
    "short.stl": (b"sol", "3 bytes are no STL file; expected 'solid' or a binary one"),
    "facetless.stl": (b"solid\nendsolid\n", "has no facet; expected a closed surface"),
    "count.stl": (stl_binary(count=13),
                  "binary STL of 13 facets has 734 bytes, the file 684: it is damaged or cut off"),
    "huge-count.stl": (stl_binary(count=0xffffffff),
                       "binary STL of 4294967295 facets has 214748364834 bytes, the file 684: it is damaged or cut off"),
    "cut.stl": (stl_binary()[:-7], "binary STL of 12 facets has 684 bytes, the file 677: it is damaged or cut off"),
    "binary-zero.stl": (stl_binary([]), "has no facet; expected a closed surface"),
    "nan.stl": (stl_binary(corners=NAN_CORNERS), "facet 1 has the corner (nan, 0.2, 0.2); expected finite coordinates"),
    "nan-text.stl": (stl(corners=NAN_CORNERS), ":4: 'vertex nan 0.2 0.2'; expected vertex and three finite numbers"),
    "inf.stl": (stl().replace(b"0.8 0.8 0.2", b"inf 0.8 0.2", 1), ":6: 'vertex inf 0.8 0.2'; expected vertex and three finite numbers"),
    "text-cut.stl": (stl()[:200], ":13: 've'; expected vertex and three finite numbers"),
    "four.stl": (stl().replace(b" endloop", b"  vertex 0 0 0\n endloop", 1),
                 ":7: 'vertex 0 0 0'; expected endloop: a facet of STL has three corners"),
    "zero-area.stl": (stl([(0, 0, 0), (1, 1, 2), (3, 3, 3)]),
                      "the surface encloses no volume: is it flat, or in another unit (scale)?"),
    "flat.stl": (stl(corners=FLAT), "the surface encloses no volume: is it flat, or in another unit (scale)?"),
    "hole.stl": (stl(TRIANGLES[:-1]),
                 "the surface is not closed: 3 edges have no facet on one side, the first that of facet 3 from (0.8, 0.2, "
                 "0.8) to (0.8, 0.8, 0.8) m; expected a closed one"),
    "turned.stl": (stl(TRIANGLES[:-1] + [TRIANGLES[-1][::-1]]),
                   "the surface has facets turned over: facets 3 and 12, which meet from (0.8, 0.2, 0.8) to (0.8, 0.8, 0.8) m, have "
                   "their outer sides on different sides of it, and so have those at 2 more edges; expected all outer sides "
                   "outside"),
    "twice.stl": (stl(TRIANGLES + TRIANGLES),
                  "the surface overlaps itself at (0.25, 0.25, 0.25) m, where facet 22 is inside of the rest; expected parts "
                  "joined to one, or each a shape of its own"),
    "inside.stl": (stl(TWO, INNER), "the surface overlaps itself at (0.35, 0.35, 0.35) m, where facet "),
    "beside.stl": (stl(TWO, BESIDE), "the surface overlaps itself at (0.55, 0.35, 0.25) m, where facet "),
    "void.stl": (stl([t[::-1] if i > 11 else t for i, t in enumerate(TWO)],
                     CORNERS + [tuple(x - 2 for x in p) for p in INNER[8:]]),
                 "the surface has a part turned inside out at (-1.65, -1.65, -1.65) m, with facet "),
    "far.stl": (stl(corners=[(1e9 * x, y, z) for x, y, z in CORNERS]),
                "the surface reaches to 2e+08 m along x, too far from the domain; scale or move it"),
    "wide.stl": (stl(corners=[(250 * x, 250 * y, 250 * z) for x, y, z in CORNERS]),
                 "more than 1073741823 particles at dp = 0.1 m; it reaches from (50, 50, 50) to (200, 200, 200) m and is 150 m "
                 "wide, the domain 1 m; scale or move it"),
    "millimetres.stl": (stl(corners=[(1000 * x, 1000 * y, 1000 * z) for x, y, z in CORNERS]),
                        "more than 1073741823 particles at dp = 0.1 m; it reaches from (200, 200, 200) to (800, 800, 800) m and is "
                        "600 m wide, the domain 1 m: if the file is in millimetres, scale: 0.001"),
    "tiny.stl": (stl(corners=[(0.001 * x, 0.001 * y, 0.001 * z) for x, y, z in CORNERS]), "!the surface covers no particle site: is it thinner than dp = 0.1 m, or outside the domain?"),
    "noheader.ply": (b"plx\n", ":1: 'plx'; expected ply"),
    "format.ply": (ply().replace(b"ascii", b"utf8"),
                   ":2: 'format utf8 1.0'; expected format ascii, binary_little_endian or binary_big_endian 1.0"),
    "endless.ply": (ply().split(b"end_header")[0], ":10: the file ends here; expected end_header"),
    "type.ply": (ply().replace(b"property double x", b"property quad x"),
                 ":6: 'property quad x'; expected property, its type, and its name; or property list, two types and its name"),
    "nox.ply": (ply().replace(b"double x", b"double u"), "its vertices have no x, y and z"),
    "points.ply": (ply().replace(b"vertex_indices", b"neighbours"),
                   "has no faces with a list vertex_indices; expected a surface"),
    "cut.ply": (ply("binary_little_endian")[:-3], "the file ends here; expected a number of face 6 of 6"),
    "cut-text.ply": (ply()[:-6], ":25: the file ends here; expected a number of face 6 of 6"),
    "many.ply": (ply(lists=7), ":25: the file ends here; expected the length, at most 1024, of a list of face 7 of 7"),
    "index.ply": (ply(faces=QUADS[:5] + [(1, 3, 8, 5)]), "face 6: there is no vertex 9, there are 8"),
    "two.ply": (ply(faces=QUADS[:5] + [(1, 3)]), ":25: '2'; expected the length, at most 1024, of a list of face 6 of 6"),
    "count.ply": (ply().replace(b"vertex 8", b"vertex -8"), ":4: 'element vertex -8'; expected element, its name and how many there are"),
    "index.obj": (obj(QUADS + [(0, 1, 8)]), ":19: 'f 1/1/1 2/1/1 9/1/1'; expected numbers of the 8 vertices so far, not 9"),
    "zero.obj": (obj(corner=lambda k: str(k)), ":13: 'f 0 2 3 1'; expected numbers of the 8 vertices so far, not 0"),
    "two.obj": (obj([(0, 1)]), ":13: 'f 1/1/1 2/1/1'; expected f and at least three corners"),
    "words.obj": (b"v 0 0 zero\n", ":1: 'v 0 0 zero'; expected v and three finite numbers"),
    "other.obj": (b"hello\n", ":1: 'hello'; expected v, f or another word of OBJ files"),
    "binary.obj": (b"v 0 0 0\0\n", "is no text; expected an OBJ file"),
    "concave.obj": (obj(BOWTIE), ":19: face 7 of 4 corners is not convex; expected triangles or convex faces"),
    "facetless.obj": (obj([]), "has no facet; expected a closed surface"),
    "head.vtk": (b"vtk\n", ":1: 'vtk'; expected # vtk DataFile Version"),
    "kind.vtk": (vtk().replace(b"POLYDATA", b"STRUCTURED_GRID"), ":4: 'STRUCTURED_GRID'; expected POLYDATA"),
    "points.vtk": (vtk(points=9), ":7: 'POLYGONS'; expected the coordinates of point 9 of 9"),
    "cut.vtk": (vtk(True)[:-9], "the file ends here; expected the corners, 3 to 1024, of polygon 6 of 6"),
    "strips.vtk": (vtk().replace(b"POLYGONS", b"TRIANGLE_STRIPS"), ":7: 'TRIANGLE_STRIPS'; expected POLYGONS: lines and strips cannot be used"),
    "index.vtk": (vtk(faces=QUADS[:5] + [(1, 3, 9, 5)]), "face 6: there is no vertex 10, there are 8"),
    "offsets.vtk": (vtk(False, "5.1").replace(b"0 4 8", b"0 4 3"), ":9: '3'; expected an offset of a polygon, not below the one before"),
    "case.step": (b"ISO-10303-21;\n", "unknown kind of file; expected .stl, .ply, .obj or .vtk"),
    "text-100MB.stl": (b"solid\n" + b"vertex 0 0 0\n" * (100 << 20 >> 4) + b" " * (20 << 20),
                       ":2: 'vertex 0 0 0'; expected facet or endsolid"),
}

# ---- terrain and points ----

GROUND = """method: wcsph
dimensions: 3
dp: 0.1
domain: {{low: [0, 0, 0], high: [2, 1, 1]}}
gravity: [0, 0, -9.81]
fluids:
  - {{name: water, shapes: [{{add: box, low: [0, 0, 0], high: [2, 1, 0.8]}}]}}
walls:
  - {{name: ground, shapes: [{{{shape}}}]}}
  - {{name: sides, shapes: [{{add: box, low: [0, 0, 0], high: [2, 1, 1], fill: shell-outside, open: [-z, +z]}}]}}
end: 0
packing: lattice # as terrain has it
"""


def esri(heights, corner="corner", x=-1, y=-1, size=1.0, nothing=-9999):
    rows = "".join(words(row) + "\n" for row in heights)
    return (f"ncols {len(heights[0])}\nnrows {len(heights)}\nxll{corner} {x}\nyll{corner} {y}\ncellsize {size}\n"
            f"NODATA_value {nothing}\n{rows}").encode()


def xyz(points):
    return "".join(words(p) + "\n" for p in points).encode()


FLAT_GRID = [[0.3] * 4] * 3
SLOPE = [(x, y, 0.2 + 0.2 * x) for y in (-1, 0.5, 2) for x in (-1, 0, 1.5, 3)]
SCATTERED = [(0.37 * (7 * k % 10) + 0.01 * k - 1, 0.31 * (3 * k % 10) - 1, 0.3) for k in range(40)]
BROKEN_GROUND = {
    "empty.xyz": (b"", "has 0 points; expected terrain"),
    "words.xyz": (b"0 0 0\n1 1 high\n", ":2: '1 1 high'; expected x, y and z"),
    "nan.xyz": (b"0 0 nan\n", ":1: '0 0 nan'; expected x, y and z"),
    "line.xyz": (xyz([(0, k, 0) for k in range(9)]), "its points lie on one line; expected terrain"),
    "map.xyz": (xyz([(440000 * (k % 3), 1e7 * k, 3) for k in range(40)]),
                "880000 by 3.9e+08 in its units is too large for lines every 0.2 (two dp): is it in another unit (scale)?"),
    "head.asc": (b"0.3 0.3\n", "has no ncols, nrows or cellsize > 0; expected an ESRI ASCII grid"),
    "word.asc": (b"columns 3\n", ":1: 'columns'; expected ncols, nrows, xllcorner, yllcorner, cellsize or NODATA_value"),
    "one.asc": (b"ncols 1\n", ":1: '1'; expected 2 to 32768 columns"),
    "size.asc": (esri(FLAT_GRID, size=0), "has no ncols, nrows or cellsize > 0; expected an ESRI ASCII grid"),
    "cut.asc": (esri(FLAT_GRID)[:-5], ":9: the file ends here; expected the height of row 3, column 4"),
    "more.asc": (esri(FLAT_GRID) + b"7\n", ":10: '7'; expected nothing more: all heights are read"),
    "nothing.asc": (esri(FLAT_GRID, nothing=0.3),
                    ":7: row 1, column 1 has no value; expected a grid with values everywhere: fill it or cut it out"),
    "far.asc": (esri(FLAT_GRID, x=1e9), "the surface reaches to 1e+09 m along x, too far from the domain; scale or move it"),
    "map.tif": (b"II*\0", "GeoTIFF is not read; expected .asc, as 'gdal_translate -of AAIGrid' makes of it"),
    "map.png": (b"", "unknown kind of file; expected .asc or .xyz"),
}
BROKEN_POINTS = {
    "empty.csv": (b"", "has no points"),
    "header.csv": (b"a,b,c\n", ":1: 'a,b,c'; expected a header that names x, y and perhaps z, or three numbers"),
    "short.csv": (b"x,y,z\n1,2\n", ":2: '1,2'; expected 3 finite numbers"),
    "nan.csv": (b"0.5 0.5 0.5\n0.5 0.5 nan\n", ":2: '0.5 0.5 nan'; expected 3 finite numbers"),
    "far.csv": (b"x,y,z\n1e9,0,0\n", "point 1 is at (1e+09, 0, 0) m, too far from the domain; scale or move it"),
    "outside.csv": (b"x,y,z\n1.5,0.5,0.5\n", "!the set of points lies outside the domain; it reaches from (1.5, 0.5, 0.5) to (1.6, 0.6, 0.6) m and is 0.1 m wide, the domain 1 m; scale or move it"),
    "kind.vtk": (vtk().replace(b"POLYDATA", b"STRUCTURED_GRID"), ":4: 'STRUCTURED_GRID'; expected POLYDATA or UNSTRUCTURED_GRID"),
    "nan.vtk": (vtk(True).replace(struct.pack(">d", 0.2), struct.pack(">d", float("nan")), 1),
                "point 1 is at (nan, 0.2, 0.2); expected finite coordinates"),
    "text.vtkhdf": (b"no", "neither a snapshot"),
    "vacuum.csv": (b"x,y,z,density\n0.5,0.5,0.5,0\n", "the density of point 1 is 0 kg/m^3; expected a number > 0"),
    "torn.csv": (b"x,y,z,vx\n0.5,0.5,0.5,\n", ":2: '0.5,0.5,0.5,'; expected 4 finite numbers"),
    "twice.csv": (b"x,y,z\n0.5,0.5,0.5\n0.7,0.5,0.5\n0.5,0.5005,0.5\n", "points 1 and 3 are at one place, (0.5, 0.5, 0.5) and "
                  "(0.5, 0.5005, 0.5) m; expected at least 0.01 dp between any two"),
    "points.txt": (b"0 0 0\n", "unknown kind of file; expected .csv, .vtk, .vtkhdf or .h5"),
}

failures = []


def check_text(folder, text):
    case = folder / "case.yaml"
    case.write_text(text)
    return subprocess.run([str(PROGRAM), "check", str(case)], capture_output=True, text=True, timeout=120, check=False)


def check(folder, file, keys="", add="surface"):
    return check_text(folder, CASE.format(file=file, keys=keys).replace("add: surface", f"add: {add}"))


def expect(condition, text):
    if not condition:
        failures.append(text)
        print(text)


def refuse(folder, file, data, message, body, look):
    (folder / file).write_bytes(data)
    result = look(file)
    place = f"{folder}/case.yaml:" + ("9: walls." if body == "ground" else "7: fluids.") + body
    before = f"{place}.shapes.0: {folder}/{file}{'' if message[0] == ':' else ': '}"
    if message[0] == "!":
        before, message = place + (".shapes.0: " if message.startswith("!the") else ": "), message[1:]
    said = result.stderr.removeprefix("amphi: ").removeprefix("amphi check: ")
    whole = "\n" if message[-1] != " " and file != "text.vtkhdf" else ""
    expect(result.returncode == 2 and said.startswith(before + message + whole),
           f"{file}: {result.returncode}\n  expected: {before}{message}\n  got:      {said}")
    (folder / file).unlink()


def header(result):
    """What check says of particles."""
    return [line for line in result.stdout.splitlines()
            if line.startswith("  particles") or "(wall)" in line or "(fluid)" in line]


def whole_ground(folder):
    """Flat terrain is a plane, solid and as a shell, also on a site; a slope is one too."""
    files = {"flat.asc": esri(FLAT_GRID), "centre.asc": esri(FLAT_GRID, "center", -0.5, -0.5),
             "flat.xyz": xyz([(x, y, 0.3) for x in (2.5, -0.5, 0, 1) for y in (1.5, -1, 0.77)]),
             "scattered.xyz": xyz(SCATTERED), "slope.xyz": xyz(SLOPE)}
    for file, data in files.items():
        (folder / file).write_bytes(data)
        for rest in ("", ", fill: shell-inside", ", fill: shell-inside, layers: 2", ", move: [0, 0, 0.05]"):
            up = 0.05 if "move" in rest else 0
            plane = f"add: plane, point: [0, 0, {0.3 + up}], normal: [0, 0, 1]"
            if file == "slope.xyz":
                plane = f"add: plane, point: [0, 0, {0.2 + up}], normal: [-0.2, 0, 1]"
            plane += rest.replace(", move: [0, 0, 0.05]", "")
            if file == "slope.xyz" and "shell" in rest:
                continue  # the plane's layers end at their distance without the thousandth that rounds a surface
            terrain = header(check_text(folder, GROUND.format(shape=f"add: terrain, file: {file}{rest}")))
            exact = header(check_text(folder, GROUND.format(shape=plane)))
            expect(len(exact) == 4 and terrain == exact, f"{file}{rest}: {terrain} and not {exact}")
    # It goes on at the height of its edge to the ends of the domain, though it lies to one side of it, or beside it.
    exact = header(check_text(folder, GROUND.format(shape="add: plane, point: [0, 0, 0.3], normal: [0, 0, 1]")))
    for x, y, beside in ((0.4, 0.3, ""), (-7, 0.2, "x"), (0.2, 8, "y"), (30, 40, "x")):
        (folder / "side.xyz").write_bytes(xyz([(x + i, y + k, 0.3) for i in (0, 0.1) for k in (0, 0.2)]))
        for scale in (1, 2):
            keys = f", scale: {scale}, move: [0, 0, {0.3 - 0.3 * scale}]"
            result = check_text(folder, GROUND.format(shape=f"add: terrain, file: side.xyz{keys}"))
            expect(header(result) == exact and ("no height is over the domain" in result.stdout) == bool(beside) and
                   f"m along {beside}" in result.stdout + ("m along " * (not beside)), f"{x}, {y}{keys}: {result.stdout}{result.stderr}")


def beyond(folder):
    """What of a wall lies so far beyond the domain that no fluid can feel it is left out, and told; a wall that moves
    keeps all, and what is nearer is the same."""
    (folder / "block.stl").write_bytes(stl())
    keys = "add: surface, file: block.stl, scale: 10, move: [-1, -2, -1.5]"  # 6 m from (1, 0, 0.5) on
    still = GROUND.format(shape=keys).replace("high: [2, 1, 0.8]", "high: [1, 1, 0.8]").replace("end: 0", "end: 1")
    moves = still.replace("name: ground, ", "name: ground, motion: {velocity: [-0.1, 0, 0], to: 1}, ")
    for text, wall, says in ((still, 20 * 20 * 15, True), (moves, 60**3, False)):
        result = check_text(folder, text)
        told = "  beyond      walls.ground.shapes.0: the surface goes 5.5 m beyond the domain; " in result.stdout
        expect(result.returncode == 0 and f"    ground    {wall} (wall)" in result.stdout and told == says,
               f"beyond, {wall}: {result.stdout}{result.stderr}")


def apart(folder):
    """Where a file's surface stands in another wall, whichever comes first, or a solid one beyond the domain, is told."""
    (folder / "block.stl").write_bytes(stl())
    block = "{add: surface, file: block.stl, scale: 0.5, move: [MOVE]}"
    text = GROUND.split("walls:")[0].format() + """walls:
  - {name: block, shapes: [BLOCK]}
  - {name: sill, shapes: [{add: box, low: [1.5, 0, 0], high: [2, 1, 0.3]}]}
end: 0
"""
    for move, said in (("0.5, 0.2, 0", ""), ("1.5, 0.2, 0", "left out    walls.sill.shapes.0: 18 of its 150 particles stand where the wall 'block' has some"),
                       ("0.5, 0.7, 0", "beyond      walls.block.shapes.0: the surface goes 0.1 m beyond the domain\n")):
        result = check_text(folder, text.replace("BLOCK", block.replace("MOVE", move)))
        told = "  left out  " in result.stdout or "  beyond  " in result.stdout
        expect(result.returncode == 0 and told == bool(said) and said in result.stdout, f"apart, {move}: {result.stdout}{result.stderr}")


def whole_points(folder):
    points = [(0.11 * i + 0.07, 0.13 * k + 0.06, 0.5) for i in range(8) for k in range(6)]
    rows = "".join(words(p).replace(" ", ",") + "\n" for p in points)
    (folder / "a.csv").write_text("x,y,z\n" + rows)
    (folder / "b.csv").write_text('# of ParaView\n"id","Points:0","Points:1","Points:2"\n' +
                                  "".join(f"{i},{row}\n" for i, row in enumerate(rows.split())))
    (folder / "c.csv").write_text(rows)
    for kind in ("POLYDATA", "UNSTRUCTURED_GRID"):
        (folder / f"{kind}.vtk").write_text(f"# vtk DataFile Version 3.0\nx\nASCII\nDATASET {kind}\nPOINTS 48 float\n" +
                                            "\n".join(words(p) for p in points) + "\nCELLS 0 0\n")
    (folder / "mark.csv").write_text("x,y,z\n" + rows, encoding="utf-8-sig")
    for file in ("a.csv", "b.csv", "c.csv", "mark.csv", "POLYDATA.vtk", "UNSTRUCTURED_GRID.vtk"):
        result = check(folder, file, add="points")
        expect(result.returncode == 0 and "48 fluid" in result.stdout, f"{file}: {result.stdout}{result.stderr}")
        unread = "left out    fluids.water.shapes.0: columns of the file that nothing reads: id" in result.stdout
        expect(unread == (file == "b.csv"), f"{file}: {result.stdout}")
    two_files(folder, points)
    for name, across in (("plane", 0), ("upright", 1)): # a plane of x and y, and one that has its heights in z
        (folder / f"{name}.csv").write_text("x,y,z\n" + "".join(f"{x},{y},{across * y}\n" for x, y, z in points))
        (folder / f"{name}.yaml").write_text(
            "method: wcsph\ndimensions: 2\ndp: 0.1\ndomain: {low: [0, 0], high: [1, 1]}\ngravity: [0, -9.81]\nend: 1\n"
            f"fluids: [{{name: water, shapes: [{{add: points, file: {name}.csv}}]}}]\n")
        result = subprocess.run([str(PROGRAM), "check", str(folder / f"{name}.yaml")], capture_output=True, text=True, check=False)
        expect(result.returncode == 0 and ("nothing reads: z" in result.stdout) == bool(across), f"{name}: {result.stdout}{result.stderr}")
    # A run's last snapshot is where another begins: the same places, in all digits that a file has.
    case = CASE.format(file="a.csv", keys="").replace("add: surface", "add: points")
    for out, text in (("first", case), ("second", case.replace("a.csv", "first/particles_0000.vtkhdf"))):
        (folder / "case.yaml").write_text(text.replace("9.81", "1"))
        result = subprocess.run([str(PROGRAM), "run", str(folder / "case.yaml"), "-o", str(folder / out), "-q"],
                                capture_output=True, text=True, timeout=120, check=False)
        expect(result.returncode == 0, f"{out}: {result.stderr}")
    result = subprocess.run([str(PROGRAM), "compare", "--exact", str(folder / "first/particles_0000.vtkhdf"),
                             str(folder / "second/particles_0000.vtkhdf")], capture_output=True, text=True, check=False)
    expect(result.returncode == 0, f"from a snapshot: {result.stdout}{result.stderr}")
    whole_flow(folder, points)


def two_files(folder, points):
    """Of two fluids of points: what stands on the other's sites is left out and said; one place across the border of two sites
    is refused; so are places across the seam of a periodic axis."""
    two = CASE.format(file="a.csv", keys="").replace("add: surface", "add: points")
    two = two.replace("end: 0", "  - {name: oil, shapes: [{add: points, file: oil.csv}]}\nend: 0")
    (folder / "oil.csv").write_text("x,y,z\n0.95,0.95,0.95\n" + "".join(f"{x + 1e-9},{y},{z}\n" for x, y, z in points[:3]))
    result = check(folder, "a.csv", add="points")
    expect("left out" not in result.stdout, result.stdout)
    result = check_text(folder, two)
    expect(result.returncode == 0 and "left out    fluids.oil.shapes.0: 3 of 4 points, the first at (0.07, 0.06, 0.5) m, in the cube of "
           "side dp around a particle of a wall or an earlier fluid\n" in result.stdout, f"two files: {result.stdout}{result.stderr}")
    (folder / "oil.csv").write_text(f"x,y,z\n0.95,0.95,0.95\n{points[0][0]},{points[0][1]},{0.5 - 1e-5}\n")
    result = check_text(folder, two)
    expect(result.returncode == 2 and "fluids.oil.shapes.0: a point at (0.07, 0.06, 0.49999) m is at one place with one of fluid "
           "'water', at (0.07, 0.06, 0.5)" in result.stderr, f"across a border: {result.stdout}{result.stderr}")
    (folder / "seam.csv").write_text("x,y,z\n0.0002,0.5,0.5\n1.9997,0.5,0.5\n")
    for periodic, status in (("", 0), (", periodic: [x]", 2)):
        text = CASE.format(file="seam.csv", keys="").replace("add: surface", "add: points").replace("high: [1, 1, 1]}", f"high: [2, 1, 1]{periodic}}}")
        result = check_text(folder, text)
        expect(result.returncode == status and ("points 1 and 2 are at one place" in result.stderr) == bool(status),
               f"seam{periodic}: {result.stdout}{result.stderr}")


def whole_flow(folder, points):
    """Velocities and densities come along, in the order of the points, from text and from the snapshot made of it."""
    flow = [(0.1 * k, -0.01 * k, 0.3, 990 + 0.5 * k) for k in range(len(points))]
    (folder / "flow.csv").write_text("density,vx,z,y,x,vy,other,vz\n" + "".join(
        f"{d},{u},{z},{y},{x},{v},7,{w}\n" for (x, y, z), (u, v, w, d) in zip(points, flow)))
    case = CASE.format(file="flow.csv", keys="").replace("add: surface", "add: points")
    for out, text in (("flow", case), ("on", case.replace("flow.csv", "flow/particles_0000.vtkhdf"))):
        (folder / "case.yaml").write_text(text.replace("9.81", "1"))
        result = subprocess.run([str(PROGRAM), "run", str(folder / "case.yaml"), "-o", str(folder / out), "-q"],
                                capture_output=True, text=True, timeout=120, check=False)
        expect(result.returncode == 0, f"{out}: {result.stderr}")
        with h5py.File(folder / out / "particles_0000.vtkhdf") as file:
            data = file["VTKHDF/PointData"]
            off = abs(data["velocity"][...] - np.array([f[:3] for f in flow], np.float32)).max()
            thick = abs(data["density"][...] / np.array([f[3] for f in flow]) - 1).max()
            expect(off == 0 and thick < 3e-7, f"{out}: velocities are off by {off}, densities by {thick}")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, data in WHOLE.items():
            (folder / file).write_bytes(data)
            result = check(folder, file)
            expect(result.returncode == 0 and "216 fluid" in result.stdout, f"{file}: {result.stdout}{result.stderr}")
        for file, (data, message) in BROKEN.items():
            refuse(folder, file, data, message, "water", lambda f: check(folder, f))
        for file, (data, message) in BROKEN_GROUND.items():
            refuse(folder, file, data, message, "ground",
                   lambda f: check_text(folder, GROUND.format(shape=f"add: terrain, file: {f}")))
        for file, (data, message) in BROKEN_POINTS.items():
            refuse(folder, file, data, message, "water", lambda f: check(folder, f, add="points"))
        whole_ground(folder)
        beyond(folder)
        apart(folder)
        whole_points(folder)
        (folder / "thin.stl").write_bytes(stl(corners=PLATE))
        result = check(folder, "thin.stl")
        expect(result.returncode == 0 and "thin        fluids.water.shapes.0: the surface encloses a layer 0.05 m thin at (0.25, "
               "0.25, 0.55) m, between facets 2 and 3, which dp = 0.1 m cannot resolve; expected dp at most that, a thicker "
               "layer, or a shell\n" in result.stdout, f"thin: {result.stdout}{result.stderr}")
        result = check(folder, "missing.stl")
        expect(result.returncode == 2 and f"case.yaml:7: fluids.water.shapes.0.file: '{folder}/missing.stl': No such file or "
               "directory; expected a file of a surface\n" in result.stderr, f"missing: {result.stderr}")
        result = check(folder, "thinn.stl")
        expect(result.returncode == 2 and "; did you mean 'thin.stl'?\n" in result.stderr, f"misspelt: {result.stderr}")
        result = check(folder, "a.stl", ", scale: 0.5, turn: [0, 0, 90], move: [1, 0.2, 0.2]")
        expect(result.returncode == 0 and "27 fluid" in result.stdout, f"placed: {result.stdout}{result.stderr}")
    print(f"{len(WHOLE)} whole files, {len(BROKEN) + len(BROKEN_GROUND) + len(BROKEN_POINTS)} broken ones")
    sys.exit(1 if failures else 0)


main()

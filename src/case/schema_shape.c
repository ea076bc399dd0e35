/* SPDX-License-Identifier: BSD-3-Clause */
/* Keys of shapes. */
#include "case/schema.h"

static const char *const words_shape[] = {[SHAPE_BOX] = "box",
                                          [SHAPE_CYLINDER] = "cylinder",
                                          [SHAPE_SPHERE] = "sphere",
                                          [SHAPE_PLANE] = "plane",
                                          [SHAPE_POLYGON] = "polygon",
                                          [SHAPE_SURFACE] = "surface",
                                          [SHAPE_TERRAIN] = "terrain",
                                          [SHAPE_POINTS] = "points",
                                          [SHAPE_EXTRUSION] = "extrusion",
                                          [SHAPE_REVOLUTION] = "revolution",
                                          NULL};
const char *case_word_shape(enum shape_kind kind) {
  return words_shape[kind];
}

static const char *const words_fill[] = {[FILL_SOLID] = "solid",
                                         [FILL_SHELL_OUTSIDE] = "shell-outside",
                                         [FILL_SHELL_INSIDE] = "shell-inside",
                                         NULL};

/* clang-format off */
#define CONDITION(name, type, condition)                                                                     \
  static bool name(const void *item) { const struct type *i = item; return condition; }
CONDITION(is_box, shape, i->kind == SHAPE_BOX)
CONDITION(is_sphere, shape, i->kind == SHAPE_SPHERE)
CONDITION(is_cylinder, shape, i->kind == SHAPE_CYLINDER)
CONDITION(is_round, shape, is_sphere(i) || is_cylinder(i))
CONDITION(is_plane, shape, i->kind == SHAPE_PLANE)
CONDITION(has_vertices, shape, i->kind == SHAPE_POLYGON || i->kind == SHAPE_EXTRUSION || i->kind == SHAPE_REVOLUTION)
CONDITION(is_extrusion, shape, i->kind == SHAPE_EXTRUSION)
CONDITION(is_profile, shape, is_extrusion(i) || i->kind == SHAPE_REVOLUTION)
CONDITION(is_surface, shape, i->kind == SHAPE_SURFACE)
CONDITION(is_terrain, shape, i->kind == SHAPE_TERRAIN)
CONDITION(is_points, shape, i->kind == SHAPE_POINTS)
CONDITION(can_turn, shape, is_surface(i) || is_profile(i) || is_box(i))
CONDITION(can_move, shape, is_surface(i) || is_profile(i) || i->kind == SHAPE_TERRAIN || i->kind == SHAPE_POINTS)
CONDITION(is_file, shape, is_surface(i) || is_terrain(i) || is_points(i))
CONDITION(is_filled, shape, !is_points(i))
CONDITION(is_layered, shape, !is_points(i) && (i->fill != FILL_SOLID || is_plane(i) || is_terrain(i)))
CONDITION(is_box_shell, shape, i->fill != FILL_SOLID && is_box(i))

#define AT(member) .offset = offsetof(struct finer_points, member)
static const struct schema_row rows_finer[] = {
  {.key = "dp", .type = VALUE_NUMBER, .unit = "m", AT(dp), .required = true, .positive = true, .meaning = "Spacing of a finer box"},
  {.key = "file", .type = VALUE_TEXT, AT(file), .required = true, .contents = CONTENTS_FILE,
   .meaning = "All points of the shape with that spacing, beside the case file or with its whole name"},
};
static const struct schema_table schema_finer = {"Points of finer boxes: items of `shapes.finer`",
  sizeof(struct finer_points), sizeof rows_finer / sizeof *rows_finer, rows_finer};
#undef AT

#define ENUM(list) .type = VALUE_WORD, .words = words_##list
#define WHERE(test, selector_key, words) .applies = test, .selector = selector_key, .where = words
#define AT(member) .offset = offsetof(struct shape, member)
static const struct schema_row rows_shape[] = {
  {.key = "add", ENUM(shape), AT(kind), .required = true,
   .either = "cut", .flag_offset = offsetof(struct shape, cut), .flag = false,
   .meaning = "Add what the shape covers. `polygon` in 2-D only, `cylinder`, `extrusion`, `revolution`, `surface` and "
              "`terrain` in 3-D only; a `sphere` in 2-D is a disc. A `surface`, `terrain` and `points` come from a file: see "
              "docs/shapes.md"},
  {.key = "cut", ENUM(shape), AT(kind),
   .either = "add", .flag_offset = offsetof(struct shape, cut), .flag = true,
   .meaning = "Instead of `add`: take away what the shape covers from the shapes before it"},
  {.key = "low", .type = VALUE_VECTOR, .unit = "m", AT(low), .required = true,
   WHERE(is_box, "add", "a box"), .meaning = "Lowest corner"},
  {.key = "high", .type = VALUE_VECTOR, .unit = "m", AT(high), .required = true,
   WHERE(is_box, "add", "a box"), .meaning = "Highest corner"},
  {.key = "centre", .type = VALUE_VECTOR, .unit = "m", AT(centre), .required = true,
   WHERE(is_sphere, "add", "a sphere"), .meaning = "Centre"},
  {.key = "base", .type = VALUE_VECTOR, .unit = "m", AT(base), .required = true,
   WHERE(is_cylinder, "add", "a cylinder"), .meaning = "One end of the axis"},
  {.key = "top", .type = VALUE_VECTOR, .unit = "m", AT(top), .required = true,
   WHERE(is_cylinder, "add", "a cylinder"), .meaning = "Other end of the axis"},
  {.key = "radius", .type = VALUE_NUMBER, .unit = "m", AT(radius), .required = true, .positive = true,
   WHERE(is_round, "add", "a sphere or cylinder"), .meaning = "Radius"},
  {.key = "point", .type = VALUE_VECTOR, .unit = "m", AT(point), .required = true,
   WHERE(is_plane, "add", "a plane"), .meaning = "A point of the plane"},
  {.key = "normal", .type = VALUE_VECTOR, AT(normal), .required = true,
   WHERE(is_plane, "add", "a plane"), .meaning = "Points away from the half space that the shape covers; any length"},
  {.key = "vertices", .type = VALUE_VERTICES, .unit = "m", AT(vertices), .required = true, .low = 3,
   .count_offset = offsetof(struct shape, vertex_count),
   WHERE(has_vertices, "add", "a polygon, extrusion or revolution"),
   .meaning = "Corners in order, `[[x, y], ...]`; the last one joins the first. Of an extrusion on the axes across `along`, such as "
              "`[[x, z], ...]` for y; of a revolution `[[r, a], ...]`, the distance from the axis and the place along it"},
  {.key = "along", ENUM(axis), AT(along), .fallback = "z", WHERE(is_profile, "add", "an extrusion or revolution"),
   .meaning = "The axis along which an extrusion goes, round which a revolution"},
  {.key = "from", .type = VALUE_NUMBER, .unit = "m", AT(from), .required = true, .low = -SCHEMA_LIMIT, .high = SCHEMA_LIMIT,
   WHERE(is_extrusion, "add", "an extrusion"), .meaning = "Where it begins along that axis"},
  {.key = "to", .type = VALUE_NUMBER, .unit = "m", AT(to), .required = true, .low = -SCHEMA_LIMIT, .high = SCHEMA_LIMIT,
   WHERE(is_extrusion, "add", "an extrusion"), .meaning = "Where it ends"},
  {.key = "bevel", .type = VALUE_NUMBER, .unit = "m", AT(bevel), .fallback = "0", .low = 0, .high = SCHEMA_LIMIT,
   WHERE(is_box, "add", "a box"), .meaning = "What is cut off at each edge, in 2-D at each corner, measured on both faces"},
  {.key = "file", .type = VALUE_TEXT, AT(file), .required = true, .contents = CONTENTS_FILE,
   WHERE(is_file, "add", "a surface, terrain or points"),
   .meaning = "Beside the case file, or with its whole name. A closed surface: STL, PLY, OBJ or legacy VTK; terrain: ESRI ASCII "
              "grid or XYZ; points: CSV, legacy VTK or a snapshot of amphi"},
  {.key = "finer", .type = VALUE_LIST, AT(finer), .count_offset = offsetof(struct shape, finer_count), .table = &schema_finer,
   WHERE(is_points, "add", "points"), .meaning = "With `resolution`: for each finer spacing the same shape's points with that spacing"},
  {.key = "scale", .type = VALUE_NUMBER, AT(scale), .fallback = "1", .positive = true,
   WHERE(is_file, "add", "a surface, terrain or points"),
   .meaning = "Factor of the file's coordinates: 0.001 where they are millimetres"},
  {.key = "turn", .type = VALUE_TURN, .unit = "degrees", AT(turn), WHERE(can_turn, "add", "a surface, extrusion, revolution or box"),
   .meaning = "Then turned about the axes x, y and z, one after the other; a box about its middle"},
  {.key = "move", .type = VALUE_VECTOR, .unit = "m", AT(move), WHERE(can_move, "add", "a surface, extrusion, revolution, terrain or points"),
   .meaning = "Then moved"},
  {.key = "fill", ENUM(fill), AT(fill), .fallback = "solid", WHERE(is_filled, "add", "all shapes but points"),
   .meaning = "All of the shape, or `layers` particles on that side of its surface"},
  {.key = "layers", .type = VALUE_INTEGER, AT(layers), .fallback = "0", .low = 0, .high = 100,
   .fallback_doc = "enough to fill the support radius of the kernel",
   WHERE(is_layered, "fill", "a shell, plane or terrain"),
   .meaning = "Particles across a shell, or behind the domain for a plane or terrain; 0 is the default"},
  {.key = "open", .type = VALUE_FACES, AT(open), WHERE(is_box_shell, "fill", "the shell of a box"),
   .meaning = "Faces without particles"},
};
const struct schema_table schema_shape = {"Shapes: items of `fluids.NAME.shapes`, `walls.NAME.shapes` and `walls.NAME.flexible.clamped`",
  sizeof(struct shape), sizeof rows_shape / sizeof *rows_shape, rows_shape};

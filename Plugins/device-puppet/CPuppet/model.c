// SPDX-License-Identifier: Apache-2.0
#include "mesh.h"

#include <stdlib.h>

// The outer corners of the eyes, and how far they lie apart: that is what a millimetre is.
#define RIGHT_CORNER 33
#define LEFT_CORNER 263
#define CORNER_DISTANCE 90.0f
#define CHIN 152

// Below this many pixels between the eyes a photograph shows no face.
#define SMALLEST_DISTANCE 12.0f

static int is_plausible(const float points[PUPPET_POINTS * 3], const float pose[3], float width,
                        float height) {
  const float side = fmaxf(width, height);
  for (int i = 0; i < PUPPET_POINTS; i++) {
    const float x = points[3 * i], y = points[3 * i + 1], z = points[3 * i + 2];
    // Comparisons are false for what is not a number.
    if (!(x >= -width && x <= 2 * width && y >= -height && y <= 2 * height && fabsf(z) <= 2 * side)) {
      return 0;
    }
  }
  return fabsf(pose[0]) <= 75 && fabsf(pose[1]) <= 75 && fabsf(pose[2]) <= 180;
}

static vec3 point_at(const float points[PUPPET_POINTS * 3], int i) {
  return vec3_of(points[3 * i], points[3 * i + 1], points[3 * i + 2]);
}

// Lays the photograph's points on millimetres, and straightens the head.
// PUPPET_E_POINTS for eyes that are too close.
static int straighten(mesh_builder *b, photo_frame *frame, const float points[PUPPET_POINTS * 3],
                      const float pose[3]) {
  const vec3 right = point_at(points, RIGHT_CORNER), left = point_at(points, LEFT_CORNER);
  const float apart = vec3_length(vec3_sub(left, right));
  if (!(apart >= SMALLEST_DISTANCE)) {
    return PUPPET_E_POINTS;
  }
  const vec3 middle = vec3_between(right, left, 0.5f);
  frame->middle_x = middle.x;
  frame->middle_y = middle.y;
  frame->scale = apart / CORNER_DISTANCE;
  frame->turn = rotation_of(pose[0], pose[1], pose[2]);
  frame->roll = pose[2];
  for (int i = 0; i < PUPPET_POINTS; i++) {
    b->photo[i] = vec3_scale(vec3_sub(point_at(points, i), middle), 1 / frame->scale);
    b->face[i] = rotated_back(&frame->turn, b->photo[i]);
  }
  b->chin = clamped(b->face[CHIN].y, 60, 160);
  return PUPPET_OK;
}

static int build(puppet_model *m, const float points[PUPPET_POINTS * 3], const float pose[3]) {
  mesh_builder *b = calloc(1, sizeof *b);
  if (b == NULL) {
    return PUPPET_E_MEMORY;
  }
  photo_frame frame = {.photo = &m->photo};
  b->model = m;
  b->frame = &frame;
  int status = straighten(b, &frame, points, pose);
  if (status == PUPPET_OK) {
    const float width = (float)m->photo.level[0].width, height = (float)m->photo.level[0].height;
    m->size =
        (puppet_photo){width / frame.scale, height / frame.scale, (frame.middle_x - width / 2) / frame.scale,
                       (frame.middle_y - height / 2) / frame.scale};
    float oval[2 * OVAL_POINTS];
    for (int i = 0; i < OVAL_POINTS; i++) {
      // A little smaller: the edge of a face that is turned away lies behind its outline.
      const vec3 place = vec3_between(b->photo[face_oval[i]], b->photo[NOSE_BRIDGE], 0.14f);
      oval[2 * i] = place.x;
      oval[2 * i + 1] = place.y;
    }
    status = canvas_make(&frame, oval, &m->canvas);
  }
  if (status == PUPPET_OK) {
    status = mesh_build(b);
  }
  free(b);
  return status;
}

int puppet_model_create(const uint8_t *rgb, uint32_t width, uint32_t height, size_t row_bytes,
                        const float points[PUPPET_POINTS * 3], const float pose[3], puppet_model **model) {
  if (width < 1 || height < 1 || width > PUPPET_LARGEST_SIDE || height > PUPPET_LARGEST_SIDE) {
    return PUPPET_E_ARGUMENT;
  }
  if (!is_plausible(points, pose, (float)width, (float)height)) {
    return PUPPET_E_POINTS;
  }
  puppet_model *m = calloc(1, sizeof *m);
  if (m == NULL) {
    return PUPPET_E_MEMORY;
  }
  int status = texture_allocate(&m->photo, width, height);
  if (status == PUPPET_OK) {
    puppet_texture_set(&m->photo, rgb, row_bytes);
    status = build(m, points, pose);
  }
  if (status != PUPPET_OK) {
    puppet_model_destroy(m);
    return status;
  }
  *model = m;
  return PUPPET_OK;
}

void puppet_model_destroy(puppet_model *model) {
  if (model != NULL) {
    texture_free(&model->photo);
    texture_free(&model->canvas.texture);
    free(model->vertices);
    free(model->triangles);
    free(model);
  }
}

const puppet_texture *puppet_model_photo(const puppet_model *model) {
  return &model->photo;
}

puppet_photo puppet_model_photo_size(const puppet_model *model) {
  return model->size;
}

// SPDX-License-Identifier: Apache-2.0
#include "mesh.h"

// The side of a face that the photograph hides lies behind its outline there: it takes the colours of the
// nearest that is seen.
vec3 face_seen_place(const mesh_builder *b, vec3 photo) {
  for (int step = 0; step < 20 && canvas_coverage(&b->model->canvas, photo.x, photo.y) < 0.9f; step++) {
    photo = vec3_between(photo, b->photo[NOSE_BRIDGE], 0.05f);
  }
  return photo;
}

// A second row just above the lids' edges moves with them, so that lashes are not
// stretched with the skin.
static void add_lashes(mesh_builder *b) {
  for (int eye = 0; eye < 2; eye++) {
    for (int i = 0; i < LID_POINTS; i++) {
      const uint16_t edge = eyes[eye].upper[i], crease = eyes[eye].crease[i];
      const float share = 0.3f;
      const vec3 photo = vec3_between(b->photo[edge], b->photo[crease], share);
      vertex *v =
          mesh_add_vertex(b, vec3_between(b->face[edge], b->face[crease], share), 1, photo.x, photo.y);
      if (v != NULL) {
        lids_move_lash(&b->model->vertices[edge], &b->model->vertices[crease], v);
      }
    }
  }
}

void face_add(mesh_builder *b) {
  for (int i = 0; i < PUPPET_POINTS; i++) {
    b->photo[i] = face_seen_place(b, b->photo[i]);
    mesh_add_vertex(b, b->face[i], 1, b->photo[i].x, b->photo[i].y);
  }
  lids_move(b->face, b->model->vertices);
  add_lashes(b);
}

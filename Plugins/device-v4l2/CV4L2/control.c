// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "request.h"
#include <string.h>

static uint32_t kind(const struct v4l2_query_ext_ctrl *control) {
  if (control->flags & V4L2_CTRL_FLAG_HAS_PAYLOAD || control->nr_of_dims > 0)
    return CV4L2_CONTROL_OTHER;
  switch (control->type) {
  case V4L2_CTRL_TYPE_INTEGER:
  case V4L2_CTRL_TYPE_INTEGER64:
    return CV4L2_CONTROL_INTEGER;
  case V4L2_CTRL_TYPE_BOOLEAN:
    return CV4L2_CONTROL_BOOLEAN;
  case V4L2_CTRL_TYPE_MENU:
  case V4L2_CTRL_TYPE_INTEGER_MENU:
    return CV4L2_CONTROL_MENU;
  case V4L2_CTRL_TYPE_BITMASK:
    return CV4L2_CONTROL_BITS;
  default:
    return CV4L2_CONTROL_OTHER;
  }
}

static uint32_t flags(uint32_t raw) {
  uint32_t found = 0;
  if (raw & V4L2_CTRL_FLAG_READ_ONLY)
    found |= CV4L2_CONTROL_READ_ONLY;
  if (raw & V4L2_CTRL_FLAG_WRITE_ONLY)
    found |= CV4L2_CONTROL_WRITE_ONLY;
  if (raw & V4L2_CTRL_FLAG_INACTIVE)
    found |= CV4L2_CONTROL_INACTIVE;
  if (raw & V4L2_CTRL_FLAG_DISABLED)
    found |= CV4L2_CONTROL_DISABLED;
  if (raw & V4L2_CTRL_FLAG_GRABBED)
    found |= CV4L2_CONTROL_GRABBED;
  return found;
}

int cv4l2_next_control(int node, uint32_t after, cv4l2_control *control) {
  struct v4l2_query_ext_ctrl found;
  memset(&found, 0, sizeof found);
  found.id = after | V4L2_CTRL_FLAG_NEXT_CTRL;
  int answer = cv4l2_request(node, VIDIOC_QUERY_EXT_CTRL, &found);
  if (answer < 0)
    return answer;
  memset(control, 0, sizeof *control);
  control->id = found.id;
  control->kind = kind(&found);
  control->flags = flags(found.flags);
  memcpy(control->name, found.name, sizeof found.name);
  control->minimum = found.minimum;
  control->maximum = found.maximum;
  control->standard = found.default_value;
  control->step = found.step;
  return 0;
}

int cv4l2_menu_entry(int node, uint32_t id, uint32_t index) {
  struct v4l2_querymenu entry;
  memset(&entry, 0, sizeof entry);
  entry.id = id;
  entry.index = index;
  return cv4l2_request(node, VIDIOC_QUERYMENU, &entry);
}

// A control's number and type say which member of the union counts: 64 bits or 32.
static int is_long(int node, uint32_t id) {
  struct v4l2_query_ext_ctrl found;
  memset(&found, 0, sizeof found);
  found.id = id;
  int answer = cv4l2_request(node, VIDIOC_QUERY_EXT_CTRL, &found);
  return answer < 0 ? answer : found.type == V4L2_CTRL_TYPE_INTEGER64;
}

int cv4l2_read_control(int node, uint32_t id, int64_t *value) {
  int wide = is_long(node, id);
  if (wide < 0)
    return wide;
  struct v4l2_ext_control control;
  memset(&control, 0, sizeof control);
  control.id = id;
  struct v4l2_ext_controls controls;
  memset(&controls, 0, sizeof controls);
  controls.count = 1;
  controls.controls = &control;
  int answer = cv4l2_request(node, VIDIOC_G_EXT_CTRLS, &controls);
  if (answer < 0)
    return answer;
  *value = wide ? control.value64 : control.value;
  return 0;
}

int cv4l2_write_control(int node, uint32_t id, int64_t value) {
  int wide = is_long(node, id);
  if (wide < 0)
    return wide;
  struct v4l2_ext_control control;
  memset(&control, 0, sizeof control);
  control.id = id;
  // Bit masks may use the highest bit, so the lower half is what counts.
  if (wide)
    control.value64 = value;
  else
    control.value = (int32_t)(uint32_t)(uint64_t)value;
  struct v4l2_ext_controls controls;
  memset(&controls, 0, sizeof controls);
  controls.count = 1;
  controls.controls = &control;
  return cv4l2_request(node, VIDIOC_S_EXT_CTRLS, &controls);
}

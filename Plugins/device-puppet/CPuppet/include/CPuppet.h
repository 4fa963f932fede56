// SPDX-License-Identifier: Apache-2.0
// Renders heads that were made from one photograph, prints and screens, as a
// camera in a room would see them.
//
// Lengths are millimetres, where a face's outer eye corners lie 90 mm apart.
// The camera looks along +z from the origin; x points to the image's right, y
// down. Angles are degrees, signed as in imprint/draft/face.h: positive yaw turns
// to the subject's left (the nose to the image's right), positive pitch looks up,
// positive roll turns clockwise in the image; roll first, then pitch, then yaw.
// Light is linear: 1 is white paper at full exposure. The same calls give the same
// bytes on the same machine.
//
// Models and textures may be read by any number of threads; a renderer, and a
// texture that is being set, belong to one thread at a time.
#ifndef IMPRINT_PUPPET_H
#define IMPRINT_PUPPET_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PUPPET_POINTS 468
#define PUPPET_LARGEST_SIDE 4096 // pixels, of photographs, textures and frames

// What a function answers.
#define PUPPET_OK 0
#define PUPPET_E_MEMORY 1   // out of memory
#define PUPPET_E_ARGUMENT 2 // a size outside 1...4096, or a number that is not finite
#define PUPPET_E_MAGIC 3    // not a puppet file
#define PUPPET_E_VERSION 4  // of a later version
#define PUPPET_E_LENGTH 5   // the file is cut, or longer than its header says
#define PUPPET_E_CHECKSUM 6 // the CRC-32C is wrong: the file is damaged
#define PUPPET_E_POINTS 7   // the points are no face: not finite, far outside the photograph, or too small

// MARK: A head

typedef struct puppet_model puppet_model;
typedef struct puppet_texture puppet_texture;

// Makes a head of a photograph of `width` x `height` RGB24 pixels, with the mesh
// that imprint.face-tracker/1 found in it: x and y in pixels, the centre of the
// first pixel at (0.5, 0.5), z in the same scale, growing away from the camera.
// `pose` is the yaw, pitch and roll that the tracker measured there. The caller
// keeps all of them; nothing is read after return.
// Triangulates and cuts the head out of its background: about 0.2 s.
// *model lives until puppet_model_destroy.
// PUPPET_E_ARGUMENT, PUPPET_E_POINTS, PUPPET_E_MEMORY.
int puppet_model_create(const uint8_t *rgb, uint32_t width, uint32_t height, size_t row_bytes,
                        const float points[PUPPET_POINTS * 3], const float pose[3], puppet_model **model);

// Makes a head of a whole puppet file, which may be hostile. Layout, little-endian:
// "IMPUPPET", version 1, width, height, number of points (468) as uint32, pose and
// points as float32, width * height * 3 bytes of RGB24, and the CRC-32C of all
// that.
// As puppet_model_create; PUPPET_E_MAGIC, PUPPET_E_VERSION, PUPPET_E_LENGTH,
// PUPPET_E_CHECKSUM.
int puppet_model_read(const uint8_t *bytes, size_t length, puppet_model **model);

// NULL is allowed.
void puppet_model_destroy(puppet_model *model);

// The whole photograph, for prints and screens. Lives as long as the model.
const puppet_texture *puppet_model_photo(const puppet_model *model);

// Of the photograph at the face's own scale, in millimetres: its width, its height,
// and where the middle between the eyes lies, from the photograph's middle.
typedef struct puppet_photo {
  float width;
  float height;
  float eyes_x;
  float eyes_y;
} puppet_photo;

puppet_photo puppet_model_photo_size(const puppet_model *model);

// MARK: Pictures

// A picture of `width` x `height` pixels, black at first.
// *texture lives until puppet_texture_destroy. PUPPET_E_ARGUMENT, PUPPET_E_MEMORY.
int puppet_texture_create(uint32_t width, uint32_t height, puppet_texture **texture);

// Replaces all its pixels, RGB24. The caller keeps them. Cannot fail.
void puppet_texture_set(puppet_texture *texture, const uint8_t *rgb, size_t row_bytes);

// NULL is allowed.
void puppet_texture_destroy(puppet_texture *texture);

// MARK: The scene

// A head, with neck and shoulders.
typedef struct puppet_head {
  const puppet_model *model;
  float x; // of the middle between the eyes, while the head looks ahead
  float y;
  float distance; // at least 100
  float yaw;      // of the head against the shoulders; within +-60
  float pitch;    // within +-45
  float roll;     // within +-60
  float left_eye; // 0 closed ... 1 as open as in the photograph; the subject's own left
  float right_eye;
  float opacity; // 0...1: 1 for what is solid
} puppet_head;

#define PUPPET_SHEET_PAPER 0  // reflects light, white margin and back
#define PUPPET_SHEET_SCREEN 1 // emits light, dark bezel and back

// A print, or a screen.
typedef struct puppet_sheet {
  const puppet_texture *texture;
  uint32_t kind; // PUPPET_SHEET_...
  float x;       // of its middle
  float y;
  float distance; // at least 50
  float yaw;      // as of a head; a sheet that faces the camera has 0
  float pitch;
  float roll;
  float width; // of the picture on it
  float height;
  float margin; // around the picture: paper or bezel
  // 0: flat. Otherwise the radius of the cylinder that it is bent around; negative
  // where its edges come towards the camera.
  float radius;
  uint32_t upright_axis; // 1: the cylinder's axis is vertical on the sheet, 0: horizontal
  // Of screens:
  float brightness;     // of white; 0.8 looks like paper
  float pitch_mm;       // of its pixels; 0: no grid
  float moire;          // strength of the grid, 1 as of a lens that resolves it well
  float gloss;          // share of light that its glass reflects; 0.02...0.05
  float flicker;        // 0...1: share of its light that comes and goes
  float flicker_cycles; // bands over the height of a frame
  float flicker_phase;  // of them, in cycles
} puppet_sheet;

typedef struct puppet_light {
  float ambient[3]; // gain of red, green, blue; 1: as the photograph was lit
  // How much of the ambient light has a direction: what turns towards it becomes
  // brighter. 0...1; 0.3 is a room with a window.
  float directed;
  float direction[3]; // from which it comes; any length
  float screen[3];    // the near screen's colour, 0...1; all 0: it is dark
  float strength;     // of that light on a surface 400 mm before it, when it is white
  float flicker;      // 0...1: share of the lamps' light that comes and goes over the rows
  float flicker_cycles;
  float flicker_phase;
} puppet_light;

typedef struct puppet_scene {
  const puppet_head *heads;
  size_t head_count;
  const puppet_sheet *sheets;
  size_t sheet_count;
  puppet_light light;
  float shift_x; // pixels that all is moved by, as when the camera is held in the hand
  float shift_y;
} puppet_scene;

// MARK: The camera

typedef struct puppet_renderer puppet_renderer;

// A camera of that frame size in front of a room; `focal_length` in widths of the
// frame: 0.94 sees 56 degrees. `seed` furnishes the room.
// *renderer lives until puppet_renderer_destroy.
// PUPPET_E_ARGUMENT (focal length outside 0.2...10), PUPPET_E_MEMORY.
int puppet_renderer_create(uint32_t width, uint32_t height, float focal_length, uint64_t seed,
                           puppet_renderer **renderer);

// NULL is allowed.
void puppet_renderer_destroy(puppet_renderer *renderer);

// What the sensor and the lens add.
typedef struct puppet_sensor {
  float exposure; // gain; 1: as the light is
  float blur;     // standard deviation of the lens, pixels: 0...3
  float noise;    // standard deviation at mid grey, levels of 0...255
  uint64_t seed;  // of the noise: another one for each frame
} puppet_sensor;

// Renders one frame as RGB24. `scenes` are the moments of one exposure, at least
// one: their light is averaged, so that what moves between them is blurred.
// Numbers that are not finite or out of range are brought into it.
// PUPPET_E_MEMORY, PUPPET_E_ARGUMENT (no scene).
// About 4 ms for one moment of a head in 640x480.
int puppet_render(puppet_renderer *renderer, const puppet_scene *scenes, size_t count,
                  const puppet_sensor *sensor, uint8_t *rgb, size_t row_bytes);

#ifdef __cplusplus
}
#endif

#endif

// SPDX-License-Identifier: Apache-2.0
// Pixel loops, in C so that debug builds are usable too.
//
// No function checks lengths: the Swift caller has. `stride` is the distance of two rows in bytes, `step`
// that of two samples. Destinations have no gap between rows unless they have a stride. Sources and
// destinations never overlap. Every function is pure: any thread.
#ifndef C_IMPRINT_PIXELS_H
#define C_IMPRINT_PIXELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Copies `height` rows of `row` bytes.
void imp_pixels_copy(const uint8_t *src, size_t src_stride, uint8_t *dst, size_t row, size_t height);

// Red, green, blue to blue, green, red, or back.
void imp_pixels_swap(const uint8_t *src, size_t src_stride, uint8_t *dst, size_t width, size_t height);

// Luma of ITU-R BT.601 in 16-bit fixed point, rounded.
void imp_pixels_rgb_to_grey(const uint8_t *src, size_t src_stride, uint8_t *dst, size_t width,
                            size_t height);
void imp_pixels_grey_to_rgb(const uint8_t *src, size_t src_stride, uint8_t *dst, size_t width,
                            size_t height);

// 16-bit little-endian grey to 8 bits, rounded; and back, so that 255 becomes 65535.
void imp_pixels_grey16_to_grey(const uint8_t *src, size_t src_stride, uint8_t *dst, size_t width,
                               size_t height);
void imp_pixels_grey_to_grey16(const uint8_t *src, size_t src_stride, uint8_t *dst, size_t width,
                               size_t height);

// CMYK as JPEG files hold it, 255 meaning no ink.
void imp_pixels_cmyk_to_rgb(const uint8_t *src, size_t src_stride, uint8_t *dst, size_t width,
                            size_t height);

// 4:2:2, Y0 U Y1 V; BT.601, limited range. An odd width is padded to a whole pair.
void imp_pixels_yuyv_to_rgb(const uint8_t *src, size_t src_stride, uint8_t *dst, size_t width,
                            size_t height);

// The same in the order U Y0 V Y1.
void imp_pixels_uyvy_to_rgb(const uint8_t *src, size_t src_stride, uint8_t *dst, size_t width,
                            size_t height);

// 4:2:0; BT.601, limited range. `chroma_step` is 1 for planes, 2 for interleaved U
// and V.
void imp_pixels_yuv420_to_rgb(const uint8_t *luma, size_t luma_stride, const uint8_t *u, const uint8_t *v,
                              size_t chroma_stride, size_t chroma_step, uint8_t *dst, size_t width,
                              size_t height);

// Applies an EXIF orientation, 1...8. `width` and `height` are the source's; 5...8 swap them.
void imp_pixels_orient(const uint8_t *src, size_t src_stride, size_t width, size_t height, size_t channels,
                       int orientation, uint8_t *dst);

// Area averaging for reduction, linear interpolation for enlargement; 1 or 3
// channels. false: out of memory for two rows and the weights; dst is undefined.
bool imp_pixels_scale(const uint8_t *src, size_t src_stride, size_t src_width, size_t src_height,
                      size_t channels, uint8_t *dst, size_t dst_width, size_t dst_height);

// Fills dst from the points that the homography `h` (row by row) maps its pixel
// centres to, with linear interpolation; points outside the source get the nearest
// edge pixel.
void imp_pixels_warp(const uint8_t *src, size_t src_stride, size_t src_width, size_t src_height,
                     size_t channels, const double h[9], uint8_t *dst, size_t dst_width, size_t dst_height);

#endif

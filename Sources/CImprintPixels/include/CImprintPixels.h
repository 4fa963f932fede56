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

// The pixels whose centres lie in a convex polygon become 1, all others 0. `points`: x and y of each corner,
// in order; at least one corner. Places that are not finite give no pixel in their rows, or all of them.
void imp_pixels_fill_convex(const double *points, size_t count, uint8_t *mask, size_t width, size_t height);

// Draws the pixels of the mask through the affine `map` from dst to src, row by row: one sample in each by
// linear interpolation, or the mean of fineness x fineness nearest pixels. A pixel with a sample outside of
// the source leaves the mask. Pixels that are not in the mask stay as they are. `channels`: 1 or 3;
// `fineness`: from 1.
void imp_pixels_sample(const uint8_t *src, size_t src_stride, size_t src_width, size_t src_height,
                       size_t channels, const double map[6], size_t fineness, uint8_t *dst, uint8_t *mask,
                       size_t dst_width, size_t dst_height);

// The luminance Y of sRGB in linear light (IEC 61966-2-1), 0...255, rounded. Grey counts as sRGB too.
void imp_pixels_luminance(const uint8_t *src, size_t channels, size_t count, uint8_t *dst);

// Adds the levels of the mask's pixels in a rectangle to 256 counts for each channel.
void imp_pixels_tally(const uint8_t *src, const uint8_t *mask, size_t width, size_t from_x, size_t to_x,
                      size_t from_y, size_t to_y, size_t channels, uint32_t *levels);

// Luma (BT.601) at half the size; a pixel is in the mask where all four of it are. Odd ends are dropped.
void imp_pixels_halve(const uint8_t *src, const uint8_t *mask, size_t channels, size_t width, size_t height,
                      uint8_t *dst, uint8_t *dst_mask);

// How little of the change between neighbours a blur takes away, 0...1: near 1, there was none to take. The
// greater of both directions; the blur is the mean of nine in a row. Negative where nothing changes. The mask
// is convex.
double imp_pixels_blur(const uint8_t *src, const uint8_t *mask, size_t width, size_t height);

#endif

// SPDX-License-Identifier: Apache-2.0
// Packets with borders, and descriptors that travel with them.
#ifndef C_IMPRINT_LINUX_PACKET_H
#define C_IMPRINT_LINUX_PACKET_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// The most descriptors of one packet.
#define IMP_PACKET_DESCRIPTORS 250

// Creates two connected ends; close-on-exec, and never 0, 1 or 2.
int imp_packet_pair(int ends[2]);

// Sends one packet of two parts; the second may be empty. Never raises SIGPIPE, and
// never blocks: -EAGAIN if the peer has stopped reading.
int imp_packet_send(int end, const void *head, size_t head_length, const void *body, size_t body_length,
                    const int *descriptors, size_t descriptor_count);

// Waits for a packet. Returns its length; 0 if the peer is gone; -EAGAIN after the
// time-out of imp_packet_patience; -EMSGSIZE if it is longer than the buffer or has
// more descriptors than `descriptor_count` allows. Then none of its descriptors is
// open. *descriptor_count becomes the number received. They are close-on-exec.
ssize_t imp_packet_receive(int end, void *room, size_t capacity, int *descriptors, size_t *descriptor_count);

// The receive time-out in nanoseconds, at least a microsecond; UINT64_MAX: none.
int imp_packet_patience(int end, uint64_t nanoseconds);

#endif

// SPDX-License-Identifier: Apache-2.0
// Packets with borders, and descriptors that travel with them.
#ifndef C_IMPRINT_LINUX_PACKET_H
#define C_IMPRINT_LINUX_PACKET_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// The most descriptors of one packet.
#define IMP_PACKET_DESCRIPTORS 250

// Makes two connected ends; close-on-exec, and never 0, 1 or 2.
int imp_packet_pair(int ends[2]);

// Sends one packet of two parts; the second may be empty. Never raises SIGPIPE, and never waits: where the
// other side has stopped reading, -EAGAIN.
int imp_packet_send(int end, const void *head, size_t head_length, const void *body, size_t body_length,
                    const int *descriptors, size_t descriptor_count);

// Waits for a packet. Answers its length; 0 where the other side is gone; -EAGAIN where the time of
// imp_packet_patience passed; -EMSGSIZE where it is longer than the room or has more descriptors than
// `descriptor_count` says there is room for. Then none of its descriptors is open.
// *descriptor_count becomes how many came. They are close-on-exec.
ssize_t imp_packet_receive(int end, void *room, size_t capacity, int *descriptors, size_t *descriptor_count);

// How long a receive waits, in nanoseconds, at least a microsecond; UINT64_MAX: without end.
int imp_packet_patience(int end, uint64_t nanoseconds);

#endif

// SPDX-License-Identifier: Apache-2.0
// What a host and its imprint-worker say to one another, over SEQPACKET sockets. Each packet begins with one
// of these structs; both programs are of the same build, and the protocol's number is compared first all the
// same.
//
//   control   IMP_PROGRAM_SOCKET: start and ready once, then lanes
//   services  what the plugin asks of its host; came with start
//   lanes     one call at a time each: request and reply
//
// A host takes everything that comes for hostile.
#ifndef C_IMPRINT_LINUX_WORKER_H
#define C_IMPRINT_LINUX_WORKER_H

#include <stdint.h>

#include "imp_walls.h"

#define IMP_WORKER_PROTOCOL 4

// ---- Control ---------------------------------------------------------------

// host: with the services socket, the socket for its answers if there are devices,
// the library if there is one, and grants
#define IMP_WORKER_START 1
#define IMP_WORKER_READY 2 // worker: the walls are in force, and the library is loaded; texts follow
#define IMP_WORKER_LANE 3  // host: with the lane's socket

typedef struct imp_worker_start {
  uint32_t kind;
  uint32_t protocol;
  uint32_t required_walls; // IMP_WALL_...: it continues only with these
  uint32_t with_network;   // 1: the plugin may
  imp_limits limits;
  uint32_t devices;     // IMP_DEVICE_...
  uint32_t has_library; // 0: only tests the walls, hosts nothing
  uint32_t readable;    // numbers of descriptors, as in imp_grants
  uint32_t listable;
  uint32_t usable;
  uint32_t reserved;
} imp_worker_start;

// The stage that a worker reached.
#define IMP_WORKER_STAGE_WALLS 1  // a required wall cannot be put in force
#define IMP_WORKER_STAGE_LOAD 2   // the loader refused the library; its message follows
#define IMP_WORKER_STAGE_ENTRY 3  // it has no entry point
#define IMP_WORKER_STAGE_LOADED 4 // it is loaded

typedef struct imp_worker_ready {
  uint32_t kind;
  uint32_t protocol;
  uint32_t stage;      // IMP_WORKER_STAGE_...
  uint32_t walls;      // IMP_WALL_...: those in force
  int32_t failures[5]; // why others are not: errno, by the wall's bit
  int32_t library;     // the descriptor that it loaded
  uint32_t threads_are_limited; // 1: by the kernel; else the host monitors them
} imp_worker_ready;

typedef struct imp_worker_lane {
  uint32_t kind;
  uint32_t number;
} imp_worker_lane;

// ---- Lanes -----------------------------------------------------------------

#define IMP_WORKER_REQUEST 0x51525049u
#define IMP_WORKER_REPLY 0x52525049u

// Bodies up to this length follow in the packet, longer ones are in an area.
#define IMP_WORKER_INLINE 8192

#define IMP_WORKER_BODY_IN_AREA 1 // the body is at the start of its side's area
#define IMP_WORKER_NEW_IN_AREA 2  // a descriptor: the host's new output area
#define IMP_WORKER_NEW_OUT_AREA 4 // a descriptor, after that one: the worker's new output area
#define IMP_WORKER_LENT 8         // a descriptor, the last one: memory borrowed by the created object

typedef struct imp_worker_request {
  uint32_t mark; // IMP_WORKER_REQUEST
  uint32_t sequence;
  uint32_t function;
  uint32_t flags;
  uint64_t object;
  uint64_t bytes;
  uint64_t reply_bytes; // the longest answer
  uint64_t in_area;     // length of the area, with each request
  uint64_t out_area;
  uint64_t lent; // length of the borrowed memory; 0: none
} imp_worker_request;

typedef struct imp_worker_reply {
  uint32_t mark; // IMP_WORKER_REPLY
  uint32_t sequence; // the request's
  int32_t status;
  uint32_t flags;
  uint64_t bytes;
  uint64_t reserved[5];
} imp_worker_reply;

_Static_assert(sizeof(imp_worker_request) == 64, "a body behind it begins at a multiple of 64");
_Static_assert(sizeof(imp_worker_reply) == 64, "a body behind it begins at a multiple of 64");

// ---- Services --------------------------------------------------------------

#define IMP_WORKER_BLOCKED 11 // worker: a call was blocked by a wall; no answer
#define IMP_WORKER_LOG 12     // worker: a line of the plugin; no answer
#define IMP_WORKER_MODEL 13   // worker: asks for a model by the name that follows
#define IMP_WORKER_FOLDER 14  // worker: asks for a run-time library's folder by the name that follows
#define IMP_WORKER_ANSWER 15  // host: to either
// worker: requests a socket for its devices, IMP_DEVICE_EVENTS or
// IMP_DEVICE_SERVICE followed by the path. The answer, with the socket, comes on
// the socket for answers: any thread may request it inside a system call.
#define IMP_WORKER_SOCKET 16

#define IMP_WORKER_LINE 4096 // the longest text of these, in bytes

typedef struct imp_worker_blocked {
  uint32_t kind;
  int32_t call; // the system call's number
} imp_worker_blocked;

typedef struct imp_worker_ask {
  uint32_t kind;
  uint32_t detail; // of a line: its severity; of a question: the lane whose call asks; of a socket: which
} imp_worker_ask;

typedef struct imp_worker_answer {
  uint32_t kind;
  // Of a socket: 0 with its descriptor, or a negative errno; else IMP_OK: with the model's descriptor, or
  // with the folder's path behind it.
  int32_t status;
  uint64_t length; // of the model
} imp_worker_answer;

#endif

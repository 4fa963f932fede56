// SPDX-License-Identifier: Apache-2.0
// Runs a network on the CPU through OpenVINO's C library.
//
// The library is opened at run time from a folder that the host has verified;
// nothing of it is linked. Precision is always f32: OpenVINO's own choice is
// bf16 where the CPU has it, and templates would then depend on the CPU.
//
// Statuses are the contract's. Where a call can fail, `words` (room for
// IMP_OV_WORDS bytes) receives the reason, null-terminated.
#ifndef IMPRINT_OPENVINO_BRIDGE_H
#define IMPRINT_OPENVINO_BRIDGE_H

// All of the contract, because that is the module Swift knows its types by.
#include <imprint/imprint.h>

IMP_BEGIN_DECLS

#define IMP_OV_WORDS 512
#define IMP_OV_MAX_RANK 4
#define IMP_OV_MAX_OUTPUTS 2

// Element types that the bundled networks use, by OpenVINO's numbers.
#define IMP_OV_F32 4
#define IMP_OV_U8 16

// One core, with what it has compiled. Any thread; calls on it are serialised.
typedef struct imp_ov_runtime imp_ov_runtime;

// One network, ready to run: an infer request with its own input and outputs.
// One thread at a time for each session.
typedef struct imp_ov_session imp_ov_session;

// The rank of an output that is a vector: dims[0] numbers along one dimension, whichever it is, and 1 along
// all others, as [1,512] and [1,512,1,1] are.
#define IMP_OV_VECTOR 0

// What a tensor must be. A network that differs is refused with IMP_E_MODEL.
typedef struct imp_ov_tensor {
  uint32_t element; // IMP_OV_F32 or IMP_OV_U8
  uint32_t rank;    // 1...IMP_OV_MAX_RANK; of an output IMP_OV_VECTOR too
  int64_t dims[IMP_OV_MAX_RANK];
} imp_ov_tensor;

// The file formats of networks.
#define IMP_OV_IR 0   // OpenVINO's own: a graph and its weights
#define IMP_OV_ONNX 1 // one file, without others that it names

// A network, and what its caller takes it to be: one input, output_count
// outputs. Both files must stay where they are, unchanged, until the runtime is
// destroyed: weights of IR are used in place, not copied. Where a network leaves
// dimensions of its input open, it is compiled for those stated here.
typedef struct imp_ov_network {
  const char *IMP_NONNULL name; // for words: "mesh"
  imp_bytes graph;              // the .xml, or the .onnx
  imp_bytes weights;            // the .bin, 64-byte aligned; of ONNX there is none
  uint32_t output_count;        // 1...IMP_OV_MAX_OUTPUTS
  uint32_t kind;                // IMP_OV_IR or IMP_OV_ONNX
  imp_ov_tensor input;
  imp_ov_tensor outputs[IMP_OV_MAX_OUTPUTS];
} imp_ov_network;

// Where compiled networks are kept from process to process. Both functions are
// called in imp_ov_session_create alone, one at a time, with a null-terminated key.
typedef struct imp_ov_kept {
  void *IMP_NULLABLE context;
  // Lends what was kept under the key until the runtime is destroyed, as weights are
  // used in place; length 0: nothing.
  imp_bytes (*IMP_NONNULL find)(void *IMP_NULLABLE context, const char *IMP_NONNULL key);
  // Keeps a copy.
  void (*IMP_NONNULL keep)(void *IMP_NULLABLE context, const char *IMP_NONNULL key, imp_bytes bytes);
} imp_ov_kept;

// Opens the library in `folder` (a path) and makes a core: 10-40 ms the first
// time. The library is never unloaded. Where `kept` is null nothing is kept.
// IMP_E_FILE: it is not there or cannot be opened; IMP_E_MEMORY; IMP_E_INTERNAL.
imp_status imp_ov_runtime_create(const char *IMP_NONNULL folder, const imp_ov_kept *IMP_NULLABLE kept,
                                 imp_ov_runtime *IMP_NULLABLE *IMP_NONNULL runtime, char *IMP_NONNULL words);

// Ends the core. All its sessions have been destroyed before.
void imp_ov_runtime_destroy(imp_ov_runtime *IMP_NULLABLE runtime);

// Makes a session that computes with `threads` threads.
// Compiles the network (50-150 ms; half of that where it was kept) unless a
// compiled one is idle, or there are as many as the process may use CPUs: then
// sessions share one and take turns.
// IMP_E_MODEL: not a network, or another shape than stated; IMP_E_MEMORY.
imp_status imp_ov_session_create(imp_ov_runtime *IMP_NONNULL runtime,
                                 const imp_ov_network *IMP_NONNULL network, uint32_t threads,
                                 imp_ov_session *IMP_NULLABLE *IMP_NONNULL session, char *IMP_NONNULL words);

void imp_ov_session_destroy(imp_ov_session *IMP_NULLABLE session);

// The input's memory, to be filled before each infer; valid while the session is.
void *IMP_NONNULL imp_ov_session_input(const imp_ov_session *IMP_NONNULL session);

// Memory of output `index`, which each infer fills; valid while the session is.
// Null where the network has no such output.
const float *IMP_NULLABLE imp_ov_session_output(const imp_ov_session *IMP_NONNULL session, uint32_t index);

// Computes the outputs. IMP_E_INTERNAL where OpenVINO fails.
imp_status imp_ov_session_infer(imp_ov_session *IMP_NONNULL session, char *IMP_NONNULL words);

IMP_END_DECLS

#endif

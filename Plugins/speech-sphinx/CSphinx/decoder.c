// SPDX-License-Identifier: Apache-2.0
// Making a decoder, and setting it back.
#include "decoder.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <sphinxbase/cmn.h>
#include <sphinxbase/feat.h>
#include <sphinxbase/ngram_model.h>

#define LOOK_AHEAD 5 // PocketSphinx's own choice, for which it makes its parts

// Debian's model says so in its file feat.params; a plugin's models are as its code expects them.
static cmd_ln_t *configured(void) {
  return cmd_ln_init(NULL, ps_args(), TRUE, "-mdef", "mdef", "-mean", "means", "-var", "variances",
                     "-sendump", "sendump", "-tmat", "transition_matrices", "-dict", "dictionary", "-fdict",
                     "fillers", "-mmap", "no", "-lowerf", "130", "-upperf", "6800", "-nfilt", "25",
                     "-transform", "dct", "-lifter", "22", "-feat", "1s_c_d_dd", "-svspec",
                     "0-12/13-25/26-38", "-agc", "none", "-varnorm", "no", "-cmn", "live", "-cmninit",
                     "41.00,-5.29,-0.12,5.09,2.48,-4.07,-1.37,-1.78,-5.08,-2.05,-6.45,-1.42,1.17",
                     // The best path is looked for here, so that there is a result too where there is none.
                     "-bestpath", "no", "-dither", "no",
                     // Bounds of a frame, above what ordinary graphs come to.
                     "-maxwpf", "20", "-maxhmmpf", "5000", NULL);
}

// ---- What is learned ------------------------------------------------------------

static void keep_mean(imp_sphinx *sphinx) {
  const cmn_t *cmn = ps_get_feat(sphinx->decoder)->cmn_struct;
  memcpy(sphinx->mean, cmn->cmn_mean, sizeof sphinx->mean);
  memcpy(sphinx->sum, cmn->sum, sizeof sphinx->sum);
  sphinx->mean_frames = cmn->nframe;
}

static void restore_mean(imp_sphinx *sphinx) {
  cmn_t *cmn = ps_get_feat(sphinx->decoder)->cmn_struct;
  memcpy(cmn->cmn_mean, sphinx->mean, sizeof sphinx->mean);
  memcpy(cmn->sum, sphinx->sum, sizeof sphinx->sum);
  cmn->nframe = sphinx->mean_frames;
}

// How many frames PocketSphinx looks ahead. While it does it scores all phones in each frame, which takes a
// third more time and finds no more words.
static bool look_ahead(imp_sphinx *sphinx, int frames) {
  cmd_ln_set_int_r(sphinx->config, "-pl_window", frames);
  return ps_set_search(sphinx->decoder, SEARCH) == 0;
}

bool start_pass(imp_sphinx *sphinx) {
  exits_begin(&sphinx->own.exits);
  return ps_start_utt(sphinx->decoder) >= 0;
}

// The last frames of the first pass count to the second.
bool end_passes(imp_sphinx *sphinx) {
  exits_begin(&sphinx->own.exits);
  return ps_end_utt(sphinx->decoder) >= 0;
}

// The scoring of a frame begins with what was best in the one before, also in the utterance before, and of
// equals another one may stay. So a new decoder and one that is set back hear the same few frames, of no
// sound there is, with all phones, and are alike from then on.
static bool settle(imp_sphinx *sphinx) {
  enum { FRAMES = 16 };
  float frames[FRAMES][CEPSTRA], *rows[FRAMES];
  uint32_t state = 17;
  for (int f = 0; f < FRAMES; f++) {
    rows[f] = frames[f];
    for (int c = 0; c < CEPSTRA; c++) {
      state = state * 1664525u + 1013904223u;
      frames[f][c] = sphinx->mean[c] + 24.0f * ((float)(state >> 8) / 8388608.0f - 1.0f);
    }
    // Less is taken for a frame of zeros.
    frames[f][0] = 41 + 0.25f * (frames[f][0] - 41);
  }
  restore_mean(sphinx);
  if (!look_ahead(sphinx, LOOK_AHEAD) || !start_pass(sphinx) ||
      ps_process_cep(sphinx->decoder, rows, FRAMES, FALSE, FALSE) < 0 || !end_passes(sphinx) ||
      !look_ahead(sphinx, 0)) {
    return false;
  }
  restore_mean(sphinx);
  return !sphinx->spots || set_phrases(sphinx);
}

void begin_utterance(imp_sphinx *sphinx) {
  fe_start_utt(sphinx->front);
  sphinx->filled = sphinx->held_from = sphinx->held_count = 0;
  sphinx->heard = sphinx->fed = sphinx->frames = 0;
  sphinx->is_speech = sphinx->is_voiced = false;
  begin_utterance_level(&sphinx->level);
  sphinx->last_activity = sphinx->last_trigger = 0;
  sphinx->place_count = 0;
  sphinx->has_ended = sphinx->has_result = false;
  for (size_t i = 0; i < sphinx->line_count; i++) {
    sphinx->told[i] = 0;
  }
}

// ---- Making ---------------------------------------------------------------------

static bool set_model(imp_sphinx *sphinx) {
  // With a configuration it would weigh a model that it could not read.
  ngram_model_t *model = ngram_model_read(NULL, SEARCH, NGRAM_ARPA, ps_get_logmath(sphinx->decoder));
  if (!model) {
    return false;
  }
  ngram_model_apply_weights(model, (float)cmd_ln_float_r(sphinx->config, "-lw"),
                            (float)cmd_ln_float_r(sphinx->config, "-wip"));
  bool is_set = ps_set_lm(sphinx->decoder, SEARCH, model) == 0 && ps_set_search(sphinx->decoder, SEARCH) == 0;
  ngram_model_free(model);
  return is_set;
}

static int by_name(const void *a, const void *b) {
  return strcmp(((const line *)a)->name, ((const line *)b)->name);
}

// The list, and what its lines are called.
static bool keep_list(imp_sphinx *sphinx, const imp_sphinx_parts *parts) {
  size_t count = parts->line_count, length = parts->graph->length;
  sphinx->list.bytes = malloc(length + 1);
  sphinx->lines = calloc(count, sizeof *sphinx->lines);
  sphinx->told = calloc(count, sizeof *sphinx->told);
  if (!sphinx->list.bytes || !sphinx->lines || !sphinx->told) {
    return false;
  }
  memcpy(sphinx->list.bytes, parts->graph->bytes, length);
  sphinx->list.bytes[length] = 0;
  sphinx->list.length = length;
  sphinx->line_count = count;
  const char *text = sphinx->list.bytes;
  for (size_t i = 0; i < count; i++) {
    // With the space before the threshold, as PocketSphinx keeps it.
    sphinx->lines[i] = (line){strndup(text, strcspn(text, "/")), parts->phrases[i]};
    if (!sphinx->lines[i].name) {
      return false;
    }
    text += strcspn(text, "\n");
    text += *text == '\n';
  }
  qsort(sphinx->lines, count, sizeof *sphinx->lines, by_name);
  return true;
}

// PocketSphinx numbers words as they stand in the dictionary, and then its own.
static uint32_t lines_of(const imp_sphinx_text *text) {
  uint32_t lines = 0;
  for (size_t i = 0; i < text->length; i++) {
    lines += text->bytes[i] == '\n';
  }
  return lines;
}

static void release(imp_sphinx *sphinx) {
  for (size_t i = 0; sphinx->lines && i < sphinx->line_count; i++) {
    free(sphinx->lines[i].name);
  }
  free(sphinx->lines);
  free(sphinx->told);
  imp_sphinx_text_free(&sphinx->list);
  heap_free(&sphinx->own.heap);
  exits_free(&sphinx->own.exits);
  imp_sphinx_erase(sphinx, sizeof *sphinx);
  free(sphinx);
}

// Within a guard. `is_read`: the model was.
static imp_sphinx_status fill(imp_sphinx *sphinx, volatile bool *is_read) {
  sphinx->config = configured();
  sphinx->decoder = sphinx->config ? ps_init(sphinx->config) : NULL;
  sphinx->front = sphinx->decoder ? fe_init_auto_r(sphinx->config) : NULL;
  if (!sphinx->front || fe_get_output_size(sphinx->front) != CEPSTRA) {
    return IMP_SPHINX_MODEL;
  }
  *is_read = true;
  if (!(sphinx->spots ? set_phrases(sphinx) : set_model(sphinx))) {
    return IMP_SPHINX_GRAPH;
  }
  keep_mean(sphinx);
  return settle(sphinx) ? IMP_SPHINX_OK : IMP_SPHINX_GRAPH;
}

// One at a time: what the front end is made by stands in variables of PocketSphinx's own (fe_warp_*.c).
static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;

static imp_sphinx_status make(imp_sphinx *sphinx, const imp_sphinx_file *files, size_t count) {
  volatile bool is_read = false;
  guard guard;
  pthread_mutex_lock(&making);
  guard_enter(&guard, &sphinx->own, files, count);
  if (setjmp(guard.back)) {
    pthread_mutex_unlock(&making);
    return guard.is_short ? IMP_SPHINX_MEMORY : is_read ? IMP_SPHINX_GRAPH : IMP_SPHINX_MODEL;
  }
  imp_sphinx_status status = fill(sphinx, &is_read);
  guard_leave(&guard);
  pthread_mutex_unlock(&making);
  return status != IMP_SPHINX_OK && guard.is_short ? IMP_SPHINX_MEMORY : status;
}

imp_sphinx_status imp_sphinx_create(const imp_sphinx_parts *parts, imp_sphinx **made) {
  static const char fillers[] = "<s> SIL\n</s> SIL\n<sil> SIL\n";
  imp_sphinx_file files[IMP_SPHINX_FILES + 3];
  if (!guard_silence() || parts->dictionary->is_short || parts->graph->is_short) {
    return IMP_SPHINX_MEMORY;
  }
  if (parts->file_count > IMP_SPHINX_FILES) {
    return IMP_SPHINX_MODEL;
  }
  for (size_t i = 0; i < parts->line_count; i++) {
    if (parts->phrases[i] >= parts->line_count) {
      return IMP_SPHINX_GRAPH;
    }
  }
  size_t count = parts->file_count;
  memcpy(files, parts->files, count * sizeof *files);
  files[count++] = (imp_sphinx_file){"dictionary", parts->dictionary->bytes, parts->dictionary->length};
  files[count++] = (imp_sphinx_file){"fillers", fillers, sizeof fillers - 1};
  files[count++] = (imp_sphinx_file){SEARCH, parts->graph->bytes, parts->graph->length};
  imp_sphinx *const sphinx = calloc(1, sizeof *sphinx);
  if (!sphinx) {
    return IMP_SPHINX_MEMORY;
  }
  sphinx->spots = parts->line_count > 0;
  imp_sphinx_status status = IMP_SPHINX_MEMORY;
  if (exits_make(&sphinx->own.exits, lines_of(parts->dictionary)) &&
      (!sphinx->spots || keep_list(sphinx, parts))) {
    status = make(sphinx, files, count);
  }
  if (status != IMP_SPHINX_OK) {
    release(sphinx);
    return status;
  }
  begin_level(&sphinx->level);
  begin_utterance(sphinx);
  *made = sphinx;
  return IMP_SPHINX_OK;
}

// PocketSphinx is not asked to free its parts: all that it has reserved is known, in whatever state it is.
void imp_sphinx_destroy(imp_sphinx *sphinx) {
  if (sphinx) {
    release(sphinx);
  }
}

imp_sphinx_status imp_sphinx_reset(imp_sphinx *sphinx) {
  if (sphinx->is_broken) {
    return IMP_SPHINX_FAILED;
  }
  const imp_sphinx_file list = {SEARCH, sphinx->list.bytes, sphinx->list.length};
  guard guard;
  guard_enter(&guard, &sphinx->own, &list, 1);
  if (setjmp(guard.back)) {
    sphinx->is_broken = true;
    return guard.is_short ? IMP_SPHINX_MEMORY : IMP_SPHINX_FAILED;
  }
  bool is_settled = !sphinx->is_hearing || end_passes(sphinx);
  sphinx->is_hearing = false;
  is_settled = is_settled && settle(sphinx);
  fe_start_stream(sphinx->front);
  guard_leave(&guard);
  begin_level(&sphinx->level);
  begin_utterance(sphinx);
  sphinx->is_broken = !is_settled;
  return is_settled ? IMP_SPHINX_OK : guard.is_short ? IMP_SPHINX_MEMORY : IMP_SPHINX_FAILED;
}

// SPDX-License-Identifier: Apache-2.0
// imprint.matcher-search/1: the most similar of many templates, prepared once.
// Draft: may change until version 1.0.
//
// The host owns the memory that is searched, and marks the valid part. A plugin
// converts templates into entries of equal length, and reads them in place. So
// nothing is lost with a worker, and nothing is copied for a search. What applies
// to all templates: template.h.
#ifndef IMPRINT_DRAFT_MATCHER_SEARCH_H
#define IMPRINT_DRAFT_MATCHER_SEARCH_H

#include "../plugin.h"
#include "matcher.h"
#include "template.h"

IMP_BEGIN_DECLS

#define IMP_MATCHER_SEARCH_ID "imprint.matcher-search/1"

// The most hits of one search.
#define IMP_SEARCH_HITS_MAXIMUM 1024
// The most entries of one prepare.
#define IMP_SEARCH_PREPARED_MAXIMUM 1024

typedef struct imp_search imp_search;

// A layout in which templates of one format are searched.
typedef struct imp_search_form {
  uint32_t size;        // sizeof(imp_search_form)
  uint32_t entry_bytes; // of each entry: a multiple of 16, 16...65,536
  // 1: similarities are exactly those of imprint.matcher's compare, the entry's
  // template as reference. 0: near them: a search names candidates, and their
  // similarities come from compare.
  uint32_t exact;
  uint32_t reserved; // 0
  // UTF-8, null-terminated: "imprint.face-f6.vectors".
  char name[64];
  char format[64]; // of the templates; one that the plugin compares
} imp_search_form;

typedef struct imp_search_options {
  uint32_t size;    // sizeof(imp_search_options)
  uint32_t threads; // 1...the manifest's `concurrency.threads`
  imp_text form;    // one that forms lists; owned by the host, valid until create returns
} imp_search_options;

// Memory to be searched: entries, the group of each, and which of them are valid.
typedef struct imp_search_block {
  uint32_t size;     // sizeof(imp_search_block)
  uint32_t capacity; // in entries: a multiple of 64, 64...1,048,576
  // Offsets into memory: multiples of 64.
  uint64_t entries; // capacity entries, contiguous
  uint64_t groups;  // a uint32_t for each: equal for entries of one person
  uint64_t living;  // a bit for each, in words of uint64_t: bit i % 64 of word i / 64
  imp_bytes memory; // aligned to 4,096
} imp_search_block;

typedef struct imp_search_query {
  uint32_t size;          // sizeof(imp_search_query)
  uint32_t probe_version; // of the probe
  uint32_t used;          // entries 0...used - 1 are searched; at most capacity
  float least;            // the lowest similarity of a hit; -INFINITY: any
} imp_search_query;

typedef struct imp_search_hit {
  uint32_t entry;
  uint32_t group;
  float similarity;
  uint32_t reserved; // 0
} imp_search_hit;

typedef struct imp_search_result {
  uint32_t size;     // sizeof(imp_search_result)
  uint32_t capacity; // in hits: 1...IMP_SEARCH_HITS_MAXIMUM
  uint32_t count;    // hits found
  uint32_t reserved; // 0
  imp_search_hit *IMP_NONNULL hits;
} imp_search_result;

typedef struct imp_matcher_search_ability {
  uint32_t size; // sizeof(imp_matcher_search_ability)
  uint32_t reserved;

  // Lists the forms that it searches, 1 to 16, names unique. Constant until close.
  // The caller owns the array, and sets the size of each element. *count: its
  // length before, and the number of forms after. For null or too short an array
  // IMP_RETRY_SHORT_BUFFER, and the array is untouched. [R-01] [one at a time:
  // plugin]
  imp_status (*IMP_NONNULL forms)(imp_plugin *IMP_NONNULL plugin, imp_search_form *IMP_NULLABLE forms,
                                  size_t *IMP_NONNULL count);

  // Creates a search of one block. Options are read before return. The host owns
  // the block's memory, which is borrowed until destroy: any call on this search
  // may read it, none may write to it, and it changes between and during calls as
  // `search` says.
  // *search lives until destroy.
  // IMP_E_UNSUPPORTED for a form that is not listed; IMP_E_ARGUMENT for an invalid
  // block; IMP_E_MODEL, IMP_E_FILE, IMP_E_ENTITLEMENT.
  // [one at a time: plugin]
  imp_status (*IMP_NONNULL create)(imp_plugin *IMP_NONNULL plugin,
                                   const imp_search_options *IMP_NONNULL options,
                                   const imp_search_block *IMP_NONNULL block,
                                   imp_search *IMP_NULLABLE *IMP_NONNULL search);

  // Converts templates into entries: the same templates give the same bytes on
  // every search of the form. The host owns the gallery, valid until return.
  // The caller owns entries, with capacity for gallery->count of them, and
  // statuses, as many (null if there is no template): IMP_OK, or IMP_E_TEMPLATE_...
  // for an unreadable one, whose entry is zero; the others are still converted.
  // IMP_E_ARGUMENT for an invalid gallery, and for more templates than
  // IMP_SEARCH_PREPARED_MAXIMUM. IMP_RETRY_SHORT_BUFFER. Does not read the
  // block. [any thread]
  imp_status (*IMP_NONNULL prepare)(const imp_search *IMP_NONNULL search,
                                    const imp_gallery *IMP_NONNULL gallery, imp_buffer *IMP_NONNULL entries,
                                    int32_t *IMP_NULLABLE statuses);

  // Finds the groups with the entries that are most like the probe: of each
  // group its best entry, the most alike first, of equals the lower entry first;
  // as many as there is room for. Only entries below `used` whose bit is
  // set count; their bytes were made by prepare of this form. A similarity is
  // finite, and higher for more alike; where the form is exact it is that of
  // compare, bit by bit. Exact or not: among entries of different
  // templates, the one that was prepared of the probe comes first.
  // The host may clear and set bits meanwhile: each word is loaded once, with
  // acquire, before the entries that it is about. What is written to an entry
  // or its group is written before its bit is set, and an entry whose bit was
  // cleared stays as it is until every search that began before has returned.
  // The probe stays the host's, valid until return. The caller owns the result.
  // IMP_E_TEMPLATE_FORMAT, IMP_E_TEMPLATE_VERSION, IMP_E_TEMPLATE_DAMAGED: of the
  // probe; the result is untouched. [R-17] [any thread]
  imp_status (*IMP_NONNULL search)(const imp_search *IMP_NONNULL search, imp_bytes probe,
                                   const imp_search_query *IMP_NONNULL query,
                                   imp_search_result *IMP_NONNULL result);

  // Releases the search, and its borrow of the block. No other call on it is
  // running. Cannot fail. [one at a time: plugin]
  void (*IMP_NONNULL destroy)(imp_search *IMP_NONNULL search);
} imp_matcher_search_ability;

IMP_END_DECLS

#endif

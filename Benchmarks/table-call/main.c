// SPDX-License-Identifier: Apache-2.0
// Nanoseconds of a call through an ability's table, found as a host finds it, and of the same function
// linked and called directly. Prints "<direct> <table>", the least of many interleaved rounds each.
#define _GNU_SOURCE
#include "callee.h"

#include <dlfcn.h>
#include <stdio.h>
#include <time.h>

enum { ROUNDS = 200, CALLS = 100000 };

static double now_ns(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static double direct(void) {
  const imp_bytes none = {0};
  float similarity = 0;
  const double start = now_ns();
  for (int i = 0; i < CALLS; i++)
    bench_compare(NULL, none, 1, none, 1, &similarity);
  return (now_ns() - start) / CALLS;
}

// The table comes through a volatile pointer: the compiler may not know what is in it.
static const imp_matcher_ability *volatile table;

static double through_table(void) {
  const imp_bytes none = {0};
  float similarity = 0;
  const double start = now_ns();
  for (int i = 0; i < CALLS; i++)
    table->compare(NULL, none, 1, none, 1, &similarity);
  return (now_ns() - start) / CALLS;
}

int main(int count, char **arguments) {
  if (count != 2)
    return 64;
  void *library = dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL);
  table = library ? dlsym(library, "bench_table") : NULL;
  if (!table) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  double least[2] = {1e9, 1e9};
  for (int i = 0; i < ROUNDS; i++) {
    const double times[2] = {direct(), through_table()};
    for (int k = 0; k < 2; k++)
      least[k] = times[k] < least[k] ? times[k] : least[k];
  }
  printf("%.3f %.3f\n", least[0], least[1]);
  return 0;
}

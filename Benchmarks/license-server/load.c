// SPDX-License-Identifier: Apache-2.0
// Load for a licence server: devices that are all new, each with a nonce of its own, over TLS.
//
//     load <url> <ca.pem> <API key> <profile> <at a time> <seconds> new|kept <first device>
//
// `new`: a connection and a full TLS handshake for each activation, as devices do; `kept`: one connection for
// each of those that ask at a time. Prints "<answers> <seconds> <median µs> <99th percentile µs>"; the time
// of one is from before its connection to the end of its answer. Any answer but 200 ends it with 1.
#include <curl/curl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { most_at_a_time = 256, most_samples = 1 << 20 };

static const char *url, *authority, *key, *profile;
static bool keeps;
static double end_time;
static atomic_uint next_device, sample_count;
static atomic_bool failed;
static unsigned samples[most_samples];

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static size_t drop(char *bytes, size_t size, size_t count, void *context) {
  (void)bytes, (void)context;
  return size * count;
}

static CURL *connection(struct curl_slist *fields) {
  CURL *curl = curl_easy_init();
  if (!curl) return NULL;
  curl_easy_setopt(curl, CURLOPT_URL, url);
  curl_easy_setopt(curl, CURLOPT_CAINFO, authority);
  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, fields);
  curl_easy_setopt(curl, CURLOPT_IPRESOLVE, (long)CURL_IPRESOLVE_V4);
  curl_easy_setopt(curl, CURLOPT_PROXY, "");
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl, CURLOPT_TIMEOUT, 30L);
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, drop);
  if (!keeps) {
    curl_easy_setopt(curl, CURLOPT_FRESH_CONNECT, 1L);
    curl_easy_setopt(curl, CURLOPT_FORBID_REUSE, 1L);
    curl_easy_setopt(curl, CURLOPT_SSL_SESSIONID_CACHE, 0L);
  }
  return curl;
}

static bool ask(CURL *curl, unsigned device) {
  char body[1024];
  snprintf(body, sizeof body,
           "{\"ver\":1,\"kind\":\"activate\",\"profile\":\"%s\",\"product\":\"%s\",\"nonce\":\"AAAAAAAA%010uAAAA\","
           "\"created\":%lld,\"sdk\":\"0.1.0\",\"device\":{\"ver\":1,\"facts\":{\"network\":[\"%08x\"],"
           "\"disk\":[\"%08x\"],\"machine-id\":[\"%08x\"],\"board\":[\"0000b0a4\"],\"processor\":[\"0000c0de\"]}}}",
           profile, profile, device, (long long)time(NULL), device, device, device);
  curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body);
  long status = 0;
  const CURLcode result = curl_easy_perform(curl);
  curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
  if (result == CURLE_OK && status == 200) return true;
  fprintf(stderr, "load: status %ld: %s\n", status, curl_easy_strerror(result));
  return false;
}

static void *run(void *context) {
  struct curl_slist *fields = context;
  CURL *curl = connection(fields);
  if (!curl) failed = true;
  while (!failed && now() < end_time) {
    const double begin = now();
    if (!ask(curl, atomic_fetch_add(&next_device, 1))) failed = true;
    const unsigned index = atomic_fetch_add(&sample_count, 1);
    if (index < most_samples) samples[index] = (unsigned)((now() - begin) * 1e6);
  }
  curl_easy_cleanup(curl);
  return NULL;
}

static int ascending(const void *left, const void *right) {
  const unsigned a = *(const unsigned *)left, b = *(const unsigned *)right;
  return (a > b) - (a < b);
}

int main(int count, char **arguments) {
  if (count != 9) {
    fprintf(stderr, "usage: load <url> <ca.pem> <key> <profile> <at a time> <seconds> new|kept <first device>\n");
    return 1;
  }
  url = arguments[1], authority = arguments[2], key = arguments[3], profile = arguments[4];
  keeps = strcmp(arguments[7], "kept") == 0;
  next_device = (unsigned)atol(arguments[8]);
  const int width = atoi(arguments[5]);
  if (width < 1 || width > most_at_a_time) return 1;
  curl_global_init(CURL_GLOBAL_DEFAULT);
  char bearer[256];
  snprintf(bearer, sizeof bearer, "Authorization: Bearer %s", key);
  struct curl_slist *fields = curl_slist_append(NULL, "Content-Type: application/json");
  fields = curl_slist_append(fields, bearer);
  const double begin = now();
  end_time = begin + atof(arguments[6]);
  pthread_t threads[most_at_a_time];
  for (int index = 0; index < width; index++)
    if (pthread_create(&threads[index], NULL, run, fields) != 0) return 1;
  for (int index = 0; index < width; index++) pthread_join(threads[index], NULL);
  const double spent = now() - begin;
  const unsigned answers = sample_count < most_samples ? sample_count : most_samples;
  if (failed || answers == 0) return 1;
  qsort(samples, answers, sizeof *samples, ascending);
  printf("%u %.3f %u %u\n", answers, spent, samples[answers / 2], samples[answers - answers / 100 - 1]);
  curl_slist_free_all(fields);
  curl_global_cleanup();
  return 0;
}

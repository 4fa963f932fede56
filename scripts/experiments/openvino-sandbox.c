// SPDX-License-Identifier: Apache-2.0
// Can OpenVINO compile and run a network inside a sandbox? See
// docs/proposals/0001-openvino-in-a-sandbox.md for what was seen.
//
//   cc -std=c11 -O2 -I Plugins/Shared/COpenVINOBridge/include -I Sources/CImprint/include
//      scripts/experiments/openvino-sandbox.c Plugins/Shared/COpenVINOBridge/[a-z]*.c
//      -lseccomp -lpthread -lm -o sandbox
//   ./sandbox <runtime folder> <dlib-resnet29.xml> <dlib-resnet29.bin>
//
// Each case runs in a child of its own: what a filter forbids is answered with
// EPERM, so that a library that can do without goes on, or, in the last cases,
// with SIGSYS. Needs libseccomp-dev and a kernel with Landlock.
#define _GNU_SOURCE
#include <COpenVINOBridge.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <math.h>
#include <sched.h>
#include <seccomp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char *folder;
static imp_bytes graph;
static imp_bytes weights;

static imp_bytes map_file(const char *path) {
  struct stat info;
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0 || fstat(file, &info) != 0) {
    perror(path);
    exit(2);
  }
  void *data = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  return (imp_bytes){data, (size_t)info.st_size};
}

static double milliseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static void require(int good, const char *what) {
  if (!good) {
    printf("    cannot %s: %s\n", what, strerror(errno));
    fflush(stdout);
    _exit(3);
  }
}

// ---- The walls -------------------------------------------------------------

static void deny(scmp_filter_ctx filter, uint32_t action, int call) {
  require(seccomp_rule_add(filter, action, call, 0) == 0, "add a rule");
}

// No network, no other program, no ptrace, no file opened for writing.
static void wall(uint32_t action, int opens_too) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  require(filter != NULL, "make a filter");
  const int calls[] = {SCMP_SYS(socket), SCMP_SYS(connect), SCMP_SYS(bind),   SCMP_SYS(execve), SCMP_SYS(execveat),
                       SCMP_SYS(fork),   SCMP_SYS(vfork),   SCMP_SYS(ptrace), SCMP_SYS(unlink), SCMP_SYS(unlinkat),
                       SCMP_SYS(rename), SCMP_SYS(mkdir),   SCMP_SYS(creat),  SCMP_SYS(memfd_create)};
  for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
    deny(filter, action, calls[i]);
  }
  if (opens_too) {
    deny(filter, action, SCMP_SYS(open));
    deny(filter, action, SCMP_SYS(openat));
    deny(filter, action, SCMP_SYS(openat2));
  } else {
    require(seccomp_rule_add(filter, action, SCMP_SYS(openat), 1,
                             SCMP_A2(SCMP_CMP_MASKED_EQ, O_ACCMODE, O_WRONLY)) == 0 &&
                seccomp_rule_add(filter, action, SCMP_SYS(openat), 1,
                                 SCMP_A2(SCMP_CMP_MASKED_EQ, O_ACCMODE, O_RDWR)) == 0,
            "add a rule");
  }
  require(seccomp_load(filter) == 0, "load the filter");
  errno = 0;
  require(socket(AF_INET, SOCK_STREAM, 0) < 0 && errno == EPERM, "see the wall work");
}

// No page becomes executable any more: what a sandbox would like, and a JIT cannot bear.
static void no_new_code(uint32_t action) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  require(filter != NULL, "make a filter");
  require(seccomp_rule_add(filter, action, SCMP_SYS(mprotect), 1,
                           SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, PROT_EXEC)) == 0 &&
              seccomp_rule_add(filter, action, SCMP_SYS(mmap), 1,
                               SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, PROT_EXEC)) == 0,
          "add a rule");
  require(seccomp_load(filter) == 0, "load the filter");
}

// Files: the given ones and those below the given folders, read-only.
static void landlock(const char *const *folders) {
  const struct landlock_ruleset_attr attributes = {
      .handled_access_fs = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_WRITE_FILE |
                           LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR |
                           LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_REMOVE_FILE};
  const int rules = (int)syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0);
  require(rules >= 0, "make Landlock rules");
  for (; *folders != NULL; folders++) {
    const int beneath = open(*folders, O_PATH | O_CLOEXEC);
    struct stat info;
    if (beneath < 0 || fstat(beneath, &info) != 0) {
      continue; // it is not on this machine
    }
    const struct landlock_path_beneath_attr rule = {
        .allowed_access = LANDLOCK_ACCESS_FS_READ_FILE | (S_ISDIR(info.st_mode) ? LANDLOCK_ACCESS_FS_READ_DIR : 0),
        .parent_fd = beneath};
    require(syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0, "add a folder");
    close(beneath);
  }
  require(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0, "give up privileges");
  require(syscall(SYS_landlock_restrict_self, rules, 0) == 0, "close the walls");
  require(open("/etc/passwd", O_RDONLY) < 0 && errno == EACCES, "see the wall work");
}

// ---- The work --------------------------------------------------------------

static imp_ov_runtime *open_runtime(void) {
  char words[IMP_OV_WORDS];
  imp_ov_runtime *runtime = NULL;
  const double start = milliseconds();
  if (imp_ov_runtime_create(folder, NULL, &runtime, words) != IMP_OK) {
    printf("    open: %s\n", words);
    fflush(stdout);
    _exit(1);
  }
  printf("    open %.0f ms", milliseconds() - start);
  return runtime;
}

static imp_ov_session *compile(imp_ov_runtime *runtime) {
  const imp_ov_network network = {.name = "embedding",
                                  .graph = graph,
                                  .weights = weights,
                                  .output_count = 1,
                                  .input = {IMP_OV_U8, 4, {1, 150, 150, 3}},
                                  .outputs = {{IMP_OV_F32, 2, {1, 128}}}};
  char words[IMP_OV_WORDS];
  imp_ov_session *session = NULL;
  const double start = milliseconds();
  if (imp_ov_session_create(runtime, &network, 1, &session, words) != IMP_OK) {
    printf("\n    compile: %s\n", words);
    fflush(stdout);
    _exit(1);
  }
  printf(", compile %.0f ms", milliseconds() - start);
  return session;
}

static void infer(imp_ov_session *session) {
  char words[IMP_OV_WORDS];
  uint8_t *input = imp_ov_session_input(session);
  for (int i = 0; i < 150 * 150 * 3; i++) {
    input[i] = (uint8_t)(i * 31 + i / 450);
  }
  double best = 1e9;
  for (int i = 0; i < 20; i++) {
    const double start = milliseconds();
    if (imp_ov_session_infer(session, words) != IMP_OK) {
      printf("\n    infer: %s\n", words);
      fflush(stdout);
      _exit(1);
    }
    best = fmin(best, milliseconds() - start);
  }
  double sum = 0;
  for (int i = 0; i < 128; i++) {
    sum += imp_ov_session_output(session, 0)[i];
  }
  printf(", infer %.2f ms, sum %.6f\n", best, sum);
}

// ---- The cases -------------------------------------------------------------

static const char *const library_folders[] = {NULL, "/lib", "/lib64", "/usr/lib", "/etc/ld.so.cache", NULL};

static void free_run(void) { infer(compile(open_runtime())); }

static void wall_first(void) {
  wall(SCMP_ACT_ERRNO(EPERM), 0);
  free_run();
}

static void landlock_runtime_only(void) {
  const char *const folders[] = {folder, NULL};
  landlock(folders);
  free_run();
}

static void landlock_with_libraries(void) {
  const char *folders[sizeof library_folders / sizeof library_folders[0]];
  memcpy(folders, library_folders, sizeof folders);
  folders[0] = folder;
  landlock(folders);
  wall(SCMP_ACT_ERRNO(EPERM), 0);
  free_run();
}

static void landlock_after_open(void) {
  imp_ov_runtime *runtime = open_runtime();
  const char *const folders[] = {folder, NULL};
  landlock(folders);
  wall(SCMP_ACT_ERRNO(EPERM), 0);
  infer(compile(runtime));
}

// The processor's layout, which OpenVINO reads to choose its threads.
static void landlock_after_open_with_processors(void) {
  imp_ov_runtime *runtime = open_runtime();
  const char *const folders[] = {folder, "/sys/devices/system", NULL};
  landlock(folders);
  wall(SCMP_ACT_ERRNO(EPERM), 0);
  imp_ov_session *first = compile(runtime);
  infer(first);
  infer(compile(runtime)); // the first is in use: on 2 CPUs or more this compiles anew
}

static void landlock_with_processors(void) {
  const char *folders[sizeof library_folders / sizeof library_folders[0] + 1];
  memcpy(folders, library_folders, sizeof library_folders);
  folders[0] = folder;
  folders[sizeof library_folders / sizeof library_folders[0] - 1] = "/sys/devices/system";
  folders[sizeof library_folders / sizeof library_folders[0]] = NULL;
  landlock(folders);
  wall(SCMP_ACT_ERRNO(EPERM), 0);
  free_run();
}

// "Loaded" is open: the CPU plug-in and its threads come with the first compile.
static void no_opens_after_open(void) {
  imp_ov_runtime *runtime = open_runtime();
  wall(SCMP_ACT_ERRNO(EPERM), 1);
  infer(compile(runtime));
}

static void no_opens_after_compile(void) {
  imp_ov_session *session = compile(open_runtime());
  wall(SCMP_ACT_ERRNO(EPERM), 1);
  infer(session);
}

static void compile_again_without_opens(void) {
  imp_ov_runtime *runtime = open_runtime();
  imp_ov_session *first = compile(runtime);
  wall(SCMP_ACT_ERRNO(EPERM), 1);
  infer(compile(runtime)); // the first is in use: on 2 CPUs or more this compiles anew
  infer(first);
}

static void no_new_code_after_compile(void) {
  imp_ov_session *session = compile(open_runtime());
  wall(SCMP_ACT_ERRNO(EPERM), 1);
  no_new_code(SCMP_ACT_KILL_PROCESS);
  infer(session);
}

static void no_new_code_before_compile(void) {
  imp_ov_runtime *runtime = open_runtime();
  no_new_code(SCMP_ACT_ERRNO(EPERM));
  infer(compile(runtime));
}

static void one_cpu(void) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(0, &set);
  require(sched_setaffinity(0, sizeof set, &set) == 0, "stay on one CPU");
  wall_first();
}

static void run(const char *name, void (*body)(void)) {
  printf("%s\n", name);
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    alarm(20); // a library that waits for what it may not have ends with SIGALRM
    body();
    fflush(stdout);
    _exit(0);
  }
  int status = 0;
  struct rusage usage;
  wait4(child, &status, 0, &usage);
  printf("    %s %d, peak %ld MB\n", WIFSIGNALED(status) ? "signal" : "exit",
         WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status), usage.ru_maxrss / 1024);
}

int main(int count, char **arguments) {
  if (count != 4) {
    fprintf(stderr, "usage: %s <runtime folder> <network.xml> <network.bin>\n", arguments[0]);
    return 64;
  }
  folder = arguments[1];
  graph = map_file(arguments[2]);
  weights = map_file(arguments[3]);
  run("no sandbox", free_run);
  run("seccomp first: no socket, exec, open for writing", wall_first);
  run("the same on one CPU", one_cpu);
  run("Landlock first: runtime folder only", landlock_runtime_only);
  run("Landlock first: runtime folder and system libraries; seccomp as above", landlock_with_libraries);
  run("the same and /sys/devices/system", landlock_with_processors);
  run("Landlock after open: runtime folder only; seccomp as above", landlock_after_open);
  run("the same and /sys/devices/system; compile twice", landlock_after_open_with_processors);
  run("seccomp after open: no open at all", no_opens_after_open);
  run("seccomp after compile: no open at all", no_opens_after_compile);
  run("seccomp after compile: no open at all; compile again", compile_again_without_opens);
  run("after compile: no open, no new executable page", no_new_code_after_compile);
  run("before compile: no new executable page", no_new_code_before_compile);
  return 0;
}

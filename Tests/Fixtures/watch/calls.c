// SPDX-License-Identifier: Apache-2.0
// Makes system calls under the watch of CCheckWatch, in a process of its own, as a watch never ends: calls
// FOLDER, where FOLDER/readable and /proc may be read, FOLDER/writable changed, and FOLDER/service connected
// to. Prints for each call its name, what the watch has to say ("refused", "passes" or "unknown") and what it
// said.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/openat2.h>
#include <linux/seccomp.h>
#include <linux/sockios.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "CCheckWatch.h"

// Names longer than one folder's: the file that every forbidden call is made on, and one beside what may be
// changed.
static char readable[200], writable[200], file[256], inside[256], linked[256], made[256];
// A folder that may not be read, opened before there was a watch.
static int elsewhere;

static void tell(const char *name, const char *expected, long result) {
  const char *said = result >= 0 ? "passes" : errno == EACCES ? "refused" : errno == ENOSYS ? "unknown" : "passes";
  printf("%s %s %s\n", name, expected, said);
}

#define CASE(name, expected, ...) (errno = 0, tell(name, expected, (long)(__VA_ARGS__)))
#define REFUSED(name, ...) CASE(name, "refused", __VA_ARGS__)
#define PASSES(name, ...) CASE(name, "passes", __VA_ARGS__)

static long open2(const char *path, uint64_t flags) {
  struct open_how how = {.flags = flags, .mode = flags & O_CREAT ? 0600 : 0};
  return syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof how);
}

static long send_message(int socket, const struct sockaddr_un *to) {
  struct iovec part = {"x", 1};
  struct msghdr message = {.msg_name = (void *)to, .msg_namelen = to ? sizeof *to : 0, .msg_iov = &part, .msg_iovlen = 1};
  return sendmsg(socket, &message, MSG_DONTWAIT);
}

static struct sockaddr_un address(const char *path) {
  struct sockaddr_un to = {.sun_family = AF_UNIX};
  strncpy(to.sun_path, path, sizeof to.sun_path - 1);
  return to;
}

static void files(void) {
  const int open_file = open(file, O_RDONLY | O_CLOEXEC);
  const int own = open(inside, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  struct timespec now[2] = {{0, UTIME_NOW}, {0, UTIME_NOW}};
  PASSES("open-to-read", open_file);
  PASSES("open-to-write-inside", own);
  REFUSED("open-elsewhere", open("/etc/passwd", O_RDONLY));
  PASSES("open-proc", open("/proc/self/status", O_RDONLY | O_CLOEXEC));
  REFUSED("open-by-root", open("/proc/self/root/etc/passwd", O_RDONLY));
  REFUSED("open-root", open("/proc/self/root", O_PATH | O_DIRECTORY));
  REFUSED("open-by-task", open("/proc/self/task/./1//root/etc/passwd", O_RDONLY));
  REFUSED("open-by-cwd", open("/proc/thread-self/cwd/passwd", O_RDONLY));
  REFUSED("open-to-write", open(file, O_WRONLY));
  REFUSED("open-new", open(made, O_RDONLY | O_CREAT, 0600));
  REFUSED("open-temporary", open(readable, O_TMPFILE | O_RDWR, 0600));
  const int folder = open(readable, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  PASSES("openat-within", openat(folder, "file", O_RDONLY | O_CLOEXEC));
  REFUSED("openat-within-to-write", openat(folder, "file", O_WRONLY));
  REFUSED("openat-upwards", openat(folder, "../writable/own", O_RDONLY));
  REFUSED("openat-up", openat(folder, "..", O_RDONLY | O_DIRECTORY));
  REFUSED("openat-elsewhere", openat(elsewhere, "passwd", O_RDONLY));
  REFUSED("openat-of-no-folder", openat(-1, "file", O_RDONLY));
  REFUSED("openat-of-the-process", openat(AT_FDCWD, "file", O_RDONLY));
  PASSES("openat2-to-read", open2(file, O_RDONLY));
  PASSES("openat2-inside", open2(inside, O_RDWR));
  REFUSED("openat2-to-write", open2(file, O_WRONLY));
  REFUSED("openat2-to-append", open2(file, O_RDWR | O_APPEND));
  REFUSED("openat2-new", open2(made, O_RDONLY | O_CREAT));
  REFUSED("openat2-cut", open2(file, O_RDONLY | O_TRUNC));
  REFUSED("openat2-elsewhere", open2("/etc/passwd", O_RDONLY));
  REFUSED("openat2-nowhere", syscall(SYS_openat2, AT_FDCWD, file, (void *)8, sizeof(struct open_how)));
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", open_file);
  REFUSED("open-again-to-write", open(path, O_RDWR));
  snprintf(path, sizeof path, "/proc/self/fd/%d", (int)syscall(SYS_memfd_create, "x", MFD_CLOEXEC));
  PASSES("open-memory-to-write", open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
  REFUSED("link", link(file, inside));
  REFUSED("link-out", link(inside, made));
  REFUSED("linkat", linkat(AT_FDCWD, inside, AT_FDCWD, made, 0));
  REFUSED("linkat-descriptor", linkat(open_file, "", AT_FDCWD, made, AT_EMPTY_PATH));
  REFUSED("symlink", symlink("x", made));
  REFUSED("symlinkat", symlinkat("x", AT_FDCWD, made));
  REFUSED("symlink-inside-out", symlink("/etc/passwd", linked));
  REFUSED("symlinkat-inside-out", symlinkat(file, AT_FDCWD, linked));
  REFUSED("symlink-relative", symlink("../readable/file", linked));
  PASSES("symlink-inside", symlink(inside, linked));
  REFUSED("rename-out", rename(inside, made));
  REFUSED("renameat-out", renameat(AT_FDCWD, inside, AT_FDCWD, made));
  REFUSED("renameat2-in", syscall(SYS_renameat2, AT_FDCWD, file, AT_FDCWD, inside, 0));
  REFUSED("mknod", mknod(made, S_IFIFO | 0600, 0));
  REFUSED("mknodat", mknodat(AT_FDCWD, made, S_IFIFO | 0600, 0));
  REFUSED("mkdirat", mkdirat(AT_FDCWD, made, 0700));
  REFUSED("unlinkat", unlinkat(AT_FDCWD, file, 0));
  REFUSED("truncate", truncate(file, 0));
  REFUSED("chmod", chmod(file, 0600));
  REFUSED("fchmod", fchmod(open_file, 0600));
  PASSES("fchmod-inside", fchmod(own, 0600));
  REFUSED("fchmodat", fchmodat(AT_FDCWD, file, 0600, 0));
  REFUSED("fchmodat-relative", fchmodat(AT_FDCWD, "x", 0600, 0));
  REFUSED("chown", chown(file, -1, -1));
  REFUSED("lchown", lchown(file, -1, -1));
  REFUSED("fchown", fchown(open_file, -1, -1));
  REFUSED("fchownat", fchownat(AT_FDCWD, file, -1, -1, 0));
  REFUSED("fchownat-descriptor", fchownat(open_file, "", -1, -1, AT_EMPTY_PATH));
  REFUSED("utimensat", utimensat(AT_FDCWD, file, now, 0));
  REFUSED("futimens", futimens(open_file, now));
  PASSES("futimens-inside", futimens(own, now));
  REFUSED("setxattr", setxattr(file, "user.x", "x", 1, 0));
  REFUSED("lsetxattr", lsetxattr(file, "user.x", "x", 1, 0));
  REFUSED("fsetxattr", fsetxattr(open_file, "user.x", "x", 1, 0));
  REFUSED("removexattr", removexattr(file, "user.x"));
  REFUSED("fremovexattr", fremovexattr(open_file, "user.x"));
  const int marks = 0;
  REFUSED("ioctl-marks", ioctl(open_file, FS_IOC_SETFLAGS, &marks));
  REFUSED("open-by-handle", syscall(SYS_open_by_handle_at, open_file, &marks, O_RDONLY));
  REFUSED("inotify", syscall(SYS_inotify_add_watch, 99, "/etc", 1));
  PASSES("ftruncate-inside", ftruncate(own, 0));
  PASSES("fallocate-inside", fallocate(own, 0, 0, 1));
  PASSES("stat-elsewhere", access("/etc/passwd", F_OK));
  PASSES("fcntl", fcntl(open_file, F_SETFD, FD_CLOEXEC));
}

static void others(void) {
  char byte;
  struct iovec here = {&byte, 1}, there = {(void *)&readable, 1};
  cpu_set_t all;
  sched_getaffinity(0, sizeof all, &all);
  struct rlimit limit;
  PASSES("kill-itself", kill(getpid(), 0));
  REFUSED("kill", kill(getppid(), 0));
  REFUSED("kill-group", kill(0, 0));
  REFUSED("tkill", syscall(SYS_tkill, getppid(), 0));
  PASSES("tgkill-itself", syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), 0));
  REFUSED("tgkill", syscall(SYS_tgkill, getppid(), getppid(), 0));
  REFUSED("rt_sigqueueinfo", syscall(SYS_rt_sigqueueinfo, getppid(), 0, NULL));
  REFUSED("pidfd_open", syscall(SYS_pidfd_open, getppid(), 0));
  REFUSED("pidfd_getfd", syscall(SYS_pidfd_getfd, 99, 0, 0));
  REFUSED("pidfd_send_signal", syscall(SYS_pidfd_send_signal, 99, 0, NULL, 0));
  REFUSED("process_vm_readv", syscall(SYS_process_vm_readv, getppid(), &here, 1, &there, 1, 0));
  REFUSED("process_vm_writev", syscall(SYS_process_vm_writev, getppid(), &here, 1, &there, 1, 0));
  PASSES("process_vm_readv-itself", syscall(SYS_process_vm_readv, getpid(), &here, 1, &there, 1, 0));
  REFUSED("process_madvise", syscall(SYS_process_madvise, 99, &there, 1, MADV_COLD, 0));
  PASSES("prlimit-itself", syscall(SYS_prlimit64, 0, RLIMIT_CORE, NULL, &limit));
  REFUSED("prlimit", syscall(SYS_prlimit64, getppid(), RLIMIT_CORE, NULL, &limit));
  PASSES("affinity-itself", sched_setaffinity(0, sizeof all, &all));
  REFUSED("affinity", sched_setaffinity(getppid(), sizeof all, &all));
  PASSES("priority-itself", setpriority(PRIO_PROCESS, 0, 0));
  REFUSED("priority", setpriority(PRIO_PROCESS, getppid(), 0));
  REFUSED("priority-user", setpriority(PRIO_USER, 0, 0));
  REFUSED("fcntl-owner", fcntl(0, F_SETOWN, getppid()));
  PASSES("fcntl-owner-itself", fcntl(0, F_SETOWN, getpid()));
  // The kernel drops what is above 32 bits.
  REFUSED("fcntl-owner-wide", syscall(SYS_fcntl, 0, 1ul << 32 | F_SETOWN, (long)getppid()));
  REFUSED("lease", fcntl(0, F_SETLEASE, F_RDLCK));
  REFUSED("fork", syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
  CASE("clone3", "unknown", syscall(SYS_clone3, NULL, 0));
  REFUSED("execveat", syscall(SYS_execveat, AT_FDCWD, "/bin/true", NULL, NULL, 0));
  REFUSED("shmget", syscall(SYS_shmget, 0, 4096, 0600));
  REFUSED("msgget", syscall(SYS_msgget, 0, 0600));
  REFUSED("ptrace", syscall(SYS_ptrace, 0, 0, 0, 0));
}

static void sockets(const char *folder) {
  char path[256];
  snprintf(path, sizeof path, "%s/service", folder);
  const struct sockaddr_un service = address(path), other = address("/run/other");
  const int local = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  int pair[2];
  PASSES("socket-local", local);
  REFUSED("socket-network", socket(AF_INET, SOCK_DGRAM, 0));
  PASSES("socketpair", socketpair(AF_UNIX, SOCK_DGRAM, 0, pair));
  PASSES("send-joined", send(pair[0], "x", 1, 0));
  PASSES("sendmsg-joined", send_message(pair[0], NULL));
  const int parent = getppid();
  REFUSED("ioctl-owner", ioctl(pair[0], FIOSETOWN, &parent));
  REFUSED("ioctl-group", ioctl(pair[0], SIOCSPGRP, &parent));
  PASSES("connect", connect(local, (const struct sockaddr *)&service, sizeof service));
  REFUSED("connect-other", connect(local, (const struct sockaddr *)&other, sizeof other));
  PASSES("sendto", sendto(local, "x", 1, MSG_DONTWAIT, (const struct sockaddr *)&service, sizeof service));
  REFUSED("sendto-other", sendto(local, "x", 1, MSG_DONTWAIT, (const struct sockaddr *)&other, sizeof other));
  REFUSED("sendmsg-other", send_message(local, &other));
  REFUSED("sendmmsg", syscall(SYS_sendmmsg, local, NULL, 0, 0));
  REFUSED("bind", bind(local, (const struct sockaddr *)&service, sizeof service));
  REFUSED("listen", listen(local, 1));
  REFUSED("accept4", accept4(local, NULL, NULL, 0));
}

static void system_calls(void) {
  REFUSED("io_uring", syscall(SYS_io_uring_setup, 1, NULL));
  REFUSED("bpf", syscall(SYS_bpf, 0, NULL, 0));
  REFUSED("perf", syscall(SYS_perf_event_open, NULL, 0, -1, -1, 0));
  REFUSED("keyctl", syscall(SYS_keyctl, 0, 0));
  REFUSED("add_key", syscall(SYS_add_key, NULL, NULL, NULL, 0, 0));
  REFUSED("userfaultfd", syscall(SYS_userfaultfd, 0));
  REFUSED("fsopen", syscall(SYS_fsopen, "tmpfs", 0));
  REFUSED("open_tree", syscall(SYS_open_tree, AT_FDCWD, "/", 0));
  REFUSED("mount", syscall(SYS_mount, NULL, NULL, NULL, 0, NULL));
  REFUSED("unshare", unshare(0));
  REFUSED("fanotify", syscall(SYS_fanotify_init, 0, 0));
  REFUSED("mq_open", syscall(SYS_mq_open, "x", O_RDONLY, 0, NULL));
  REFUSED("seccomp", syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, NULL));
  REFUSED("prctl-seccomp", prctl(PR_SET_SECCOMP, 2, NULL));
  REFUSED("prctl-traced", prctl(PR_SET_PTRACER, -1));
  REFUSED("prctl-traced-wide", syscall(SYS_prctl, 1ul << 32 | PR_SET_PTRACER, -1l, 0l, 0l, 0l));
  PASSES("prctl-name", prctl(PR_SET_NAME, "x"));
  REFUSED("setuid", syscall(SYS_setuid, getuid()));
  REFUSED("capset", syscall(SYS_capset, NULL, NULL));
  REFUSED("settimeofday", syscall(SYS_settimeofday, NULL, NULL));
  PASSES("memfd_create", syscall(SYS_memfd_create, "x", 0));
  PASSES("personality-asked", syscall(SYS_personality, 0xffffffffu));
  CASE("number-400", "unknown", syscall(400));
  CASE("number-511", "unknown", syscall(511));
}

int main(int count, char **arguments) {
  if (count != 2) return 64;
  snprintf(readable, sizeof readable, "%s/readable", arguments[1]);
  snprintf(writable, sizeof writable, "%s/writable", arguments[1]);
  snprintf(file, sizeof file, "%s/file", readable);
  snprintf(made, sizeof made, "%s/made", readable);
  snprintf(inside, sizeof inside, "%s/own", writable);
  snprintf(linked, sizeof linked, "%s/linked", writable);
  static char service[256];
  snprintf(service, sizeof service, "%s/service", arguments[1]);
  static const char *read_list[3], *write_list[2], *service_list[2];
  read_list[0] = readable, read_list[1] = "/proc/", write_list[0] = writable, service_list[0] = service;
  elsewhere = open("/etc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const int started = imp_watch_start((imp_watch_rules){.readable = read_list, .writable = write_list, .services = service_list});
  if (started != 0) return 77;
  files();
  others();
  sockets(arguments[1]);
  system_calls();
  return 0;
}

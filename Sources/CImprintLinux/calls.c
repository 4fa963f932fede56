// SPDX-License-Identifier: Apache-2.0
// The system calls of a worker: those that the table lets through, so that what a later kernel brings is
// closed; those that are told, because who makes them wants something; and those that are judged by their
// arguments.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <pthread.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <ucontext.h>
#include <unistd.h>

#include "CImprintLinux.h"

#define CALL(name) SCMP_SYS(name)

// A condition on an argument: equal, different, or equal under a mask.
static struct scmp_arg_cmp is(unsigned argument, uint64_t value) {
  return (struct scmp_arg_cmp){argument, SCMP_CMP_EQ, value, 0};
}

static struct scmp_arg_cmp is_not(unsigned argument, uint64_t value) {
  return (struct scmp_arg_cmp){argument, SCMP_CMP_NE, value, 0};
}

static struct scmp_arg_cmp masked(unsigned argument, uint64_t mask, uint64_t value) {
  return (struct scmp_arg_cmp){argument, SCMP_CMP_MASKED_EQ, mask, value};
}

#define ADD(action, call, ...) \
  if (result == 0) result = seccomp_rule_add(filter, action, call, __VA_ARGS__)

// The table's rules that do not depend on arguments.
static int add_table(scmp_filter_ctx filter) {
  size_t count = 0;
  const imp_call *table = imp_call_table(&count);
  int result = 0;
  for (size_t place = 0; place < count; place++) {
    const int32_t number = table[place].number;
    // Architectures without this call have another one instead.
    if (number < 0) continue;
    if (table[place].worker == IMP_CALL_OPEN) ADD(SCMP_ACT_ALLOW, number, 0);
    if (table[place].worker == IMP_CALL_TOLD) ADD(SCMP_ACT_TRAP, number, 0);
  }
  return result;
}

// Opening read-only, except for devices, where Landlock allows only granted ones; not with openat2, whose
// struct a filter cannot inspect.
static int add_opening(scmp_filter_ctx filter, uint32_t devices) {
  const uint64_t writes = O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND | (O_TMPFILE & ~O_DIRECTORY);
  const uint64_t marks[] = {O_WRONLY, O_RDWR, O_CREAT, O_TRUNC, O_APPEND, O_TMPFILE & ~O_DIRECTORY};
  int result = 0;
  ADD(SCMP_ACT_ALLOW, CALL(open), 1, masked(1, writes, 0));
  ADD(SCMP_ACT_ALLOW, CALL(openat), 1, masked(2, writes, 0));
  if (devices & IMP_DEVICE_NODES) {
    ADD(SCMP_ACT_ALLOW, CALL(open), 1, masked(1, writes, O_RDWR));
    ADD(SCMP_ACT_ALLOW, CALL(openat), 1, masked(2, writes, O_RDWR));
  }
  for (size_t index = 0; index < sizeof marks / sizeof marks[0]; index++) {
    if (marks[index] == O_RDWR && devices & IMP_DEVICE_NODES) continue;
    ADD(SCMP_ACT_TRAP, CALL(open), 1, masked(1, marks[index], marks[index]));
    ADD(SCMP_ACT_TRAP, CALL(openat), 1, masked(2, marks[index], marks[index]));
  }
  return result;
}

// Not covered by the memory limit: anonymous shared memory, growing stacks, and huge pages, which a read-only
// mapping also consumes.
static int add_mapping(scmp_filter_ctx filter) {
  const uint64_t shared = MAP_SHARED | MAP_ANONYMOUS, mask = shared | MAP_GROWSDOWN | MAP_HUGETLB;
  int result = 0;
  ADD(SCMP_ACT_ALLOW, CALL(mmap), 1, masked(3, mask, 0));
  ADD(SCMP_ACT_ALLOW, CALL(mmap), 1, masked(3, mask, MAP_SHARED));
  ADD(SCMP_ACT_ALLOW, CALL(mmap), 1, masked(3, mask, MAP_ANONYMOUS));
  ADD(SCMP_ACT_ERRNO(ENOMEM), CALL(mmap), 1, masked(3, shared, shared));
  ADD(SCMP_ACT_ERRNO(ENOMEM), CALL(mmap), 1, masked(3, MAP_GROWSDOWN, MAP_GROWSDOWN));
  ADD(SCMP_ACT_ERRNO(ENOMEM), CALL(mmap), 1, masked(3, MAP_HUGETLB, MAP_HUGETLB));
  return result;
}

// Threads, but no processes. clone3 hides its flags in a struct; the C library does without it.
static int add_threads(scmp_filter_ctx filter) {
  int result = 0;
  ADD(SCMP_ACT_ALLOW, CALL(clone), 1, masked(0, CLONE_THREAD, CLONE_THREAD));
  // Not reported: the C library blocks all signals while it starts a program, when a trap would kill the
  // process.
  ADD(SCMP_ACT_ERRNO(EPERM), CALL(clone), 1, masked(0, CLONE_THREAD, 0));
  // Affinity of the calling thread only; pinning is not worth a report.
  ADD(SCMP_ACT_ALLOW, CALL(sched_setaffinity), 1, is(0, 0));
  ADD(SCMP_ACT_ERRNO(EPERM), CALL(sched_setaffinity), 1, is_not(0, 0));
  ADD(SCMP_ACT_ERRNO(EPERM), CALL(setpriority), 0);
  return result;
}

static int add_signals(scmp_filter_ctx filter) {
  const uint64_t oneself = (uint64_t)getpid();
  int result = 0;
  ADD(SCMP_ACT_ALLOW, CALL(kill), 1, is(0, oneself));
  ADD(SCMP_ACT_TRAP, CALL(kill), 1, is_not(0, oneself));
  ADD(SCMP_ACT_ALLOW, CALL(tgkill), 1, is(0, oneself));
  ADD(SCMP_ACT_TRAP, CALL(tgkill), 1, is_not(0, oneself));
  ADD(SCMP_ACT_ALLOW, CALL(prlimit64), 1, is(0, 0));
  ADD(SCMP_ACT_ALLOW, CALL(prlimit64), 1, is(0, oneself));
  return result;
}

// In particular not PR_SET_PDEATHSIG and PR_SET_DUMPABLE.
static int add_process_control(scmp_filter_ctx filter) {
  const uint64_t harmless[] = {PR_SET_NAME, PR_GET_NAME, PR_GET_DUMPABLE, PR_CAPBSET_READ, 0x53564d41 /* VMA */};
  int result = 0;
  for (size_t index = 0; index < sizeof harmless / sizeof harmless[0]; index++) {
    ADD(SCMP_ACT_ALLOW, CALL(prctl), 1, is(0, harmless[index]));
  }
  return result;
}

// Device sockets are created by the host, requested by a trap. So none of them can be connected or bound to
// anything but its purpose.
static int add_sockets(scmp_filter_ctx filter, int with_network, uint32_t devices) {
  int result = 0;
  if (with_network) {
    ADD(SCMP_ACT_ALLOW, CALL(socket), 1, is(0, AF_INET));
    ADD(SCMP_ACT_ALLOW, CALL(socket), 1, is(0, AF_INET6));
    ADD(SCMP_ACT_TRAP, CALL(socket), 1, is(0, AF_NETLINK));
    return result;
  }
  if (!(devices & IMP_DEVICE_SERVICE)) {
    ADD(SCMP_ACT_TRAP, CALL(socket), 0);
    return result;
  }
  // Only a stream socket sends nothing before it is connected.
  const struct scmp_arg_cmp local = is(0, AF_UNIX);
  ADD(SCMP_ACT_ALLOW, CALL(socket), 2, local, masked(1, 0xf, SOCK_STREAM));
  ADD(SCMP_ACT_TRAP, CALL(socket), 2, local, masked(1, 0xf, SOCK_DGRAM));
  ADD(SCMP_ACT_TRAP, CALL(socket), 2, local, masked(1, 0xf, SOCK_SEQPACKET));
  ADD(SCMP_ACT_TRAP, CALL(socket), 1, is_not(0, AF_UNIX));
  return result;
}

// Not those that name a process, which would then get signals, nor leases, which block other users of a file.
// Nor locks, which use kernel memory without limit and block others; nor larger pipes, which count against
// the user's quota.
static int add_file_control(scmp_filter_ctx filter) {
  const uint64_t harmless[] = {F_DUPFD,    F_DUPFD_CLOEXEC, F_GETFD,  F_SETFD,    F_GETFL,      F_SETFL,     F_GETLK,
                               F_OFD_GETLK, F_GETOWN,       F_GETOWN_EX, F_GETSIG, F_GETLEASE, F_GETPIPE_SZ,
                               F_ADD_SEALS, F_GET_SEALS};
  const uint64_t locks[] = {F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW};
  const uint64_t reaching[] = {F_SETOWN, F_SETOWN_EX, F_SETSIG, F_SETLEASE, F_NOTIFY};
  int result = 0;
  for (size_t index = 0; index < sizeof harmless / sizeof harmless[0]; index++) {
    ADD(SCMP_ACT_ALLOW, CALL(fcntl), 1, is(1, harmless[index]));
  }
  for (size_t index = 0; index < sizeof locks / sizeof locks[0]; index++) {
    ADD(SCMP_ACT_ERRNO(ENOLCK), CALL(fcntl), 1, is(1, locks[index]));
  }
  ADD(SCMP_ACT_ERRNO(EPERM), CALL(fcntl), 1, is(1, F_SETPIPE_SZ));
  for (size_t index = 0; index < sizeof reaching / sizeof reaching[0]; index++) {
    ADD(SCMP_ACT_TRAP, CALL(fcntl), 1, is(1, reaching[index]));
  }
  return result;
}

// ioctl of open files; a terminal, into which input could be injected (TIOCSTI), cannot be opened, and is not
// passed. Not socket (type 0x89) and wireless (0x8b) requests: any socket answers those for its network
// namespace, which for device events is the host's.
static int add_control(scmp_filter_ctx filter) {
  const uint64_t mask = 0xfd00, sockets = 0x8900;
  int result = 0;
  ADD(SCMP_ACT_TRAP, CALL(ioctl), 1, masked(1, mask, sockets));
  // All others: equal to those down to one bit, and different in it.
  uint64_t same = 0;
  for (uint64_t bit = 0x8000; bit >= 0x100; bit >>= 1) {
    if (!(mask & bit)) continue;
    ADD(SCMP_ACT_ALLOW, CALL(ioctl), 1, masked(1, same | bit, (sockets & same) | (~sockets & bit)));
    same |= bit;
  }
  return result;
}

static int add_network(scmp_filter_ctx filter, int with_network, uint32_t devices) {
  const int of_the_network[] = {CALL(connect), CALL(bind), CALL(setsockopt), CALL(sendmmsg), CALL(recvmmsg)};
  int result = 0;
  for (size_t index = 0; index < sizeof of_the_network / sizeof of_the_network[0]; index++) {
    const int call = of_the_network[index];
    // Only event sockets are bound: a local stream would need a name in a folder.
    const int is_of_devices =
        (call == CALL(bind) && devices & IMP_DEVICE_EVENTS) || (call == CALL(setsockopt) && devices);
    ADD(with_network || is_of_devices ? SCMP_ACT_ALLOW : SCMP_ACT_TRAP, call, 0);
  }
  if (result == 0) result = add_sockets(filter, with_network, devices);
  return result;
}

// ---- What is told ----------------------------------------------------------

static int report_socket = -1;
static uint32_t reported[32]; // a bit for each number

static void tell(int32_t number) {
  if (number < 0 || number >= (int32_t)(8 * sizeof reported)) return;
  const uint32_t mark = 1u << (number % 32);
  if (__atomic_fetch_or(&reported[number / 32], mark, __ATOMIC_RELAXED) & mark) return;
  const imp_worker_blocked message = {IMP_WORKER_BLOCKED, number};
  send(report_socket, &message, sizeof message, MSG_DONTWAIT | MSG_NOSIGNAL);
}

// ---- Sockets of devices ----------------------------------------------------

static uint32_t granted_devices;
static int answer_socket = -1;
static pthread_mutex_t asking = PTHREAD_MUTEX_INITIALIZER;

// Returns a descriptor, or a negative errno. May block: the caller is inside a system call, where no lock of
// the C library is held.
static int ask_for_socket(uint32_t which, const char *path, size_t length) {
  const imp_worker_ask question = {IMP_WORKER_SOCKET, which};
  imp_worker_answer answer;
  int made = -1;
  size_t count = 1;
  pthread_mutex_lock(&asking);
  int result = imp_packet_send(report_socket, &question, sizeof question, path, length, NULL, 0);
  if (result == 0) {
    const ssize_t received = imp_packet_receive(answer_socket, &answer, sizeof answer, &made, &count);
    if (received != (ssize_t)sizeof answer) {
      result = -EIO;
    } else if (answer.status != 0 || count != 1) {
      result = answer.status < 0 ? answer.status : -EIO;
    }
  }
  pthread_mutex_unlock(&asking);
  if (result != 0 && made >= 0) close(made);
  return result != 0 ? result : made;
}

static int answer_events(uint64_t type) {
  const int made = ask_for_socket(IMP_DEVICE_EVENTS, NULL, 0);
  if (made < 0) return made;
  if (!(type & SOCK_CLOEXEC)) fcntl(made, F_SETFD, 0);
  if (type & SOCK_NONBLOCK) fcntl(made, F_SETFL, fcntl(made, F_GETFL) | O_NONBLOCK);
  return made;
}

// The plugin's socket becomes the connection that the host has made.
static int answer_connect(int plugins, const struct sockaddr_un *address, size_t length) {
  const size_t start = offsetof(struct sockaddr_un, sun_path);
  if (length <= start || length > sizeof *address || address->sun_path[0] == 0) return -EPERM;
  const int state = fcntl(plugins, F_GETFL);
  const int marks = fcntl(plugins, F_GETFD);
  if (state < 0 || marks < 0) return -EBADF;
  const int made =
      ask_for_socket(IMP_DEVICE_SERVICE, address->sun_path, strnlen(address->sun_path, length - start));
  if (made < 0) return made;
  fcntl(made, F_SETFL, state);
  const int moved = dup3(made, plugins, marks & FD_CLOEXEC ? O_CLOEXEC : 0);
  const int number = errno;
  close(made);
  return moved < 0 ? -number : 0;
}

// Requests it from the host; -ENOSYS: not available.
static int answer_for_devices(int32_t call, const uint64_t arguments[3]) {
  if (call == CALL(socket) && granted_devices & IMP_DEVICE_EVENTS && arguments[0] == AF_NETLINK &&
      arguments[2] == NETLINK_KOBJECT_UEVENT)
    return answer_events(arguments[1]);
  const struct sockaddr_un *address = (const struct sockaddr_un *)arguments[1];
  if (call == CALL(connect) && granted_devices & IMP_DEVICE_SERVICE && address != NULL &&
      arguments[2] > sizeof address->sun_family && address->sun_family == AF_UNIX)
    return answer_connect((int)arguments[0], address, arguments[2]);
  return -ENOSYS;
}

// SIGSYS handler: emulates the call on the thread that made it.
static void answer_instead(int signal, siginfo_t *info, void *context) {
  (void)signal;
  const int kept = errno;
  ucontext_t *interrupted = context;
#if defined(__x86_64__)
  greg_t *registers = interrupted->uc_mcontext.gregs;
  const uint64_t arguments[3] = {(uint64_t)registers[REG_RDI], (uint64_t)registers[REG_RSI],
                                 (uint64_t)registers[REG_RDX]};
#elif defined(__aarch64__)
  const uint64_t arguments[3] = {interrupted->uc_mcontext.regs[0], interrupted->uc_mcontext.regs[1],
                                 interrupted->uc_mcontext.regs[2]};
#else
#error "which registers hold a system call's arguments here?"
#endif
  int result = granted_devices != 0 ? answer_for_devices(info->si_syscall, arguments) : -ENOSYS;
  if (result == -ENOSYS) {
    tell(info->si_syscall);
    result = -EPERM;
  }
#if defined(__x86_64__)
  registers[REG_RAX] = result;
#elif defined(__aarch64__)
  interrupted->uc_mcontext.regs[0] = (unsigned long long)(long long)result;
#endif
  errno = kept;
}

int imp_wall_calls(int with_network, uint32_t devices, int report, int answers) {
  report_socket = report;
  answer_socket = answers;
  // With network access a plugin connects by itself, and could connect to any local service.
  granted_devices = with_network ? devices & ~(uint32_t)IMP_DEVICE_SERVICE : devices;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = answer_instead;
  action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
  if (sigaction(SIGSYS, &action, NULL) != 0) return -errno;
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(ENOSYS));
  if (filter == NULL) return -ENOMEM;
  int result = seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
  // Filters of this size are faster as a binary tree than linear.
  if (result == 0) result = seccomp_attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2);
  if (result == 0) result = add_table(filter);
  if (result == 0) result = add_opening(filter, granted_devices);
  if (result == 0) result = add_mapping(filter);
  if (result == 0) result = add_threads(filter);
  if (result == 0) result = add_signals(filter);
  if (result == 0) result = add_process_control(filter);
  if (result == 0) result = add_file_control(filter);
  if (result == 0) result = add_control(filter);
  if (result == 0) result = add_network(filter, with_network, granted_devices);
  if (result == 0) result = seccomp_load(filter);
  seccomp_release(filter);
  return result;
}

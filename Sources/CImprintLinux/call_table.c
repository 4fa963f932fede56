// SPDX-License-Identifier: Apache-2.0
// The table of system calls, in groups of which the same holds.
//
// The names are those of x86-64 up to Linux 6.18, and of aarch64, whose calls are among them. A call that is
// let through says why it may be: it reaches nothing but this process, or what was judged before it.
#include <pthread.h>
#include <seccomp.h>

#include "CImprintLinux.h"

#define OPEN IMP_CALL_OPEN
#define JUDGED IMP_CALL_JUDGED
#define TOLD IMP_CALL_TOLD
#define ABSENT IMP_CALL_ABSENT
#define PASS IMP_WATCH_PASS
#define READ IMP_WATCH_READ
#define WRITE IMP_WATCH_WRITE
#define NETWORK IMP_WATCH_NETWORK
#define PROCESS IMP_WATCH_PROCESS
#define SYSTEM IMP_WATCH_SYSTEM
#define PATH(argument) IMP_CALL_PATH(argument)
#define FILE(argument) IMP_CALL_FILE(argument)
#define AT(argument) IMP_CALL_AT(argument)

#define NAMES(...) (const char *const[]){__VA_ARGS__, NULL}

// Calls of which the same holds.
typedef struct calls {
  int worker, watch, first, second;
  const char *reason;
  const char *const *names;
} calls;

// clang-format off
static const calls groups[] = {
    // in a worker, to the watch, files they name, reason, names
    // ---- Memory of its own.
    {OPEN, PASS, 0, 0, "its own memory",
     NAMES("brk", "munmap", "mprotect", "mremap", "madvise", "msync", "mincore", "membarrier", "mlock",
           "mlock2", "munlock")},
    {JUDGED, PASS, 0, 0, "its own memory, and files that are open", NAMES("mmap")},
    {OPEN, PASS, 0, 0, "on which memory its own lies", NAMES("mbind", "set_mempolicy", "get_mempolicy")},
    {ABSENT, PASS, 0, 0, "on which memory its own lies", NAMES("set_mempolicy_home_node")},
    {ABSENT, PASS, 0, 0, "its own memory stays; within the limit on that", NAMES("mlockall", "munlockall")},
    {ABSENT, PASS, 0, 0, "its own memory",
     NAMES("remap_file_pages", "pkey_alloc", "pkey_free", "pkey_mprotect", "mseal", "map_shadow_stack")},
    {OPEN, PASS, 0, 0, "registers of the calling thread", NAMES("arch_prctl")},
    {ABSENT, PASS, 0, 0, "segments of its own", NAMES("modify_ldt", "set_thread_area", "get_thread_area")},
    {TOLD, PASS, 0, 0, "memory of its own; a worker has none, as no limit counts it",
     NAMES("memfd_create", "memfd_secret")},
    {ABSENT, PROCESS, 0, 0, "moves the memory of a process", NAMES("migrate_pages", "move_pages")},
    // ---- Files that are open already: opening them was judged.
    {OPEN, PASS, 0, 0, "what is open",
     NAMES("close", "close_range", "read", "readv", "pread64", "preadv", "preadv2", "write", "writev",
           "lseek", "getdents64", "dup", "dup2", "dup3", "fadvise64", "readahead")},
    {ABSENT, PASS, 0, 0, "what is open",
     NAMES("pwrite64", "pwritev", "pwritev2", "sendfile", "splice", "tee", "vmsplice", "copy_file_range",
           "sync_file_range", "fsync", "fdatasync", "flock", "getdents", "cachestat")},
    {ABSENT, PASS, 0, 0, "what is open to be written", NAMES("fallocate")},
    {TOLD, PASS, 0, 0, "what is open to be written; a worker has no such file", NAMES("ftruncate")},
    {ABSENT, PASS, 0, 0, "reads and writes of what is open",
     NAMES("io_setup", "io_destroy", "io_submit", "io_cancel", "io_getevents", "io_pgetevents")},
    {JUDGED, PASS, 0, 0, "what is open; not whom it signals", NAMES("fcntl")},
    {JUDGED, PASS, 0, 0, "what is open; not a file's marks, and nothing typed on a terminal", NAMES("ioctl")},
    {ABSENT, PASS, 0, 0, "flushes what was written", NAMES("sync", "syncfs")},
    // ---- What is asked of files, and changes nothing.
    {OPEN, PASS, 0, 0, "says that a file is there, and whose it is",
     NAMES("fstat", "newfstatat", "stat", "lstat", "statx", "statfs", "fstatfs", "access", "faccessat",
           "faccessat2", "readlink", "readlinkat", "getcwd")},
    {ABSENT, PASS, 0, 0, "says what a file is marked with, or what is mounted",
     NAMES("ustat", "getxattr", "lgetxattr", "fgetxattr", "getxattrat", "listxattr", "llistxattr",
           "flistxattr", "listxattrat", "file_getattr", "statmount", "listmount", "lookup_dcookie")},
    {ABSENT, PASS, 0, 0, "names the kinds of file systems", NAMES("sysfs")},
    {TOLD, PASS, 0, 0, "names a file by a number; opening by it is refused, here and in a worker",
     NAMES("name_to_handle_at")},
    {TOLD, PASS, 0, 0, "where relative paths begin, which are refused wherever that is; a worker needs none",
     NAMES("chdir", "fchdir")},
    {OPEN, PASS, 0, 0, "the rights of files that it may not make", NAMES("umask")},
    // ---- Files opened.
    {JUDGED, READ, PATH(0), 0, "opens; by its flags", NAMES("open")},
    {JUDGED, READ, AT(1), 0, "opens; by its flags", NAMES("openat")},
    {ABSENT, READ, AT(1), 0, "opens; its flags lie in memory", NAMES("openat2")},
    {TOLD, WRITE, PATH(0), 0, "makes a file", NAMES("creat")},
    {TOLD, READ, 0, 0, "opens a file without its path", NAMES("open_by_handle_at")},
    {ABSENT, READ, PATH(0), 0, "opens a library", NAMES("uselib")},
    {TOLD, PASS, 0, 0, "watches nothing yet; a worker has no use for it",
     NAMES("inotify_init", "inotify_init1")},
    {ABSENT, READ, PATH(1), 0, "is told what others do with a file", NAMES("inotify_add_watch")},
    {ABSENT, PASS, 0, 0, "watches less", NAMES("inotify_rm_watch")},
    {TOLD, SYSTEM, 0, 0, "is told what all others do with files", NAMES("fanotify_init")},
    {ABSENT, SYSTEM, 0, 0, "is told what all others do with files", NAMES("fanotify_mark")},
    {TOLD, SYSTEM, 0, 0, "has the kernel write a file", NAMES("acct")},
    // ---- Files made, removed, renamed and marked.
    {TOLD, WRITE, PATH(0), 0, "changes a file",
     NAMES("mkdir", "rmdir", "unlink", "truncate", "chmod", "chown", "lchown", "mknod", "setxattr")},
    {ABSENT, WRITE, PATH(0), 0, "changes a file's marks",
     NAMES("utime", "utimes", "lsetxattr", "removexattr", "lremovexattr")},
    {TOLD, WRITE, PATH(1), 0, "changes a file", NAMES("mkdirat", "mknodat", "unlinkat", "fchmodat")},
    {TOLD, WRITE, AT(1), 0, "changes a file", NAMES("fchownat", "utimensat")},
    {ABSENT, WRITE, AT(1), 0, "changes a file's marks",
     NAMES("fchmodat2", "futimesat", "setxattrat", "removexattrat", "file_setattr")},
    {TOLD, WRITE, FILE(0), 0, "changes a file's rights, open to be read or not", NAMES("fchmod", "fchown")},
    {ABSENT, WRITE, FILE(0), 0, "changes a file's marks, open to be read or not",
     NAMES("fsetxattr", "fremovexattr")},
    {TOLD, WRITE, PATH(0), PATH(1), "gives a file another name", NAMES("rename", "link")},
    {TOLD, WRITE, PATH(1), PATH(3), "gives a file another name", NAMES("renameat", "renameat2")},
    {TOLD, WRITE, AT(1), PATH(3), "gives a file another name", NAMES("linkat")},
    {TOLD, WRITE, PATH(1), PATH(0), "makes a link, by which a file is opened under another name",
     NAMES("symlink")},
    {TOLD, WRITE, PATH(2), PATH(0), "makes a link, by which a file is opened under another name",
     NAMES("symlinkat")},
    {TOLD, SYSTEM, 0, 0, "names a queue that others reach", NAMES("mq_open")},
    {ABSENT, SYSTEM, 0, 0, "removes a queue that others reach", NAMES("mq_unlink")},
    {ABSENT, SYSTEM, 0, 0, "a queue that others reach",
     NAMES("mq_timedsend", "mq_timedreceive", "mq_notify", "mq_getsetattr")},
    // ---- Waiting.
    {OPEN, PASS, 0, 0, "waits",
     NAMES("poll", "ppoll", "select", "pselect6", "epoll_create", "epoll_create1", "epoll_ctl", "epoll_wait",
           "epoll_pwait", "eventfd", "eventfd2", "pipe", "pipe2", "timerfd_create", "timerfd_settime",
           "timerfd_gettime", "nanosleep", "clock_nanosleep", "pause", "restart_syscall")},
    {ABSENT, PASS, 0, 0, "waits", NAMES("epoll_pwait2", "signalfd", "signalfd4")},
    {ABSENT, PASS, 0, 0, "no kernel has it", NAMES("epoll_ctl_old", "epoll_wait_old")},
    // ---- Time.
    {OPEN, PASS, 0, 0, "asks for the time, or to be woken",
     NAMES("clock_gettime", "clock_getres", "gettimeofday", "time", "times", "setitimer", "getitimer",
           "alarm", "timer_create", "timer_settime", "timer_gettime", "timer_delete", "timer_getoverrun")},
    {TOLD, SYSTEM, 0, 0, "sets the clock",
     NAMES("settimeofday", "clock_settime", "adjtimex", "clock_adjtime")},
    // ---- Threads.
    {OPEN, PASS, 0, 0, "threads of its own",
     NAMES("futex", "futex_waitv", "set_robust_list", "get_robust_list", "set_tid_address", "rseq", "gettid",
           "exit", "exit_group", "sched_yield", "sched_getaffinity", "sched_getparam", "sched_getscheduler",
           "sched_get_priority_max", "sched_get_priority_min", "getcpu", "getpriority")},
    {ABSENT, PASS, 0, 0, "threads of its own",
     NAMES("futex_wake", "futex_wait", "futex_requeue", "sched_getattr", "sched_rr_get_interval",
           "ioprio_get")},
    {JUDGED, PROCESS, 0, 0, "how threads run, its own among them", NAMES("sched_setaffinity", "setpriority")},
    {ABSENT, PROCESS, 0, 0, "how threads run, its own among them",
     NAMES("sched_setparam", "sched_setscheduler", "sched_setattr", "ioprio_set")},
    {JUDGED, PROCESS, 0, 0, "starts a thread, or a process", NAMES("clone")},
    {ABSENT, PROCESS, 0, 0, "starts a thread, or a process; which lies in memory, so that there is none: the C library does without",
     NAMES("clone3")},
    // ---- Signals.
    {OPEN, PASS, 0, 0, "signals of its own",
     NAMES("rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "rt_sigpending", "rt_sigsuspend",
           "rt_sigtimedwait", "sigaltstack")},
    {JUDGED, PROCESS, 0, 0, "signals a process, or this one", NAMES("kill", "tgkill")},
    {TOLD, PROCESS, 0, 0, "signals a process", NAMES("tkill", "pidfd_send_signal")},
    {TOLD, PROCESS, 0, 0, "signals a process, or this one", NAMES("rt_sigqueueinfo", "rt_tgsigqueueinfo")},
    // ---- Who and where it is.
    {OPEN, PASS, 0, 0, "asks who and where it is",
     NAMES("getpid", "getppid", "getpgrp", "getpgid", "getsid", "getuid", "geteuid", "getgid", "getegid",
           "getgroups", "getresuid", "getresgid", "uname", "sysinfo", "getrusage", "getrlimit", "capget",
           "getrandom")},
    {ABSENT, PASS, 0, 0, "asks who it is", NAMES("lsm_get_self_attr", "lsm_list_modules")},
    {JUDGED, PROCESS, 0, 0, "limits a process, or this one", NAMES("prlimit64")},
    {ABSENT, PASS, 0, 0, "limits itself, never beyond what it was given", NAMES("setrlimit")},
    {JUDGED, PASS, 0, 0, "itself; not who may look into it, and no filter of its own", NAMES("prctl")},
    // ---- Sockets.
    {OPEN, NETWORK, 0, 0, "sends; by where it goes, where that is said", NAMES("sendmsg", "sendto")},
    {OPEN, PASS, 0, 0, "a socket that was judged when it was made",
     NAMES("recvmsg", "recvfrom", "shutdown", "getsockopt", "getsockname", "getpeername")},
    {JUDGED, PASS, 0, 0, "a socket that was judged when it was made", NAMES("setsockopt", "recvmmsg")},
    {JUDGED, NETWORK, 0, 0, "sends; where to lies in memory", NAMES("sendmmsg")},
    {JUDGED, NETWORK, 0, 0, "reaches others", NAMES("socket", "connect", "bind")},
    {TOLD, NETWORK, 0, 0, "is reached by others", NAMES("listen", "accept", "accept4")},
    {TOLD, PASS, 0, 0, "reaches this process alone; a worker gets its sockets from the host",
     NAMES("socketpair")},
    // ---- Other processes, and what they share.
    {TOLD, PROCESS, PATH(0), 0, "starts a program", NAMES("execve")},
    {TOLD, PROCESS, AT(1), 0, "starts a program", NAMES("execveat")},
    {TOLD, PROCESS, 0, 0, "other processes",
     NAMES("fork", "vfork", "ptrace", "kcmp", "setpgid", "setsid", "pidfd_open", "pidfd_getfd")},
    {TOLD, PROCESS, 0, 0, "the memory of a process, or its own",
     NAMES("process_vm_readv", "process_vm_writev")},
    {ABSENT, PROCESS, 0, 0, "the memory of a process", NAMES("process_madvise", "process_mrelease")},
    {ABSENT, PASS, 0, 0, "waits for processes that it may not start", NAMES("wait4", "waitid")},
    {TOLD, PROCESS, 0, 0, "what other processes reach", NAMES("shmget", "msgget", "semget")},
    {ABSENT, PROCESS, 0, 0, "what other processes reach",
     NAMES("shmat", "shmdt", "shmctl", "msgsnd", "msgrcv", "msgctl", "semop", "semtimedop", "semctl")},
    // ---- The system.
    {TOLD, SYSTEM, 0, 0, "the system",
     NAMES("mount", "umount2", "pivot_root", "chroot", "setns", "unshare", "bpf", "perf_event_open",
           "init_module", "finit_module", "delete_module", "kexec_load", "reboot", "swapon", "swapoff",
           "sethostname", "setdomainname", "syslog", "quotactl", "userfaultfd")},
    {TOLD, SYSTEM, 0, 0, "has calls made that nobody sees", NAMES("io_uring_setup")},
    {ABSENT, SYSTEM, 0, 0, "has calls made that nobody sees", NAMES("io_uring_enter", "io_uring_register")},
    {ABSENT, SYSTEM, 0, 0, "mounts",
     NAMES("fsopen", "fsconfig", "fsmount", "fspick", "open_tree", "open_tree_attr", "move_mount",
           "mount_setattr")},
    {ABSENT, SYSTEM, 0, 0, "the system",
     NAMES("kexec_file_load", "quotactl_fd", "vhangup", "iopl", "ioperm", "uprobe", "uretprobe")},
    {ABSENT, PASS, 0, 0, "walls around itself",
     NAMES("landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self")},
    {ABSENT, SYSTEM, 0, 0, "a filter of its own, which could answer for this one's", NAMES("seccomp")},
    // ---- Who it is to the system.
    {TOLD, SYSTEM, 0, 0, "who it is",
     NAMES("setuid", "setgid", "setreuid", "setregid", "setresuid", "setresgid", "setgroups", "setfsuid",
           "setfsgid", "capset", "keyctl", "add_key", "request_key", "personality")},
    {ABSENT, SYSTEM, 0, 0, "who it is", NAMES("lsm_set_self_attr")},
    // ---- Numbers that no kernel of this processor answers any more, or ever has.
    {ABSENT, PASS, 0, 0, "no kernel has it",
     NAMES("_sysctl", "create_module", "get_kernel_syms", "query_module", "nfsservctl", "getpmsg", "putpmsg",
           "afs_syscall", "tuxcall", "security", "vserver")},
};
// clang-format on

// The maximum number of system calls, each with one name here.
enum { numbers = 512 };

static imp_call table[numbers];
static size_t count;
static const imp_call *by_number[numbers];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void add(const calls *group, const char *name) {
  const int32_t number = seccomp_syscall_resolve_name(name);
  table[count] = (imp_call){name,         number,        group->worker, group->watch,
                            group->first, group->second, group->reason};
  if (number >= 0 && number < numbers) by_number[number] = &table[count];
  count++;
}

static void fill(void) {
  for (size_t group = 0; group < sizeof groups / sizeof groups[0]; group++) {
    for (const char *const *name = groups[group].names; *name != NULL && count < numbers; name++) {
      add(&groups[group], *name);
    }
  }
}

const imp_call *imp_call_table(size_t *length) {
  pthread_once(&once, fill);
  *length = count;
  return table;
}

const imp_call *imp_call_numbered(int32_t number) {
  pthread_once(&once, fill);
  return number >= 0 && number < numbers ? by_number[number] : NULL;
}

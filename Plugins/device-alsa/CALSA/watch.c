// SPDX-License-Identifier: Apache-2.0
#include <errno.h>
#include <linux/netlink.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "calsa_devices.h"
#include "calsa_watch.h"
#include "text.h"
#include "wake.h"

enum { devices_max = 1024, receive_bytes = 1 << 20, slice_ms = 60000, look_ms = 5, waiting_max = 128 };

struct calsa_watch {
  int socket;
  int wake;
  // What a device that has gone was called: its card's files have gone with it.
  calsa_device *known;
  size_t count;
  // What was received and is not told yet, in order: a device that has come and cannot be used yet, and what
  // came after it. The socket is read meanwhile, so that each has its own moment, and all wait together.
  calsa_event waiting[waiting_max];
  size_t waiting_count;
};

static void list(calsa_watch *watch) {
  const size_t count = calsa_cards("", watch->known, devices_max);
  watch->count = count < devices_max ? count : devices_max;
}

static int open_socket(void) {
  const int made = socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_KOBJECT_UEVENT);
  if (made < 0) {
    return -errno;
  }
  // A machine that starts tells of thousands of devices at once. As much as may be had; less is no error.
  const int bytes = receive_bytes;
  setsockopt(made, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes);
  // Group 1: the kernel itself, not a daemon that may not run.
  struct sockaddr_nl address = {.nl_family = AF_NETLINK, .nl_groups = 1};
  if (bind(made, (struct sockaddr *)&address, sizeof address) != 0) {
    const int error = errno;
    close(made);
    return -error;
  }
  return made;
}

int calsa_watch_open(calsa_watch **watch) {
  calsa_watch *made = calloc(1, sizeof *made);
  if (made == NULL) {
    return -ENOMEM;
  }
  made->wake = -1;
  made->socket = open_socket();
  int error = made->socket < 0 ? made->socket : 0;
  if (error == 0) {
    made->wake = wake_make();
    made->known = malloc(devices_max * sizeof *made->known);
    error = made->wake < 0 ? -errno : made->known == NULL ? -ENOMEM : 0;
  }
  if (error < 0) {
    calsa_watch_close(made);
    return error;
  }
  // After the socket: what comes in between is told.
  list(made);
  *watch = made;
  return 0;
}

static void name_event(calsa_watch *watch, calsa_event *event) {
  size_t place = 0;
  while (place < watch->count &&
         (watch->known[place].card != event->card || watch->known[place].device != event->device)) {
    place += 1;
  }
  if (event->change == CALSA_ADDED) {
    char id[64];
    if (text_readf(id, sizeof id, "/sys/class/sound/card%d/id", event->card) <= 0) {
      snprintf(id, sizeof id, "%d", event->card); // gone again already
    }
    snprintf(event->locator, sizeof event->locator, "hw:CARD=%s,DEV=%d", id, event->device);
    if (place == watch->count && place < devices_max) {
      watch->count += 1;
    }
    if (place < watch->count) {
      watch->known[place] = (calsa_device){.card = event->card, .device = event->device};
      text_copy(watch->known[place].locator, sizeof watch->known[place].locator, event->locator);
    }
  } else if (place < watch->count) {
    text_copy(event->locator, sizeof event->locator, watch->known[place].locator);
    watch->count -= 1;
    watch->known[place] = watch->known[watch->count];
  } else {
    snprintf(event->locator, sizeof event->locator, "hw:CARD=%d,DEV=%d", event->card, event->device);
  }
}

static void keep(calsa_watch *watch, const calsa_event *event) {
  watch->waiting[watch->waiting_count] = *event;
  watch->waiting_count += 1;
}

// Takes the first of those that wait.
static void take(calsa_watch *watch, calsa_event *event) {
  *event = watch->waiting[0];
  watch->waiting_count -= 1;
  memmove(watch->waiting, watch->waiting + 1, watch->waiting_count * sizeof watch->waiting[0]);
  if (event->change == CALSA_LIST_AGAIN) {
    list(watch);
  } else {
    name_event(watch, event);
  }
}

static int may_be_told(const calsa_watch *watch) {
  return calsa_may_be_told("", watch->waiting, watch->waiting_count, wake_now_ns());
}

// Keeps one message, for which there is room. 0: also where none came, or not one of ours. Negative: errno.
static int receive(calsa_watch *watch) {
  char message[8192];
  struct sockaddr_nl sender = {0};
  struct iovec part = {.iov_base = message, .iov_len = sizeof message};
  struct msghdr head = {.msg_name = &sender, .msg_namelen = sizeof sender, .msg_iov = &part, .msg_iovlen = 1};
  const ssize_t length = recvmsg(watch->socket, &head, MSG_DONTWAIT);
  const int error = errno;
  calsa_event event = {.card = -1, .device = -1, .timestamp_ns = wake_now_ns()};
  if (length < 0) {
    if (error == ENOBUFS) {
      event.change = CALSA_LIST_AGAIN;
      keep(watch, &event);
      return 0;
    }
    return error == EAGAIN || error == EINTR ? 0 : -error;
  }
  // Any process may send to a socket like this one; number 0 is the kernel.
  if (head.msg_namelen != sizeof sender || sender.nl_pid != 0 || sender.nl_groups != 1) {
    return 0;
  }
  if (calsa_read_uevent(message, (size_t)length, &event) != CALSA_NONE) {
    keep(watch, &event);
  }
  return 0;
}

int calsa_watch_next(calsa_watch *watch, uint64_t timeout_ns, calsa_event *event) {
  const uint64_t deadline = wake_after(wake_now_ns(), timeout_ns);
  for (;;) {
    const int most_ms = may_be_told(watch) ? 0 : watch->waiting_count > 0 ? look_ms : slice_ms;
    // What there is no room for waits in the socket.
    const int has_room = watch->waiting_count < waiting_max;
    struct pollfd polled[] = {{.fd = watch->wake, .events = POLLIN}, {.fd = watch->socket, .events = POLLIN}};
    if (poll(polled, has_room ? 2 : 1, wake_milliseconds(deadline, most_ms)) < 0 && errno != EINTR) {
      return -errno;
    }
    if (polled[0].revents != 0) {
      return -ECANCELED;
    }
    const int error = polled[1].revents != 0 ? receive(watch) : 0;
    if (error < 0) {
      return error;
    }
    if (may_be_told(watch)) {
      take(watch, event);
      return 1;
    }
    if (polled[1].revents == 0 && wake_now_ns() >= deadline) {
      return 0;
    }
  }
}

void calsa_watch_cancel(calsa_watch *watch) {
  wake_raise(watch->wake);
}

void calsa_watch_close(calsa_watch *watch) {
  if (watch->socket >= 0) {
    close(watch->socket);
  }
  if (watch->wake >= 0) {
    close(watch->wake);
  }
  free(watch->known);
  free(watch);
}

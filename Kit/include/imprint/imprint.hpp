// SPDX-License-Identifier: Apache-2.0
// For plugins in C++17: the contract's checks as functions that throw, and what
// stops every exception at the boundary. Header only; nothing of it is exported.
//
// A plugin defines `struct imp_plugin` with a constructor from imprint::Host, the
// objects of its ability, and a table whose functions are wrapped in `guarded`:
//
//   imp_status track(imp_face_tracker *tracker, ...) noexcept {
//     return imprint::guarded(tracker->host, [&] { ... may throw ... });
//   }
//
// No exception may pass a function of a table: the caller is another language.
#ifndef IMPRINT_IMPRINT_HPP
#define IMPRINT_IMPRINT_HPP

#include "imprint.h"

#include <chrono>
#include <condition_variable>
#include <cstring>
#include <exception>
#include <iterator>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>

namespace imprint {

/// Why a call cannot be answered: the status it answers, and words for people, which say place, reason and
/// what to do. Never template bytes, pixels or names of people.
class Failure : public std::runtime_error {
public:
  Failure(imp_status status, const std::string &words) : std::runtime_error(words), status_(status) {}
  imp_status status() const noexcept { return status_; }

private:
  imp_status status_;
};

/// A struct that the caller lends: not null, and of the size this plugin was built for.
/// Throws Failure IMP_E_ARGUMENT or IMP_E_ABI. Nothing else of the struct may be used before.
template <class Struct> Struct &sized(Struct *pointer, const char *what) {
  if (!pointer) throw Failure(IMP_E_ARGUMENT, std::string("the pointer to ") + what + " is null");
  if (pointer->size != sizeof(Struct))
    throw Failure(IMP_E_ABI, std::string(what) + ": the size field is " + std::to_string(pointer->size) + ", not " +
                                 std::to_string(sizeof(Struct)));
  return *pointer;
}

/// The same for each element of an array; a null array has none.
template <class Struct> void all_sized(Struct *array, size_t count, const char *what) {
  for (size_t i = 0; array && i < count; i++) sized(&array[i], what);
}

/// A place for an answer that has no size field.
template <class Value> Value &place(Value *pointer, const char *what) {
  if (!pointer) throw Failure(IMP_E_ARGUMENT, std::string("the pointer to ") + what + " is null");
  return *pointer;
}

/// Room for `needed` bytes in the caller's buffer. Throws Failure IMP_RETRY_SHORT_BUFFER where there is less,
/// with the length set to what is needed and nothing written. The caller sets the length it has
/// written.
inline uint8_t *room(imp_buffer &buffer, size_t needed) {
  if (buffer.capacity < needed || (needed > 0 && !buffer.data)) {
    buffer.length = needed;
    throw Failure(IMP_RETRY_SHORT_BUFFER, std::to_string(needed) + " bytes are needed");
  }
  return buffer.data;
}

/// Copies bytes into the caller's buffer, or throws as `room` does.
inline void fill(imp_buffer &buffer, const void *bytes, size_t count) {
  uint8_t *out = room(buffer, count);
  if (count > 0) std::memcpy(out, bytes, count);
  buffer.length = count;
}

/// Room for at least `needed` bytes in a buffer that has a least size of its own, such as a card's response.
/// Throws Failure IMP_E_ARGUMENT where there is less.
inline uint8_t *least_room(imp_buffer *buffer, size_t needed, const char *what) {
  imp_buffer &lent = place(buffer, what);
  if (!lent.data || lent.capacity < needed)
    throw Failure(IMP_E_ARGUMENT, std::string(what) + " needs room for " + std::to_string(needed) + " bytes");
  return lent.data;
}

/// Copies `number` entries into a list of the caller's, as each function that lists does: the entries' size
/// fields are checked, and a list that is too short gets the number alone. `made` need not have
/// its sizes set.
template <class Entry> void fill_list(Entry *list, size_t *count, Entry *made, size_t number) {
  size_t &told = place(count, "the number of entries");
  const size_t room = list ? told : 0;
  all_sized(list, room, "an entry of the list");
  told = number;
  if (room < number)
    throw Failure(IMP_RETRY_SHORT_BUFFER, "the list needs room for " + std::to_string(number) + " entries");
  for (size_t i = 0; i < number; i++) {
    made[i].size = sizeof(Entry);
    list[i] = made[i];
  }
}

/// Writes text with its null byte into a fixed array of a struct that was zeroed; longer text is cut where a
/// character begins.
template <size_t Capacity> void copy_text(char (&array)[Capacity], std::string_view text) noexcept {
  size_t length = text.size() < Capacity ? text.size() : Capacity - 1;
  while (length < text.size() && length > 0 && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80) length--;
  if (length > 0) std::memcpy(array, text.data(), length);
  array[length] = 0;
}

/// A face that a host lends beside an image, or none: its landmarks are among the `count` in the array beside
/// it. Throws Failure IMP_E_ARGUMENT or IMP_E_ABI.
inline void check_landmarks(const imp_face *face, const imp_point3 *landmarks, uint32_t count) {
  const std::string lent = std::to_string(count);
  if (count > 0 && !landmarks) throw Failure(IMP_E_ARGUMENT, "there are " + lent + " landmarks but no array of them");
  if (!face) return;
  const uint32_t first = sized(face, "the face").landmark_first, own = face->landmark_count;
  if (first > count || own > count - first)
    throw Failure(IMP_E_ARGUMENT, std::to_string(own) + " landmarks from number " + std::to_string(first) +
                                      " on are not among the " + lent + " that there are");
}

/// What `create` is asked for by its name, where the plugin has one of it, such as one "form". Throws Failure
/// IMP_E_ARGUMENT for no thread or no name, and IMP_E_UNSUPPORTED for another one.
inline void check_choice(uint32_t threads, imp_text asked, std::string_view own, const std::string &what) {
  if (threads < 1) throw Failure(IMP_E_ARGUMENT, "threads is 0; it must be 1 or more");
  const std::string_view name(asked.data, asked.data ? asked.length : 0);
  if (name.empty()) throw Failure(IMP_E_ARGUMENT, "the " + what + "'s name is empty");
  if (name != own)
    throw Failure(IMP_E_UNSUPPORTED, "there is no such " + what + "; there is only '" + std::string(own) + "'");
}

/// The options of an extractor's or a matcher's `create`, where the plugin has one format. Throws Failure
/// IMP_E_ARGUMENT or IMP_E_ABI for options that are none, and as `check_choice` does.
template <class Options> void check_format(const Options *options, std::string_view own) {
  const Options &asked = sized(options, "the options");
  check_choice(asked.threads, asked.format, own, "format");
}

/// Throws Failure IMP_E_ARGUMENT with what a check of gallery.h or search.h found wrong; null: nothing.
inline void expect_right(const char *wrong) {
  if (wrong) throw Failure(IMP_E_ARGUMENT, wrong);
}

/// Tells of a template that was made. Quality: 0...100; negative where it was not measured.
inline void tell(imp_extraction &extraction, uint32_t version, float quality = -1) noexcept {
  extraction.version = version;
  extraction.quality = quality;
  extraction.reserved = 0;
}

/// What a device's `cancel` raises, and what its waiting call waits on. Any thread.
class Stop {
public:
  using Clock = std::chrono::steady_clock;

  /// Ends each wait, and every later one.
  void raise() noexcept {
    std::lock_guard<std::mutex> held(lock_);
    is_raised_ = true;
    raised_.notify_all();
  }

  /// Throws Failure IMP_OUTCOME_CANCELLED once it was raised.
  void check() {
    std::lock_guard<std::mutex> held(lock_);
    if (is_raised_) throw Failure(IMP_OUTCOME_CANCELLED, "it was cancelled");
  }

  /// Waits until something is due, for `timeout` nanoseconds at most; UINT64_MAX is no limit. Throws Failure
  /// IMP_OUTCOME_CANCELLED, or IMP_RETRY_TIMEOUT with the words where it is not due in time.
  void wait(Clock::time_point due, uint64_t timeout, const char *words) {
    const Clock::time_point now = Clock::now();
    // Compared before it is added: no limit at all would overflow.
    const bool is_in_time = due <= now || uint64_t(std::chrono::nanoseconds(due - now).count()) <= timeout;
    const Clock::time_point until = is_in_time ? due : now + std::chrono::nanoseconds(int64_t(timeout));
    std::unique_lock<std::mutex> held(lock_);
    if (raised_.wait_until(held, until, [&] { return is_raised_; }))
      throw Failure(IMP_OUTCOME_CANCELLED, "it was cancelled");
    if (!is_in_time) throw Failure(IMP_RETRY_TIMEOUT, words);
  }

private:
  std::mutex lock_;
  std::condition_variable raised_;
  bool is_raised_ = false;
};

/// Overwrites bytes of a template: freed memory is reused, and could be read there.
inline void forget(void *bytes, size_t count) noexcept {
  // Volatile: the compiler would leave out writing what nobody reads.
  volatile uint8_t *at = static_cast<uint8_t *>(bytes);
  for (size_t i = 0; i < count; i++) at[i] = 0;
}

/// What tells as much as a template: a plain struct or std::array that is overwritten when it goes.
template <class Value> struct Forgotten : Value {
  ~Forgotten() { forget(static_cast<Value *>(this), sizeof(Value)); }
};

/// A host's image that was checked: every pixel lies within its bytes. Valid as long as the host lends it
///
class Image {
public:
  /// Throws Failure IMP_E_ARGUMENT, IMP_E_ABI, or IMP_E_SAMPLE for a layout that cannot be read or a side
  /// shorter than `side` pixels.
  explicit Image(const imp_image *image, uint32_t side = 1) : raw_(sized(image, "the image")) {
    if (raw_.format != IMP_PIXEL_GREY8 && raw_.format != IMP_PIXEL_RGB24)
      throw Failure(IMP_E_SAMPLE, "pixel format " + std::to_string(raw_.format) + " is neither grey (1) nor RGB (2)");
    if (raw_.width < side || raw_.height < side || raw_.width > 65535 || raw_.height > 65535)
      throw Failure(IMP_E_SAMPLE, std::to_string(raw_.width) + " x " + std::to_string(raw_.height) +
                                     " pixels; a side needs " + std::to_string(side) + "...65535");
    uint64_t row = uint64_t(raw_.width) * bytes_per_pixel();
    uint64_t needed = uint64_t(raw_.height - 1) * raw_.row_bytes + row;
    if (raw_.row_bytes < row || !raw_.pixels.data || raw_.pixels.length < needed)
      throw Failure(IMP_E_SAMPLE, std::to_string(raw_.pixels.length) + " bytes in rows of " +
                                     std::to_string(raw_.row_bytes) + " do not hold the image's pixels");
  }

  uint32_t width() const noexcept { return raw_.width; }
  uint32_t height() const noexcept { return raw_.height; }
  bool is_grey() const noexcept { return raw_.format == IMP_PIXEL_GREY8; }
  /// Pixels per metre of what it shows, as of a finger; 0 where that is not known.
  uint32_t resolution() const noexcept { return raw_.resolution; }
  uint32_t bytes_per_pixel() const noexcept { return is_grey() ? 1 : 3; }

  /// The first byte of a row, 0...height - 1.
  const uint8_t *row(uint32_t y) const noexcept { return raw_.pixels.data + size_t(y) * raw_.row_bytes; }

  /// The brightness of a pixel, 0...255: BT.601 luma of a coloured one.
  uint32_t brightness(uint32_t x, uint32_t y) const noexcept {
    const uint8_t *pixel = row(y) + size_t(x) * bytes_per_pixel();
    return is_grey() ? pixel[0] : (77u * pixel[0] + 150u * pixel[1] + 29u * pixel[2]) >> 8;
  }

private:
  const imp_image &raw_;
};

/// The host of one opened plugin; a copy is of the same. Valid until the plugin is closed, from any thread.
class Host {
public:
  /// Throws Failure IMP_E_ABI where a table of the host has another size.
  explicit Host(const imp_host *host)
      : raw_(&sized(host, "the host")), report_(find<imp_host_report>(IMP_HOST_REPORT_ID)),
        log_(find<imp_host_log>(IMP_HOST_LOG_ID)), files_(find<imp_host_files>(IMP_HOST_FILES_ID)),
        entitlement_(find<imp_host_entitlement>(IMP_HOST_ENTITLEMENT_ID)),
        parameters_(find<imp_host_parameters>(IMP_HOST_PARAMETERS_ID)),
        cache_(find<imp_host_cache>(IMP_HOST_CACHE_ID)) {}

  /// The contract version that was agreed; go by it, never by a macro.
  uint32_t abi_version() const noexcept { return raw_->abi_version; }

  /// Gives the words for the status that the running call is about to answer.
  void report(imp_status status, std::string_view words) const noexcept {
    if (report_) report_->words(raw_, status, {words.data(), words.size()});
  }

  /// Writes a line to the host's log: IMP_LOG_... Never templates, keys, pixels or names of people.
  void log(uint32_t severity, std::string_view line) const noexcept {
    if (log_) log_->write(raw_, severity, {line.data(), line.size()});
  }

  /// A file of the manifest's `models`, by its name there; the host's until close.
  /// Throws Failure IMP_E_ABILITY or IMP_E_MODEL.
  imp_bytes model(std::string_view name) const {
    imp_bytes bytes{};
    imp_status status = files().model(raw_, {name.data(), name.size()}, &bytes);
    if (status != IMP_OK)
      throw Failure(status, "model '" + std::string(name) + "' is not available; is it in the manifest, and installed?");
    return bytes;
  }

  /// The folder of one of the manifest's `runtimes`. Throws Failure IMP_E_ABILITY or IMP_E_FILE.
  std::string runtime_folder(std::string_view name) const {
    std::string path(4096, '\0'); // longer paths cannot be opened
    imp_buffer buffer{reinterpret_cast<uint8_t *>(&path[0]), path.size(), 0};
    imp_status status = files().runtime_folder(raw_, {name.data(), name.size()}, &buffer);
    if (status != IMP_OK)
      throw Failure(status == IMP_RETRY_SHORT_BUFFER ? IMP_E_FILE : status,
                    "run-time library '" + std::string(name) + "' is not available; is it in the manifest, and installed?");
    path.resize(buffer.length);
    return path;
  }

  /// What was granted when the plugin was opened; null from an older host.
  const imp_host_entitlement *entitlement() const noexcept { return entitlement_; }

  /// A parameter of the manifest's of a plugin whose library serves several; null where the manifest does not
  /// give it. The host's until close. Throws Failure IMP_E_ABILITY, IMP_E_ABI, or IMP_E_ARGUMENT for one of
  /// another type than is declared.
  const imp_parameter *parameter(std::string_view name, uint32_t type) const {
    if (!parameters_) throw Failure(IMP_E_ABILITY, "the host lends no parameters, and this plugin needs them");
    const imp_parameter *lent = parameters_->value(raw_, {name.data(), name.size()});
    if (lent && sized(lent, "the parameter").type != type)
      throw Failure(IMP_E_ARGUMENT, "the parameter '" + std::string(name) + "' is of type " +
                                        std::to_string(lent->type) + ", not " + std::to_string(type));
    return lent;
  }

  /// The same of one that the library requires: Failure IMP_E_ARGUMENT where it is not there.
  const imp_parameter &required(std::string_view name, uint32_t type) const {
    const imp_parameter *lent = parameter(name, type);
    if (!lent) throw Failure(IMP_E_ARGUMENT, "the manifest does not give the parameter '" + std::string(name) + "'");
    return *lent;
  }

  /// What was kept under the key, in an earlier process perhaps, by this library for this manifest on such a
  /// processor; the host's until close. Empty where nothing is, or the host has no cache.
  imp_bytes kept(std::string_view key) const noexcept {
    imp_bytes bytes{};
    if (cache_) cache_->find(raw_, {reinterpret_cast<const uint8_t *>(key.data()), key.size()}, &bytes);
    return bytes;
  }

  /// Keeps a copy for later processes, of at most IMP_CACHE_LENGTH bytes; never templates, keys, pixels or
  /// names of people. A host without a cache, or that cannot, keeps nothing.
  void keep(std::string_view key, imp_bytes bytes) const noexcept {
    if (cache_) cache_->keep(raw_, {reinterpret_cast<const uint8_t *>(key.data()), key.size()}, bytes);
  }

private:
  template <class Table> const Table *find(const char *id) const {
    const void *table = raw_->ability(raw_, id);
    return table ? &sized(static_cast<const Table *>(table), id) : nullptr;
  }

  const imp_host_files &files() const {
    if (!files_) throw Failure(IMP_E_ABILITY, "the host lends no files, and this plugin needs them");
    return *files_;
  }

  const imp_host *raw_;
  const imp_host_report *report_;
  const imp_host_log *log_;
  const imp_host_files *files_;
  const imp_host_entitlement *entitlement_;
  const imp_host_parameters *parameters_;
  const imp_host_cache *cache_;
};

/// What a library that serves several plugins declares of one parameter, for `Identity::parameters`.
constexpr imp_parameter_declaration declare_boolean(const char *name, bool required, const char *purpose) {
  return {sizeof(imp_parameter_declaration), IMP_PARAMETER_BOOLEAN, required, 0, 0, 0, name, purpose};
}
constexpr imp_parameter_declaration declare_integer(const char *name, bool required, int64_t min, int64_t max,
                                                    const char *purpose) {
  return {sizeof(imp_parameter_declaration), IMP_PARAMETER_INTEGER, required, 0, double(min), double(max), name, purpose};
}
constexpr imp_parameter_declaration declare_number(const char *name, bool required, double min, double max,
                                                   const char *purpose) {
  return {sizeof(imp_parameter_declaration), IMP_PARAMETER_NUMBER, required, 0, min, max, name, purpose};
}
constexpr imp_parameter_declaration declare_text(const char *name, bool required, uint32_t bytes,
                                                 const char *purpose) {
  return {sizeof(imp_parameter_declaration), IMP_PARAMETER_TEXT, required, bytes, 0, 0, name, purpose};
}

/// What an Identity's `describe` gives: where it states `parameters`, that of a library of many.
template <class Identity, class = void> struct Described {
  static const imp_descriptor *descriptor() noexcept {
    static const imp_descriptor said = of_size(sizeof(imp_descriptor));
    return &said;
  }
  static imp_descriptor of_size(size_t size) noexcept {
    return {uint32_t(size),    uint32_t(std::size(Identity::abilities)), Identity::id, Identity::version,
            Identity::vendor, Identity::abilities};
  }
};
template <class Identity> struct Described<Identity, std::void_t<decltype(Identity::parameters)>> {
  static const imp_descriptor *descriptor() noexcept {
    static const imp_library_descriptor said = {Described<Identity, int>::of_size(sizeof(imp_library_descriptor)),
                                                uint32_t(std::size(Identity::parameters)), 0, Identity::parameters};
    return &said.library;
  }
};

/// Runs the body of a call: IMP_OK, or the status and words of what it threw. Nothing passes: a failure
/// answers its own status, lack of memory IMP_E_MEMORY, anything else IMP_E_INTERNAL.
template <class Body> imp_status guarded(const Host &host, Body &&body) noexcept {
  try {
    body();
    return IMP_OK;
  } catch (const Failure &failure) {
    host.report(failure.status(), failure.what());
    return failure.status();
  } catch (const std::bad_alloc &) {
    host.report(IMP_E_MEMORY, "there is no memory for it");
    return IMP_E_MEMORY;
  } catch (const std::exception &error) {
    host.report(IMP_E_INTERNAL, error.what());
    return IMP_E_INTERNAL;
  } catch (...) {
    host.report(IMP_E_INTERNAL, "an exception of an unknown kind was thrown");
    return IMP_E_INTERNAL;
  }
}

/// The entry of a plugin. `Identity` states `id`, `version` and `vendor` as constexpr strings, `abilities`
/// and `tables` as arrays, of the abilities' ids and of their tables in the same order, and `plugin`, which
/// is imp_plugin: made from a Host when it is opened. A library of many states the library's, and
/// `parameters`: an array of what `declare_text` and the like give.
template <class Identity> const imp_entry *entry() noexcept {
  using Plugin = typename Identity::plugin;
  constexpr size_t count = std::size(Identity::abilities);
  static_assert(count == std::size(Identity::tables), "each ability has one table");
  static const imp_entry table = {
      1, 1, sizeof(imp_entry), 0,
      // describe
      [](const imp_entry *) noexcept -> const imp_descriptor * { return Described<Identity>::descriptor(); },
      // open: nothing of a host may be used before its size is known to be right, so the first refusals have
      // no words
      [](const imp_entry *self, const imp_host *host, imp_plugin **plugin) noexcept -> imp_status {
        if (!host || host->size != sizeof *host || host->abi_version < self->abi_min ||
            host->abi_version > self->abi_max)
          return IMP_E_ABI;
        if (!plugin) return IMP_E_ARGUMENT;
        try {
          const Host known(host);
          return guarded(known, [&] { *plugin = new Plugin(known); });
        } catch (const Failure &failure) {
          return failure.status();
        } catch (...) {
          return IMP_E_INTERNAL;
        }
      },
      // close
      [](Plugin *plugin) noexcept { delete plugin; },
      // ability
      [](imp_plugin *, const char *id) noexcept -> const void * {
        for (size_t i = 0; id && i < count; i++)
          if (std::strcmp(id, Identity::abilities[i]) == 0) return Identity::tables[i];
        return nullptr;
      }};
  return &table;
}

} // namespace imprint

#endif

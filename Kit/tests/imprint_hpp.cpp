// SPDX-License-Identifier: Apache-2.0
// What imprint.hpp promises, tried without a host: scripts/checks/headers builds and runs it.
#include <imprint/imprint.hpp>

#include <cstdio>
#include <vector>

namespace {

int failures = 0;

void expect(bool holds, const char *what, int line) {
  if (holds) return;
  std::fprintf(stderr, "imprint_hpp.cpp:%d: %s\n", line, what);
  failures++;
}
#define EXPECT(condition) expect(condition, #condition, __LINE__)

// A host that keeps the last words.
imp_status last_status;
std::string last_words;

const imp_host_report report_table = {sizeof(imp_host_report), 0,
                                      [](const imp_host *, imp_status status, imp_text words) {
                                        last_status = status;
                                        last_words.assign(words.data, words.length);
                                      }};
const imp_host_log wrong_log = {sizeof(imp_host_log) + 8, 0, nullptr};
bool has_report = true, has_wrong_log = false;

// What a library of many is lent.
const imp_parameter format_value = {sizeof(imp_parameter), IMP_PARAMETER_TEXT, 0, 0, {"example.x", 9}};
const imp_parameter wrong_value = {sizeof(imp_parameter) - 8, IMP_PARAMETER_INTEGER, 7, 0, {nullptr, 0}};
const imp_host_parameters parameters_table = {
    sizeof(imp_host_parameters), 0, [](const imp_host *, imp_text name) -> const imp_parameter * {
      const std::string asked(name.data, name.length);
      return asked == "format" ? &format_value : asked == "wrong" ? &wrong_value : nullptr;
    }};
bool has_parameters = false;

// Keeps one thing.
std::string kept_key, kept_bytes;
const imp_host_cache cache_table = {
    sizeof(imp_host_cache), 0,
    [](const imp_host *, imp_bytes key, imp_bytes *bytes) {
      const std::string asked(reinterpret_cast<const char *>(key.data), key.length);
      *bytes = {};
      if (asked == kept_key) *bytes = {reinterpret_cast<const uint8_t *>(kept_bytes.data()), kept_bytes.size()};
    },
    [](const imp_host *, imp_bytes key, imp_bytes bytes) {
      kept_key.assign(reinterpret_cast<const char *>(key.data), key.length);
      kept_bytes.assign(reinterpret_cast<const char *>(bytes.data), bytes.length);
    }};
const imp_host_cache wrong_cache = {sizeof(imp_host_cache) - 4, 0, nullptr, nullptr};
const imp_host_cache *cache_of_host = nullptr;

imp_host make_host(uint32_t size = sizeof(imp_host)) {
  imp_host host{};
  host.size = size;
  host.abi_version = 1;
  host.ability = [](const imp_host *, const char *id) -> const void * {
    if (has_parameters && std::strcmp(id, IMP_HOST_PARAMETERS_ID) == 0) return &parameters_table;
    if (std::strcmp(id, IMP_HOST_CACHE_ID) == 0) return cache_of_host;
    if (has_report && std::strcmp(id, IMP_HOST_REPORT_ID) == 0) return &report_table;
    return has_wrong_log && std::strcmp(id, IMP_HOST_LOG_ID) == 0 ? &wrong_log : nullptr;
  };
  return host;
}

template <class Body> imp_status status_of(Body body) {
  try {
    body();
    return IMP_OK;
  } catch (const imprint::Failure &failure) {
    return failure.status();
  }
}

void nothing_passes_guarded() {
  const imp_host raw = make_host();
  const imprint::Host host(&raw);
  EXPECT(imprint::guarded(host, [] {}) == IMP_OK);
  EXPECT(imprint::guarded(host, [] { throw imprint::Failure(IMP_E_SAMPLE, "too dark"); }) == IMP_E_SAMPLE);
  EXPECT(last_status == IMP_E_SAMPLE && last_words == "too dark");
  EXPECT(imprint::guarded(host, [] { throw std::bad_alloc(); }) == IMP_E_MEMORY);
  EXPECT(last_status == IMP_E_MEMORY && !last_words.empty());
  EXPECT(imprint::guarded(host, [] { throw std::out_of_range("beyond"); }) == IMP_E_INTERNAL);
  EXPECT(last_status == IMP_E_INTERNAL && last_words == "beyond");
  EXPECT(imprint::guarded(host, [] { throw 7; }) == IMP_E_INTERNAL);
  has_report = false;
  const imprint::Host silent(&raw);
  EXPECT(imprint::guarded(silent, [] { throw 7; }) == IMP_E_INTERNAL);
  has_report = true;
}

void sizes_are_checked() {
  imp_extraction extraction{};
  extraction.size = sizeof extraction;
  EXPECT(&imprint::sized(&extraction, "it") == &extraction);
  extraction.size--;
  EXPECT(status_of([&] { imprint::sized(&extraction, "it"); }) == IMP_E_ABI);
  EXPECT(status_of([] { imprint::sized(static_cast<imp_face *>(nullptr), "it"); }) == IMP_E_ARGUMENT);
  EXPECT(status_of([] { imprint::place(static_cast<float *>(nullptr), "it"); }) == IMP_E_ARGUMENT);
  std::vector<imp_face> faces(3);
  for (imp_face &face : faces) face.size = sizeof face;
  EXPECT(status_of([&] { imprint::all_sized(faces.data(), faces.size(), "a face"); }) == IMP_OK);
  faces[2].size = 0;
  EXPECT(status_of([&] { imprint::all_sized(faces.data(), faces.size(), "a face"); }) == IMP_E_ABI);
  EXPECT(status_of([] { imprint::all_sized(static_cast<imp_face *>(nullptr), 3, "a face"); }) == IMP_OK);
  const imp_host wrong = make_host(8);
  EXPECT(status_of([&] { imprint::Host host(&wrong); }) == IMP_E_ABI);
  has_wrong_log = true;
  const imp_host raw = make_host();
  EXPECT(status_of([&] { imprint::Host host(&raw); }) == IMP_E_ABI);
  has_wrong_log = false;
}

void landmarks_lie_in_their_array() {
  const imp_point3 points[4] = {};
  imp_face face{};
  face.size = sizeof face;
  const auto check = [&](uint32_t first, uint32_t own, uint32_t count) {
    face.landmark_first = first;
    face.landmark_count = own;
    return status_of([&] { imprint::check_landmarks(&face, points, count); });
  };
  EXPECT(check(0, 4, 4) == IMP_OK && check(1, 3, 4) == IMP_OK && check(0, 0, 0) == IMP_OK);
  EXPECT(check(4, 0, 4) == IMP_OK && check(1, 4, 4) == IMP_E_ARGUMENT && check(5, 0, 4) == IMP_E_ARGUMENT);
  EXPECT(check(UINT32_MAX, UINT32_MAX, 4) == IMP_E_ARGUMENT && check(2, UINT32_MAX, 4) == IMP_E_ARGUMENT);
  EXPECT(status_of([] { imprint::check_landmarks(nullptr, nullptr, 0); }) == IMP_OK);
  EXPECT(status_of([] { imprint::check_landmarks(nullptr, nullptr, 1); }) == IMP_E_ARGUMENT);
  face.size--;
  EXPECT(check(0, 4, 4) == IMP_E_ABI);
}

void one_format_is_taken() {
  imp_voice_extractor_options options{};
  options.size = sizeof options;
  options.threads = 1;
  const auto check = [&](std::string_view format) {
    options.format = {format.data(), format.size()};
    return status_of([&] { imprint::check_format(&options, "org.example.own"); });
  };
  EXPECT(check("org.example.own") == IMP_OK);
  EXPECT(check("org.example.ow") == IMP_E_UNSUPPORTED);
  EXPECT(check("org.example.owner") == IMP_E_UNSUPPORTED);
  EXPECT(check("") == IMP_E_ARGUMENT && check({}) == IMP_E_ARGUMENT);
  options.format.length = 7; // of nothing
  EXPECT(status_of([&] { imprint::check_format(&options, "org.example.own"); }) == IMP_E_ARGUMENT);
  options.threads = 0;
  EXPECT(check("org.example.own") == IMP_E_ARGUMENT);
  options.size--;
  EXPECT(check("org.example.own") == IMP_E_ABI);
  const imp_face_extractor_options *none = nullptr;
  EXPECT(status_of([&] { imprint::check_format(none, "org.example.own"); }) == IMP_E_ARGUMENT);
  EXPECT(status_of([] { imprint::check_choice(1, {"cells", 5}, "cells", "form"); }) == IMP_OK);
  EXPECT(status_of([] { imprint::check_choice(1, {"cells", 4}, "cells", "form"); }) == IMP_E_UNSUPPORTED);
  EXPECT(status_of([] { imprint::expect_right(nullptr); }) == IMP_OK);
  EXPECT(status_of([] { imprint::expect_right("it is wrong"); }) == IMP_E_ARGUMENT);
  imp_extraction extraction{};
  extraction.reserved = 7;
  imprint::tell(extraction, 3);
  EXPECT(extraction.version == 3 && extraction.quality < 0 && extraction.reserved == 0);
}

void what_the_host_lacks_is_typed() {
  const imp_host raw = make_host();
  const imprint::Host host(&raw);
  EXPECT(status_of([&] { (void)host.model("net.bin"); }) == IMP_E_ABILITY);
  EXPECT(status_of([&] { (void)host.runtime_folder("net"); }) == IMP_E_ABILITY);
  EXPECT(host.entitlement() == nullptr);
  host.log(IMP_LOG_INFO, "into nothing");
}

void what_is_kept_is_found_under_its_key() {
  const imp_host raw = make_host();
  const uint8_t network[3] = {1, 2, 3};
  cache_of_host = &cache_table;
  const imprint::Host host(&raw);
  EXPECT(host.kept("net").length == 0);
  host.keep("net", {network, sizeof network});
  const imp_bytes found = host.kept("net");
  EXPECT(found.length == 3 && std::memcmp(found.data, network, 3) == 0);
  EXPECT(host.kept("nets").length == 0 && host.kept("").length == 0);
  cache_of_host = nullptr;
  const imprint::Host forgetful(&raw);
  forgetful.keep("other", {network, sizeof network});
  EXPECT(forgetful.kept("net").length == 0 && kept_key == "net");
  cache_of_host = &wrong_cache;
  EXPECT(status_of([&] { imprint::Host wrong(&raw); }) == IMP_E_ABI);
  cache_of_host = nullptr;
}

void short_buffers_change_their_length_alone() {
  uint8_t bytes[4] = {9, 9, 9, 9};
  imp_buffer buffer = {bytes, sizeof bytes, 0};
  EXPECT(status_of([&] { imprint::fill(buffer, "12345", 5); }) == IMP_RETRY_SHORT_BUFFER);
  EXPECT(buffer.length == 5 && bytes[0] == 9 && bytes[3] == 9);
  EXPECT(status_of([&] { imprint::fill(buffer, "1234", 4); }) == IMP_OK);
  EXPECT(buffer.length == 4 && bytes[3] == '4');
  imp_buffer none = {nullptr, 0, 0};
  EXPECT(status_of([&] { imprint::fill(none, "1", 1); }) == IMP_RETRY_SHORT_BUFFER);
  EXPECT(none.length == 1);
  EXPECT(status_of([&] { imprint::room(none, 0); }) == IMP_OK && none.length == 1);
}

void lists_are_filled_whole_or_not_at_all() {
  imp_microphone_info made[2]{}, list[3]{};
  imprint::copy_text(made[0].locator, "one");
  size_t count = 0;
  EXPECT(status_of([&] { imprint::fill_list<imp_microphone_info>(nullptr, &count, made, 2); }) == IMP_RETRY_SHORT_BUFFER);
  EXPECT(count == 2);
  for (auto &entry : list) entry.size = sizeof entry;
  count = 1;
  EXPECT(status_of([&] { imprint::fill_list(list, &count, made, 2); }) == IMP_RETRY_SHORT_BUFFER);
  EXPECT(count == 2 && list[0].locator[0] == 0);
  count = 3;
  EXPECT(status_of([&] { imprint::fill_list(list, &count, made, 2); }) == IMP_OK);
  EXPECT(count == 2 && std::string(list[0].locator) == "one" && list[1].size == sizeof list[1]);
  list[2].size--;
  count = 3;
  EXPECT(status_of([&] { imprint::fill_list(list, &count, made, 2); }) == IMP_E_ABI && count == 3);
  EXPECT(status_of([&] { imprint::fill_list(list, static_cast<size_t *>(nullptr), made, 2); }) == IMP_E_ARGUMENT);
}

void text_that_is_too_long_is_cut_between_characters() {
  char room[6];
  imprint::copy_text(room, "12345");
  EXPECT(std::string(room) == "12345");
  imprint::copy_text(room, "1234\xc3\xa9");
  EXPECT(std::string(room) == "1234");
  imprint::copy_text(room, "");
  EXPECT(room[0] == 0);
}

void a_wait_ends_in_time_and_with_a_stop() {
  imprint::Stop stop;
  using Clock = imprint::Stop::Clock;
  const auto now = Clock::now(), never = now + std::chrono::hours(1);
  EXPECT(status_of([&] { stop.wait(now, 0, "late"); }) == IMP_OK);
  EXPECT(status_of([&] { stop.wait(never, 0, "late"); }) == IMP_RETRY_TIMEOUT);
  EXPECT(status_of([&] { stop.wait(now + std::chrono::milliseconds(2), UINT64_MAX, "late"); }) == IMP_OK);
  EXPECT(Clock::now() - now >= std::chrono::milliseconds(2));
  EXPECT(status_of([&] { stop.check(); }) == IMP_OK);
  stop.raise();
  EXPECT(status_of([&] { stop.check(); }) == IMP_OUTCOME_CANCELLED);
  EXPECT(status_of([&] { stop.wait(never, UINT64_MAX, "late"); }) == IMP_OUTCOME_CANCELLED);
  EXPECT(Clock::now() - now < std::chrono::minutes(1));
}

void least_room_is_no_short_buffer() {
  uint8_t bytes[4];
  imp_buffer buffer = {bytes, sizeof bytes, 7};
  EXPECT(status_of([&] { imprint::least_room(&buffer, 5, "the response"); }) == IMP_E_ARGUMENT && buffer.length == 7);
  EXPECT(status_of([&] { imprint::least_room(&buffer, 4, "the response"); }) == IMP_OK);
  EXPECT(status_of([] { imprint::least_room(nullptr, 0, "the response"); }) == IMP_E_ARGUMENT);
}

void images_that_cannot_be_read_are_refused() {
  std::vector<uint8_t> pixels(4 * 2 + 3);
  pixels.back() = 200;
  imp_image image{};
  image.size = sizeof image;
  image.format = IMP_PIXEL_GREY8;
  image.width = 3;
  image.height = 3;
  image.row_bytes = 4;
  image.pixels = {pixels.data(), pixels.size()}; // the last row ends with its last pixel
  auto status = [&](uint32_t side = 1) { return status_of([&] { imprint::Image checked(&image, side); }); };
  EXPECT(status() == IMP_OK);
  EXPECT(imprint::Image(&image).brightness(2, 2) == 200);
  EXPECT(status(4) == IMP_E_SAMPLE);
  image.pixels.length--;
  EXPECT(status() == IMP_E_SAMPLE);
  image.pixels.length++;
  for (uint32_t wrong : {0u, 65536u}) {
    image.height = wrong;
    EXPECT(status() == IMP_E_SAMPLE);
  }
  image.height = 65535;
  image.row_bytes = UINT32_MAX; // must not overflow to something small
  EXPECT(status() == IMP_E_SAMPLE);
  image.height = 3;
  image.row_bytes = 2;
  EXPECT(status() == IMP_E_SAMPLE);
  image.row_bytes = 4;
  image.format = IMP_PIXEL_RGB24; // three times as long
  EXPECT(status() == IMP_E_SAMPLE);
  image.format = IMP_PIXEL_JPEG;
  EXPECT(status() == IMP_E_SAMPLE);
}

} // namespace

// What entry() opens: one that fails when it is told to.
struct imp_plugin {
  explicit imp_plugin(const imprint::Host &) {
    if (fails) throw imprint::Failure(IMP_E_MODEL, "no model");
  }
  static bool fails;
};
bool imp_plugin::fails = false;

namespace {

const int tables[3] = {};

struct Identity {
  using plugin = imp_plugin;
  static constexpr const char *id = "org.example.x", *version = "1.2.3", *vendor = "X";
  static constexpr const char *abilities[] = {IMP_MATCHER_ID};
  static constexpr const void *tables[] = {&::tables[0]};
};

// Another, with several abilities.
struct Several : Identity {
  static constexpr const char *abilities[] = {IMP_MATCHER_ID, IMP_CAMERA_ID, IMP_DEVICE_WATCH_ID};
  static constexpr const void *tables[] = {&::tables[0], &::tables[1], &::tables[2]};
};

void each_ability_has_its_table() {
  const imp_entry *entry = imprint::entry<Several>();
  const imp_descriptor *said = entry->describe(entry);
  EXPECT(said->ability_count == 3 && std::string(said->abilities[0]) == IMP_MATCHER_ID);
  EXPECT(std::string(said->abilities[1]) == IMP_CAMERA_ID && std::string(said->abilities[2]) == IMP_DEVICE_WATCH_ID);
  const imp_host host = make_host();
  imp_plugin *plugin = nullptr;
  EXPECT(entry->open(entry, &host, &plugin) == IMP_OK && plugin);
  EXPECT(entry->ability(plugin, IMP_MATCHER_ID) == &tables[0]);
  EXPECT(entry->ability(plugin, IMP_CAMERA_ID) == &tables[1]);
  EXPECT(entry->ability(plugin, IMP_DEVICE_WATCH_ID) == &tables[2]);
  EXPECT(!entry->ability(plugin, IMP_MICROPHONE_ID) && !entry->ability(plugin, nullptr));
  entry->close(plugin);
}

struct Many : Identity {
  static constexpr imp_parameter_declaration parameters[] = {
      imprint::declare_text("format", true, 63, "What its format is called."),
      imprint::declare_integer("width", false, -1, 4096, "How wide images are."),
      imprint::declare_number("scale", false, 0, 0.5, "What pixels are multiplied by."),
      imprint::declare_boolean("mirrored", false, "Whether images are mirrored.")};
};

void a_library_of_many_declares_its_parameters() {
  const imp_entry *entry = imprint::entry<Many>();
  const imp_descriptor *said = entry->describe(entry);
  EXPECT(said->size == sizeof(imp_library_descriptor) && std::string(said->id) == "org.example.x");
  const imp_library_descriptor *many = reinterpret_cast<const imp_library_descriptor *>(said);
  EXPECT(many->parameter_count == 4 && std::string(many->parameters[1].name) == "width");
  EXPECT(many->parameters[0].required == 1 && many->parameters[0].length_max == 63);
  EXPECT(many->parameters[1].min == -1 && many->parameters[1].max == 4096 && many->parameters[1].required == 0);
  EXPECT(many->parameters[2].max == 0.5 && many->parameters[3].type == IMP_PARAMETER_BOOLEAN);
}

void parameters_are_of_the_declared_type() {
  const imp_host raw = make_host();
  const imprint::Host none(&raw);
  EXPECT(status_of([&] { none.parameter("format", IMP_PARAMETER_TEXT); }) == IMP_E_ABILITY);
  has_parameters = true;
  const imprint::Host host(&raw);
  EXPECT(host.required("format", IMP_PARAMETER_TEXT).text.length == 9);
  EXPECT(!host.parameter("width", IMP_PARAMETER_INTEGER));
  EXPECT(status_of([&] { host.required("width", IMP_PARAMETER_INTEGER); }) == IMP_E_ARGUMENT);
  EXPECT(status_of([&] { host.parameter("format", IMP_PARAMETER_NUMBER); }) == IMP_E_ARGUMENT);
  EXPECT(status_of([&] { host.parameter("wrong", IMP_PARAMETER_INTEGER); }) == IMP_E_ABI);
  has_parameters = false;
}

void the_entry_opens_and_closes() {
  const imp_entry *entry = imprint::entry<Identity>();
  const imp_descriptor *said = entry->describe(entry);
  EXPECT(said->size == sizeof *said && said->ability_count == 1 && std::string(said->abilities[0]) == IMP_MATCHER_ID);
  EXPECT(std::string(said->id) == "org.example.x" && std::string(said->version) == "1.2.3");
  const imp_host host = make_host();
  imp_plugin *plugin = nullptr;
  EXPECT(entry->open(entry, &host, &plugin) == IMP_OK && plugin);
  EXPECT(entry->ability(plugin, IMP_MATCHER_ID) == &tables[0]);
  EXPECT(!entry->ability(plugin, "") && !entry->ability(plugin, "imprint.matcher/10"));
  entry->close(plugin);
  imp_plugin::fails = true;
  plugin = nullptr;
  EXPECT(entry->open(entry, &host, &plugin) == IMP_E_MODEL && !plugin && last_words == "no model");
  imp_host other = make_host();
  other.abi_version = 2;
  EXPECT(entry->open(entry, &other, &plugin) == IMP_E_ABI && !plugin);
  const imp_host wrong = make_host(8);
  EXPECT(entry->open(entry, &wrong, &plugin) == IMP_E_ABI && !plugin);
  EXPECT(entry->open(entry, nullptr, &plugin) == IMP_E_ABI);
  EXPECT(entry->open(entry, &host, nullptr) == IMP_E_ARGUMENT);
}

} // namespace

int main() {
  nothing_passes_guarded();
  sizes_are_checked();
  landmarks_lie_in_their_array();
  one_format_is_taken();
  what_the_host_lacks_is_typed();
  what_is_kept_is_found_under_its_key();
  short_buffers_change_their_length_alone();
  lists_are_filled_whole_or_not_at_all();
  text_that_is_too_long_is_cut_between_characters();
  a_wait_ends_in_time_and_with_a_stop();
  least_room_is_no_short_buffer();
  images_that_cannot_be_read_are_refused();
  each_ability_has_its_table();
  a_library_of_many_declares_its_parameters();
  parameters_are_of_the_declared_type();
  the_entry_opens_and_closes();
  return failures == 0 ? 0 : 1;
}

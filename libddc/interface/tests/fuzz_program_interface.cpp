// SPDX-License-Identifier: MIT
// The bytes are an interface string. After a line that begins with #slots they are the rest of a
// program's header and slot table: description size, slot table start, number of entries of the
// table from the reference id on, then one slot per port (a word that is not a number is an empty
// entry).
#include "expect.hpp"

#include <ddc/interface/chunks.hpp>
#include <ddc/interface/layout.hpp>
#include <ddc/interface/parse.hpp>
#include <ddc/interface/values.hpp>

#include <nlohmann/json.hpp>

#include <charconv>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace {

using namespace ddc::interface;

constexpr std::int32_t reference_id = 0x4000;
/// Layouts and values above this are only checked, not listed, so that more inputs are tried.
constexpr std::int64_t listed_entries = 2000;

using fuzz::expect;

/// Messages are written to logs and JSON.
void expect_readable(const std::string& message) {
    expect(!message.empty() && message.size() < 8192, "a message has a readable length");
    try {
        (void)nlohmann::json(message).dump();
    } catch (const nlohmann::json::exception&) {
        expect(false, "a message is UTF-8");
    }
}

using Words = std::vector<std::optional<std::int32_t>>;

/// At most as many words as the maximum number of ports.
Words words_of(std::string_view text) {
    Words words;
    while (!text.empty() && words.size() < Limits::ports) {
        const std::size_t start = text.find_first_not_of(" \n");
        if (start == std::string_view::npos) break;
        text.remove_prefix(start);
        const std::string_view word = text.substr(0, text.find_first_of(" \n"));
        text.remove_prefix(word.size());
        std::int32_t number = 0;
        const auto result = std::from_chars(word.data(), word.data() + word.size(), number);
        const bool is_number = result.ec == std::errc() && result.ptr == word.data() + word.size();
        words.push_back(is_number ? std::optional(number) : std::nullopt);
    }
    return words;
}

/// Checks entry by entry what check_layout guarantees.
void expect_disjoint(const ProgramInterface& program, const Layout& layout, std::int64_t entries) {
    std::vector<bool> taken(static_cast<std::size_t>(entries));
    for (const Slot& slot : slots(program, layout)) {
        expect(slot.offset >= header::size && slot.offset < entries, "a slot is in the table");
        const auto offset = static_cast<std::size_t>(slot.offset);
        expect(!taken[offset], "a slot belongs to one element");
        taken[offset] = true;
    }
}

void check_default_layout(const ProgramInterface& program, std::size_t text_length) {
    const auto chunks = static_cast<std::int64_t>(chunk_count(text_length));
    const Layout layout = default_layout(program, chunks);
    const Offset end = end_offset(program, layout);
    const auto capacity = static_cast<std::int32_t>(reference_id + end);
    expect(check_layout(program, layout, reference_id, capacity).empty(), "our layout is valid");
    if (end <= listed_entries) expect_disjoint(program, layout, end);
}

void check_given_layout(const ProgramInterface& program, const Words& words) {
    const auto word = [&](std::size_t i) { return i < words.size() ? words[i].value_or(0) : 0; };
    const auto before_slots = static_cast<std::ptrdiff_t>(std::min<std::size_t>(3, words.size()));
    const Words table(words.begin() + before_slots, words.end());
    const Layout layout = layout_from_slot_table(program, word(0), word(1), table);
    const std::int64_t entries = std::clamp<std::int64_t>(word(2), 0, listed_entries);
    const auto problems = check_layout(program, layout, reference_id,
                                       static_cast<std::int32_t>(reference_id + entries));
    // For each port a missing slot, or one problem of the port and of each of its two queues.
    expect(problems.size() <= 3 * program.ports.size() + 3, "problems are bounded");
    if (problems.empty()) expect_disjoint(program, layout, entries);
}

void check_values(const DataType& type) {
    if (element_count(type) > static_cast<std::size_t>(listed_entries)) return;
    const ElementValues values = default_values(type);
    const nlohmann::json json = value_to_json(type, values);
    try {
        expect(value_from_json(type, json) == values, "defaults pass through JSON");
    } catch (const InterfaceError& error) {
        const bool is_n1 =
            std::string_view(error.what()).find("must be 1 to ") != std::string::npos;
        expect(is_n1, "zero is a value of every type but N1");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    constexpr std::string_view mark = "\n#slots";
    const std::size_t end = input.rfind(mark);
    const std::string_view text = input.substr(0, end);
    expect(join(split(text)) == text, "joining restores the text");
    ProgramInterface program;
    Warnings warnings;
    try {
        program = parse(text, warnings);
    } catch (const InterfaceError& error) {
        expect_readable(error.what());
        return 0;
    }
    expect(warnings.size() <= Limits::warnings, "warnings are bounded");
    for (const std::string& warning : warnings) expect_readable(warning);
    const std::string written = to_json(program);
    Warnings again;
    const ProgramInterface reread = parse(written, again);
    expect(reread == program, "what is written reads back equal");
    expect(to_json(reread) == written, "writing is stable");
    check_default_layout(program, text.size());
    const std::string_view tail =
        end == std::string_view::npos ? "" : input.substr(end + mark.size());
    check_given_layout(program, words_of(tail));
    for (const Port& port : program.ports) check_values(port.data_type);
    return 0;
}

// SPDX-License-Identifier: MIT
// The bytes are a recording for `ddc play`. Accepted changes must fit a table; a refusal must be a
// RecordingError with a position.
#include "expect.hpp"

#include "recording.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>

namespace {

using fuzz::expect;

void check(const ddc::command::RecordedChange& change) {
    expect(std::isfinite(change.time_s), "a time is finite");
    expect(change.id >= 0 && change.id < ddc::max_capacity, "an id may be in a table");
    if (const auto* text = std::get_if<std::string>(&change.value))
        expect(text->size() <= ddc::max_string_length, "a text fits an entry");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::istringstream in(std::string(reinterpret_cast<const char*>(data), size));
    try {
        const auto reader = ddc::command::create_change_reader(in, "file");
        while (const auto change = reader->next()) check(*change);
    } catch (const ddc::command::RecordingError& error) {
        expect(std::string(error.what()).rfind("file:", 0) == 0, "an error has a position");
    }
    return 0;
}

// SPDX-License-Identifier: MIT
// In place of DataTamer's parser, which PlotJuggler would download: no recording of this project
// has DataTamer's messages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>

namespace DataTamerParser {

struct Schema {
    std::uint64_t hash = 0;
    std::string channel_name;
};

struct Bytes {
    const std::uint8_t* data = nullptr;
    std::size_t size = 0;
};

struct SnapshotView {
    std::uint64_t timestamp = 0;
    std::uint64_t schema_hash = 0;
    Bytes active_mask;
    Bytes payload;
};

using VarNumber = std::variant<double>;

inline Schema BuilSchemaFromText(const std::string&) {
    return {};
}

template <class Callback>
void ParseSnapshot(const Schema&, const SnapshotView&, const Callback& unused) {
    (void)unused;
}

}  // namespace DataTamerParser

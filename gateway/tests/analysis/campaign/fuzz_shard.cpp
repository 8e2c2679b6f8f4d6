// SPDX-License-Identifier: MIT
// The input is a file of results of a campaign. Accepted rows are complete and belong to the shard.
#include "expect.hpp"
#include "memory_file.hpp"

#include "campaign/store/row.hpp"
#include "campaign/store/shard.hpp"

#include <libdeflate.h>

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

using namespace gateway::campaign;

namespace {

using fuzz::expect;

constexpr std::uint64_t first = 0, end = 8;

/// Sets the right CRC in each line: otherwise only the CRC check would be tested.
std::string with_right_crcs(std::string text) {
    constexpr std::string_view key = ",\"crc\":\"";
    std::size_t begin = 0;
    for (std::size_t stop = text.find('\n'); stop != std::string::npos;
         stop = text.find('\n', begin)) {
        const std::string_view line(text.data() + begin, stop - begin);
        const std::size_t at = line.rfind(key);
        if (at != std::string_view::npos && line.size() - at == key.size() + 10) {
            char hex[9];
            std::snprintf(hex, sizeof hex, "%08x", libdeflate_crc32(0, line.data(), at));
            text.replace(begin + at + key.size(), 8, hex);
        }
        begin = stop + 1;
    }
    return text;
}

/// The plan that its first line names.
std::string plan_of(const std::string& text) {
    return read_header(std::string_view(text).substr(0, text.find('\n'))).value_or("of no plan");
}

void look_at(const RowSet& rows) {
    expect(rows.size() <= end - first, "no more rows than runs");
    for (const auto& [run, row] : rows.rows()) {
        expect(run >= first && run < end && run == row.run, "a row is of a run of the shard");
        std::string line = to_line(row);
        line.pop_back();
        const std::optional<Row> again = read_row(line);
        expect(again && again->run == run && again->result == row.result && again->wall == row.wall,
               "a row is read back as it was");
    }
}

void read(const std::string& text) {
    const MemoryFile file(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    for (const bool is_repeatable : {true, false}) {
        const Shard shard{"/nonexistent", plan_of(text), 0, first, end, is_repeatable};
        RowSet rows(is_repeatable);
        try {
            read_part(shard, file.path(), rows);
        } catch (const StoreError& error) {
            expect(*error.what() != '\0', "an error has a text");
        }
        look_at(rows);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    read(text);
    read(with_right_crcs(text));
    return 0;
}

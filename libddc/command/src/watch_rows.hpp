// SPDX-License-Identifier: MIT
#pragma once

#include "entry_name.hpp"
#include "reading.hpp"

#include <map>
#include <string>
#include <vector>

namespace ddc::command {

/// One row of a frame of `watch`.
struct WatchRow {
    /// Change since the frame before: none, the same value was written again, or another value.
    enum class News { none, written, changed };

    Target target;
    Reading reading;
    News news = News::none;
};

/// Reads entries repeatedly and reports the changes since the last read.
class WatchRows {
  public:
    /// @param table must outlive this object
    /// @param filter shell pattern of names, with or without their program; empty: all names
    WatchRows(const Table& table, std::vector<std::string> names, std::string filter)
        : table_(table), names_(std::move(names)), filter_(std::move(filter)) {}

    /// Reads all entries. Looks up the names each time, since a program may have started.
    std::vector<WatchRow> read_rows();

  private:
    struct Seen {
        std::uint64_t writes = 0;
        nlohmann::json value;
    };

    const Table& table_;
    std::vector<std::string> names_;
    std::string filter_;
    std::map<std::string, Seen> seen_;
};

/// Whether a name contains `filter` or matches it as a shell pattern.
bool matches(const std::string& name, const std::string& filter);

}  // namespace ddc::command

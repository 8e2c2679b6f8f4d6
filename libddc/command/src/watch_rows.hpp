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
    enum class News { none, written, changed };

    Target target;
    Reading reading;
    /// Since the frame before: nothing, the same value once more, or another value.
    News news = News::none;
};

/// Looks again and again at entries, and tells what is new in them.
class WatchRows {
  public:
    /// @param filter a shell pattern of names, with their program or without; empty for all
    WatchRows(const Table& table, std::vector<std::string> names, std::string filter)
        : table_(table), names_(std::move(names)), filter_(std::move(filter)) {}

    /// The names are looked up anew each time: a program may have started since.
    std::vector<WatchRow> take();

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

/// Whether a name is meant by the pattern that was typed: a part of it, or a shell pattern.
bool is_meant(const std::string& name, const std::string& typed);

}  // namespace ddc::command

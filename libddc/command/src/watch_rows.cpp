// SPDX-License-Identifier: MIT
#include "watch_rows.hpp"

#include <fnmatch.h>

namespace ddc::command {
namespace {

bool is_like(const std::string& name, const std::string& pattern) {
    return ::fnmatch(pattern.c_str(), name.c_str(), 0) == 0 ||
           ::fnmatch(("*/" + pattern).c_str(), name.c_str(), 0) == 0;
}

}  // namespace

bool matches(const std::string& name, const std::string& filter) {
    return name.find(filter) != std::string::npos || is_like(name, filter);
}

std::vector<WatchRow> WatchRows::read_rows() {
    using News = WatchRow::News;
    std::vector<WatchRow> rows;
    std::map<std::string, Seen> seen;
    for (Target& target : select(table_, names_, Detail::ports)) {
        if (!filter_.empty() && !is_like(target.name, filter_)) continue;
        const std::uint64_t writes = writes_to(table_, target);
        Reading reading = read(table_, target);
        const auto before = seen_.find(target.name);
        News news = News::none;
        if (before != seen_.end() && before->second.value != reading.value)
            news = News::changed;
        else if (before != seen_.end() && before->second.writes != writes)
            news = News::written;
        seen[target.name] = {writes, reading.value};
        rows.push_back({std::move(target), std::move(reading), news});
    }
    seen_ = std::move(seen);
    return rows;
}

}  // namespace ddc::command

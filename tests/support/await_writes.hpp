// SPDX-License-Identifier: MIT
#pragma once

#include "watchdog.hpp"

#include <ddc/table.hpp>

#include <string>

namespace tests {

/// How often an entry was written; 0 while there is no such table.
inline std::uint64_t writes_of(const std::string& table, ddc::Id id) {
    ddc::TableOptions options;
    options.name = table;
    options.access = ddc::TableOptions::Access::read_only;
    try {
        return ddc::Table::open(options).sequence(id) / 2;
    } catch (const ddc::TableError&) {
        return 0;
    }
}

/// Waits until an entry of a table was written that often; a watchdog ends a wait in vain.
inline void await_writes(const std::string& table, ddc::Id id, std::uint64_t writes) {
    await([&] { return writes_of(table, id) >= writes; });
}

}  // namespace tests

// SPDX-License-Identifier: MIT
#include "dead_tables.hpp"

#include "posix/process_end.hpp"

#include <ddc/inspect.hpp>

namespace gateway::campaign {

std::string table_front(const Plan& plan, std::uint64_t shard) {
    return "c" + plan.digest().substr(0, 8) + "_" + std::to_string(shard) + "_";
}

void remove_dead_tables(const Plan& plan, std::uint64_t shard) {
    const std::string front = table_front(plan, shard);
    for (const std::string& name : ddc::table_names()) {
        if (name.compare(0, front.size(), front) != 0 || !is_gone(name.substr(front.size())))
            continue;
        try {
            ddc::remove_table(name, ddc::Removal::if_unused);
        } catch (const ddc::TableError&) {  // another worker removed it, or it is someone else's
        }
    }
}

}  // namespace gateway::campaign

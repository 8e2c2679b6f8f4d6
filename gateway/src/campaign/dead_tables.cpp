// SPDX-License-Identifier: MIT
#include "dead_tables.hpp"

#include "process_end.hpp"

#include <ddc/inspect.hpp>

namespace gateway::campaign {
void remove_dead_tables(const std::string& front) {
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

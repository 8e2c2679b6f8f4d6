// SPDX-License-Identifier: MIT
#include "worker_table.hpp"

#include "posix/process_end.hpp"

#include <ddc/inspect.hpp>

#include <algorithm>
#include <stdexcept>

namespace gateway::campaign {
namespace {

bool contains(const std::vector<ddc::Id>& ids, ddc::Id id) {
    return std::find(ids.begin(), ids.end(), id) != ids.end();
}

}  // namespace

WorkerTable::WorkerTable(const ddc::TableOptions& options)
    : table_(options), seen_(static_cast<std::size_t>((*table_).capacity())) {}

void WorkerTable::empty(const std::vector<ddc::Id>& last) {
    ddc::Table& table = *table_;
    for (ddc::Id id = 0; id < table.capacity(); ++id) {
        std::uint64_t& seen = seen_[static_cast<std::size_t>(id)];
        if (table.sequence(id) == seen || contains(last, id)) continue;
        empty_entry(id);
        seen = table.sequence(id);
    }
    for (const ddc::Id id : last) empty_entry(id);  // they may have been written again
}

void WorkerTable::empty_entry(ddc::Id id) {
    const ddc::Status status = (*table_).write_no_data(id);
    if (status != ddc::Status::ok) throw std::runtime_error((*table_).explain(status));
}

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
        } catch (const ddc::TableError&) {  // removed by another worker, or owned by another user
        }
    }
}

}  // namespace gateway::campaign

// SPDX-License-Identifier: MIT
#include "worker_table.hpp"

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
    for (const ddc::Id id : last) empty_entry(id);  // and may have been written again by now
}

void WorkerTable::empty_entry(ddc::Id id) {
    const ddc::Status status = (*table_).write_no_data(id);
    if (status != ddc::Status::ok) throw std::runtime_error((*table_).explain(status));
}

}  // namespace gateway::campaign

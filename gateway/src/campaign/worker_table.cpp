// SPDX-License-Identifier: MIT
#include "worker_table.hpp"

#include <stdexcept>

namespace gateway::campaign {

WorkerTable::WorkerTable(const ddc::TableOptions& options)
    : table_(options), seen_(static_cast<std::size_t>((*table_).capacity())) {}

void WorkerTable::empty() {
    ddc::Table& table = *table_;
    for (ddc::Id id = 0; id < table.capacity(); ++id) {
        std::uint64_t& seen = seen_[static_cast<std::size_t>(id)];
        if (table.sequence(id) == seen) continue;
        const ddc::Status status = table.write_no_data(id);
        if (status != ddc::Status::ok) throw std::runtime_error(table.explain(status));
        seen = table.sequence(id);
    }
}

}  // namespace gateway::campaign

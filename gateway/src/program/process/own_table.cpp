// SPDX-License-Identifier: MIT
#include "own_table.hpp"

#include <ddc/inspect.hpp>

#include <algorithm>
#include <string>

namespace gateway {
namespace {

/// A table made by a run is marked here, for the next run if this one is killed.
constexpr ddc::Id made_by_run_id = 0x2fff;
const std::string made_by_run = "made by ddc-gateway";

}  // namespace

OwnTable::OwnTable(const ddc::TableOptions& options) {
    const auto names = ddc::table_names();
    is_others_ = std::find(names.begin(), names.end(), options.name) != names.end();
    table_ = ddc::Table::open_or_create(options);
    if (!is_others_) static_cast<void>(table_->write(made_by_run_id, made_by_run));
    std::string maker;
    static_cast<void>(table_->read(made_by_run_id, maker));
    if (maker == made_by_run) is_others_ = false;
}

OwnTable::~OwnTable() {
    const std::string name = table_->name();
    table_.reset();
    if (is_others_) return;
    try {
        ddc::remove_table(name, ddc::Removal::if_unused);
    } catch (const ddc::TableError&) {  // another process removed it
    }
}

}  // namespace gateway

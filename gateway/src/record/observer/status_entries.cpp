// SPDX-License-Identifier: MIT
#include "status_entries.hpp"

#include "wrapped_count.hpp"

#include <cstring>

namespace gateway {

namespace entry = ddc::interface::run_status;

namespace {

constexpr ddc::Id counted[] = {entry::turns, entry::failsafe_turns, entry::program_silences,
                               entry::program_losses, entry::vehicle_losses};

}  // namespace

StatusEntries::StatusEntries(ddc::Table& table, std::size_t index, const std::string& name,
                             const Controller& controller, const RealtimeStatistics& statistics,
                             const SafetyFilter* safety)
    : table_(table),
      base_(entry::first + entry::size * static_cast<ddc::Id>(index)),
      controller_(controller),
      statistics_(statistics),
      safety_(safety) {
    for (ddc::Group* group : {&without_age_, &with_age_})
        for (const ddc::Id offset : counted) group->add(base_ + offset, ddc::Type::int32);
    with_age_.add(base_ + entry::output_age, ddc::Type::real64);
    static_cast<void>(table_.write_no_data(base_ + entry::output_age));  // of an earlier run
    static_cast<void>(table_.write(base_ + entry::name, name));
    static_cast<void>(table_.write_no_data(base_ + entry::safety_turns));
    static_cast<void>(table_.write_no_data(base_ + entry::safety_rule));
    if (safety_ != nullptr)
        static_cast<void>(table_.write(base_ + entry::safety_turns, std::int32_t{0}));
}

StatusEntries::~StatusEntries() {
    show_mode("STOPPED");
}

void StatusEntries::after_cycle(const CycleRecord& record) {
    const ControllerStatus status = controller_.status();
    show_mode(!record.feedback.is_fresh ? "FAIL" : status.is_manual ? "MANUAL" : "OK");
    show_text(entry::program_state, name_of(status.state), program_);
    const std::uint64_t counts[] = {statistics_.cycles(), statistics_.failsafe_cycles(),
                                    status.silences, status.losses, statistics_.vehicle_losses()};
    ddc::Group& group = status.output_age ? with_age_ : without_age_;
    for (std::size_t i = 0; i < std::size(counts); ++i) group.set(i, wrapped_count(counts[i]));
    if (status.output_age)
        group.set(std::size(counted), std::chrono::duration<double>(*status.output_age).count());
    static_cast<void>(table_.write(group));
    show_rules();
}

/// If several rules have acted, writes the first one in the order of the rules.
void StatusEntries::show_rules() {
    if (safety_ == nullptr || safety_->acted().empty()) return;
    static_cast<void>(table_.write(base_ + entry::safety_turns, wrapped_count(++safety_cycles_)));
    show_text(entry::safety_rule, vehicle_interface::first_name(safety_->acted()), rule_);
}

void StatusEntries::stand_by() {
    show_mode("PAUSED");
    show_text(entry::program_state, name_of(controller_.status().state), program_);
}

void StatusEntries::show_text(ddc::Id offset, const char* text, const char*& shown) {
    if (text == shown) return;
    shown = text;
    static_cast<void>(table_.write(base_ + offset, text, std::strlen(text)));
}

}  // namespace gateway

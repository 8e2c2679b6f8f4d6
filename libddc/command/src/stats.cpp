// SPDX-License-Identifier: MIT
#include "reading.hpp"
#include "records.hpp"
#include "verbs.hpp"

#include <ddc/table.hpp>

namespace ddc::command {
namespace {

void add_side(const char* name, const WaitCounts& waits, RecordWriter& records) {
    std::vector<Field> fields{name};
    for (const std::uint64_t count : waits.ended) fields.emplace_back(count);
    records.add(std::move(fields));
}

int stats(const Context& context) {
    const TableWaits waits = open_for_reading(context).all_waits();
    RecordWriter records(context.out, context.format,
                         {{"waits", "WAITS OF"},
                          {"at_once", "AT ONCE", true},
                          {"spun", "SPUN", true},
                          {"yielded", "YIELDED", true},
                          {"slept_same_core", "SLEPT: SAME CORE", true},
                          {"slept_slow", "SLOW", true},
                          {"slept_crowded", "CROWDED", true},
                          {"slept_no_spin", "NO SPIN", true}});
    add_side("gateways", waits.holders, records);
    add_side("programs", waits.programs, records);
    add_side("others", waits.others, records);
    records.finish();
    return exit_ok;
}

}  // namespace

void add_stats(CommandLine& line, Context& context) {
    Verb verb = add_verb(line, {"stats",
                                "Show how waits in the table have ended since its creation.",
                                "Waits that slept are counted by the reason for sleeping.",
                                {"ddc stats", "ddc stats --format json"}});
    on_run(verb, context, [&context] { return stats(context); });
}

}  // namespace ddc::command

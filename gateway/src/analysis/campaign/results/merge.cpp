// SPDX-License-Identifier: MIT
#include "merge.hpp"

#include "campaign/store/gaps.hpp"
#include "campaign/store/result_table.hpp"
#include "output/output_file.hpp"
#include "results.hpp"

namespace gateway::campaign {
namespace {

void write_csv(const Plan& plan, const ResultTable& table, const std::filesystem::path& file) {
    OutputFile cells(file);
    table.write_header(cells.stream());
    for_each_row(plan, [&](const Row& row) { table.write(row, cells.stream()); });
    cells.close();
}

/// Writes the table `campaign`: properties of the plan and of its results.
void write_campaign(const Plan& plan, const Merged& merged, SqliteFile& to) {
    const auto whole = [](std::uint64_t number) { return static_cast<std::int64_t>(number); };
    to.begin_table("campaign", {{"key", "TEXT"}, {"value", ""}});
    to.add_row({"plan", plan.digest()});
    to.add_row({"gateway", plan.gateway()});
    to.add_row({"design", name_of(plan.design())});
    to.add_row({"seed", std::to_string(plan.campaign_seed())});
    to.add_row({"repeatable", plan.is_repeatable()});
    to.add_row({"runs", whole(merged.runs)});
    to.add_row({"present", whole(merged.tally.present())});
    to.add_row({"done", whole(merged.tally.done)});
    to.add_row({"pass", whole(merged.tally.passed)});
    to.add_row({"fail", whole(merged.tally.failed)});
    to.add_row({"error", whole(merged.tally.errors)});
    to.add_row({"skipped", whole(merged.tally.skipped)});
    to.add_row({"stopped", merged.stopped ? Scalar(to_string(*merged.stopped)) : Scalar()});
}

void write_sqlite(const Plan& plan, const ResultTable& table, const Merged& merged,
                  const std::filesystem::path& file) {
    SqliteFile database(file);
    write_campaign(plan, merged, database);
    database.begin_table("runs", table.sql_columns());
    for_each_row(plan, [&](const Row& row) { table.write(row, database); });
    database.finish();
}

}  // namespace

Merged merge(const Plan& plan, const std::filesystem::path& folder, const MergeFiles& files) {
    Merged merged;
    merged.runs = plan.runs();
    Gaps gaps;
    ResultTable table;
    OutputFile lines(folder / "results.jsonl");
    merged.stopped = for_each_row(plan, [&](const Row& row) {
        gaps.add(row.run);
        merged.tally.add(outcome_of(row));
        lines.stream() << "{\"run\":" << row.run << ",\"result\":" << row.result << "}\n";
        if (files.csv || files.sqlite) table.learn(row);
    });
    lines.close();
    if (merged.stopped) merged.runs = merged.stopped->run + 1;
    gaps.finish(merged.runs);
    merged.missing = gaps.text();
    if (files.csv) write_csv(plan, table, *files.csv);
    if (files.sqlite) write_sqlite(plan, table, merged, *files.sqlite);
    return merged;
}

}  // namespace gateway::campaign

// SPDX-License-Identifier: MIT
#include "merge.hpp"

#include "../output/output_file.hpp"
#include "result_table.hpp"

#include <functional>

namespace gateway::campaign {
namespace {

/// Lists gaps in the order of runs, as long as there are few.
class Gaps {
  public:
    void add(std::uint64_t first, std::uint64_t end) {
        constexpr int most = 10;
        if (first == end || ++count_ > most + 1) return;
        if (count_ > 1) text_ += ", ";
        if (count_ > most)
            text_ += "...";
        else
            text_ += std::to_string(first) +
                     (end - first > 1 ? " to " + std::to_string(end - 1) : std::string());
    }
    const std::string& text() const { return text_; }

  private:
    int count_ = 0;
    std::string text_;
};

void for_each_row(const Plan& plan, const std::function<void(const Row&)>& visit) {
    const Parts parts = list_parts(plan.shard(0).folder);
    for (std::uint64_t number = 0; number < plan.shards(); ++number) {
        const RowSet rows = read_shard(plan.shard(number), parts);
        for (const auto& [run, row] : rows.rows()) visit(row);
    }
}

}  // namespace

Merged merge(const Plan& plan, const std::filesystem::path& folder,
             const std::optional<std::filesystem::path>& csv) {
    Merged merged;
    merged.runs = plan.runs();
    Gaps gaps;
    std::uint64_t next = 0;
    ResultTable table;
    OutputFile lines(folder / "results.jsonl");
    for_each_row(plan, [&](const Row& row) {
        gaps.add(next, row.run);
        next = row.run + 1;
        ++merged.present;
        merged.errors += is_error(row) ? 1 : 0;
        lines.stream() << "{\"run\":" << row.run << ",\"result\":" << row.result << "}\n";
        if (csv) table.learn(row);
    });
    lines.close();
    gaps.add(next, plan.runs());
    merged.missing = gaps.text();
    if (!csv) return merged;
    OutputFile cells(*csv);
    table.write_header(cells.stream());
    for_each_row(plan, [&](const Row& row) { table.write(row, cells.stream()); });
    cells.close();
    return merged;
}

}  // namespace gateway::campaign

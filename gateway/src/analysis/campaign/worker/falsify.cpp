// SPDX-License-Identifier: MIT
#include "falsify.hpp"

#include "campaign/store/verdict.hpp"

#include <limits>

namespace gateway::campaign {
namespace {

/// Answers a search with the runs of a shard, one after another.
class ShardSearch {
  public:
    ShardSearch(const Plan& plan, const Shard& shard, ShardWriter& writer, const MakeRun& make,
                const RunControl& control)
        : plan_(plan),
          shard_(shard),
          writer_(writer),
          make_(make),
          control_(control),
          next_(shard_.first) {}

    std::optional<double> value(const std::vector<double>& point) {
        if (has_failed_ || next_ == shard_.end) return std::nullopt;
        const Plan::Values values = plan_.values_at(point);
        if (!writer_.has(next_)) {
            is_stopped_ = control_.stop;
            if (is_stopped_) return std::nullopt;
            writer_.add(make_(next_, values));
        }
        const Row& row = writer_.rows().rows().at(next_++);
        return robustness(row, values);
    }
    /// @return whether all rows are there
    bool end() {
        if (is_stopped_) return false;
        for (; next_ < shard_.end; ++next_)
            if (!writer_.has(next_)) writer_.add(skipped_row(next_));
        return true;
    }

  private:
    double robustness(const Row& row, const Plan::Values& values);

    const Plan& plan_;
    const Shard& shard_;
    ShardWriter& writer_;
    const MakeRun& make_;
    const RunControl& control_;
    std::uint64_t next_;
    bool has_failed_ = false, is_stopped_ = false;
};

/// Infinite where the run has none.
double ShardSearch::robustness(const Row& row, const Plan::Values& values) {
    if (values_of(row) != values)
        throw StoreError("run " + std::to_string(row.run) +
                         ": has other values than the search asks for, so a run before it is not "
                         "repeatable: " +
                         values.dump() + " and " + row.result);
    const RunVerdict verdict = verdict_of(row);
    has_failed_ = verdict.outcome == RunOutcome::fail;
    const auto least = verdict.least_robustness();
    const bool has_one = least && verdict.outcome != RunOutcome::error;
    return has_one ? *least : std::numeric_limits<double>::infinity();
}

}  // namespace

bool falsify(const Plan& plan, const Shard& shard, ShardWriter& writer, const MakeRun& make,
             const RunControl& control) {
    ShardSearch search(plan, shard, writer, make, control);
    minimise(plan.search_start(shard.number),
             [&](const std::vector<double>& point) { return search.value(point); });
    return search.end();
}

}  // namespace gateway::campaign

// SPDX-License-Identifier: MIT
#pragma once

#include "trace_recorder.hpp"

#include "monitor/monitor.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace gateway {

/// The period and the duration of the run.
struct RunSpan {
    SimTime shortest_turn;
    SimTime duration;  ///< SimTime::max() if unlimited
};

/// Evaluates the requirements of a run in each cycle, and adds the results to the summary. It must
/// be the last observer to finish, since requirements may use values that others add to the
/// summary.
class RequirementWatch : public Observer {
  public:
    /// @param requirements outlive this, as the sources do
    /// @param own the run's additional columns, see TraceRecorder, with unbound_columns()
    /// @throws std::runtime_error for a column that this run does not have
    RequirementWatch(const std::vector<requirement::Requirement>& requirements,
                     const TraceRecorder::Sources& sources, std::vector<TraceColumn> own,
                     const RunSpan& span);
    ~RequirementWatch() override;

    void after_cycle(const CycleRecord& record) override;
    void finish(Summary& summary) override;

  private:
    using Read = std::function<double(const CycleRecord&)>;
    struct Followed {
        std::unique_ptr<requirement::Monitor> monitor;
        std::vector<std::size_t> columns;  ///< indices in values_
        std::vector<double> values;        ///< values of its columns
    };

    std::size_t column(const std::string& name);
    Read reading(const std::string& name);
    std::string early_end(const Summary& summary) const;

    const std::vector<requirement::Requirement>& requirements_;
    TraceRecorder::Sources from_;
    std::vector<TraceColumn> columns_;  ///< columns that are not ports
    RunSpan span_;
    std::vector<std::string> names_;
    std::vector<Read> reads_;
    std::vector<double> values_;
    std::vector<Followed> followed_;
};

}  // namespace gateway

// SPDX-License-Identifier: MIT
#pragma once

#include "trace_recorder.hpp"

#include "monitor/monitor.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace gateway {

/// What a watch must know of its run.
struct RunSpan {
    SimTime shortest_turn;
    SimTime duration;  ///< SimTime::max() without one
};

/// Follows what a run must meet, turn by turn, and adds to the summary what came of it. It shall
/// finish last, since requirements may name what other observers add there.
class RequirementWatch : public Observer {
  public:
    /// Keeps references to the requirements and the sources.
    /// @param own columns of the run's own, see TraceRecorder, with unbound_columns()
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
        std::vector<std::size_t> columns;  ///< of values_
        std::vector<double> values;        ///< of its columns
    };

    std::size_t column(const std::string& name);
    Read reading(const std::string& name);
    std::string early_end(const Summary& summary) const;

    const std::vector<requirement::Requirement>& requirements_;
    TraceRecorder::Sources from_;
    std::vector<TraceColumn> columns_;  ///< that are no ports
    RunSpan span_;
    std::vector<std::string> names_;
    std::vector<Read> reads_;
    std::vector<double> values_;
    std::vector<Followed> followed_;
};

}  // namespace gateway

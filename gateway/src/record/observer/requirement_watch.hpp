// SPDX-License-Identifier: MIT
#pragma once

#include "column_reader.hpp"

#include "monitor/monitor.hpp"

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
    struct Followed {
        std::unique_ptr<requirement::Monitor> monitor;
        std::vector<std::size_t> columns;  ///< indices in columns_.values()
        std::vector<double> values;        ///< values of its columns
    };

    std::string early_end(const Summary& summary) const;

    const std::vector<requirement::Requirement>& requirements_;
    RunSpan span_;
    ColumnReader columns_;
    std::vector<Followed> followed_;
};

}  // namespace gateway

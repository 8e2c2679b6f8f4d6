// SPDX-License-Identifier: MIT
#pragma once

#include "trace_recorder.hpp"

#include <functional>
#include <string>
#include <vector>

namespace gateway {

/// Reads columns of a run by their names: standard columns, the run's additional ones, and ports.
class ColumnReader {
  public:
    /// @param sources outlive this
    /// @param own the run's additional columns, see TraceRecorder, with unbound_columns()
    ColumnReader(const TraceRecorder::Sources& sources, std::vector<TraceColumn> own);

    /// Adds a column, unless it was added before. @return its index in values()
    /// @param user the section of the configuration that uses it, for the error
    /// @throws std::runtime_error for a column that this run does not have
    std::size_t add(const std::string& name, const std::string& user);
    /// The indices of several columns.
    std::vector<std::size_t> add(const std::vector<std::string>& names, const std::string& user);

    /// Reads all columns that were added. Does not allocate.
    void read(const CycleRecord& record);
    const std::vector<double>& values() const { return values_; }

  private:
    using Read = std::function<double(const CycleRecord&)>;
    Read reading(const std::string& name, const std::string& user) const;

    TraceRecorder::Sources from_;
    std::vector<TraceColumn> columns_;  ///< columns that are not ports
    std::vector<std::string> names_;
    std::vector<Read> reads_;
    std::vector<double> values_;
};

}  // namespace gateway

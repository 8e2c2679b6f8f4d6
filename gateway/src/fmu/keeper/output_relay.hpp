// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

namespace gateway::fmu_host {

/// Passes what an FMU prints on to our standard error: line by line, with its name before each,
/// without control characters, and only a limited amount. It does not wait for a reader, except at
/// the end.
class OutputRelay {
  public:
    explicit OutputRelay(std::string name) : name_(std::move(name)) {}

    /// Passes on what a descriptor has, without waiting. @return false at its end
    bool relay(int descriptor);
    /// Passes on a last line without line feed.
    void finish();

  private:
    void add(const char* bytes, std::size_t size);
    void write_line();
    void report_cut(int limit_ms);

    std::string name_;
    std::string line_{};
    std::size_t written_ = 0;
    bool is_cut_ = false;  ///< further lines are not shown
    bool is_cut_reported_ = false;
};

}  // namespace gateway::fmu_host

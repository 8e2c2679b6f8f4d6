// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>
#include "output/output_file.hpp"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace gateway {

/// A file that a thread writes, which may be left behind. Reports at once what goes wrong with it,
/// once, and remembers it for the end of the run. No lock is held during a report.
class ReportedFile {
  public:
    struct Words {
        std::string kind;  ///< in front of its name: `trace`
        std::string lost;  ///< what an error costs: `the rows from here on are lost`
    };
    /// @param report may be empty; called from the thread that writes
    ReportedFile(std::shared_ptr<OutputFile> file, Words words, Log report);
    ReportedFile(const ReportedFile&) = delete;
    ReportedFile& operator=(const ReportedFile&) = delete;

    /// @name For the thread that writes
    /// @{
    /// Blocks as long as the disk does. @return false after any error
    bool write(std::string_view text);
    /// @return false after any error
    bool finish();
    /// Does nothing if something was reported before. @param consequence said in the report alone
    void report_slow(const std::string& consequence);
    /// @}

    /// For another thread. When it returns no report is under way, and there will be none.
    /// @param has_ended the thread that writes @return what went wrong, or nothing
    std::string close(bool has_ended);
    /// What is said where the disk does not keep up.
    std::string slow_text() const;

  private:
    bool is_well(int error);
    void report(const std::string& consequence);

    std::shared_ptr<OutputFile> file_;
    std::string name_;  ///< as it is reported
    std::string lost_;

    std::mutex mutex_;  ///< guards all below
    std::condition_variable reported_;
    bool is_broken_ = false;
    bool is_reporting_ = false;
    std::string problem_;
    Log report_;
};

}  // namespace gateway

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

/// A file that is written by a thread, which may outlive this if the disk blocks. The first error
/// is reported immediately, and stored for the end of the run. No lock is held during a report.
class ReportedFile {
  public:
    struct Words {
        std::string kind;  ///< before the name of the file: `trace`
        std::string lost;  ///< the consequence of an error: `all further rows are lost`
    };
    /// @param report may be empty; called from the writing thread
    ReportedFile(std::shared_ptr<OutputFile> file, Words words, Log report);
    ReportedFile(const ReportedFile&) = delete;
    ReportedFile& operator=(const ReportedFile&) = delete;

    /// @name For the writing thread
    /// @{
    /// Writes a text; may block as long as the disk does. @return false after any error
    bool write(std::string_view text);
    /// Closes the file. @return false after any error
    bool finish();
    /// Reports a slow disk, unless something was reported before.
    /// @param consequence only in the report, not in the stored error
    void report_slow(const std::string& consequence);
    /// @}

    /// For another thread. After it returns, `report` is not called any more.
    /// @param has_ended whether the writing thread has ended @return the error, or an empty text
    std::string close(bool has_ended);
    /// The error text for a disk that is too slow.
    std::string slow_text() const;

  private:
    bool is_well(int error);
    void report(const std::string& consequence);

    std::shared_ptr<OutputFile> file_;
    std::string name_;  ///< in reports
    std::string lost_;

    std::mutex mutex_;  ///< guards the members below
    std::condition_variable reported_;
    bool is_broken_ = false;
    bool is_reporting_ = false;
    std::string problem_;
    Log report_;
};

}  // namespace gateway

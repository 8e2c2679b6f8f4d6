// SPDX-License-Identifier: MIT
#include "reported_file.hpp"

#include <cstring>
#include <utility>

namespace gateway {

ReportedFile::ReportedFile(std::shared_ptr<OutputFile> file, Words words, Log report)
    : file_(std::move(file)),
      name_(words.kind + " " + file_->name()),
      lost_(std::move(words.lost)),
      report_(std::move(report)) {}

bool ReportedFile::write(std::string_view text) {
    return is_well(file_->write(text));
}

bool ReportedFile::finish() {
    return is_well(file_->finish());
}

/// Records the first error; after it nothing is written any more.
bool ReportedFile::is_well(int error) {
    if (error == 0) return true;
    {
        const std::lock_guard lock(mutex_);
        if (std::exchange(is_broken_, true)) return false;
        problem_ = name_ + ": could not be written in full: " + std::strerror(error);
    }
    report(lost_);
    return false;
}

void ReportedFile::report_slow(const std::string& consequence) {
    {
        const std::lock_guard lock(mutex_);
        if (!problem_.empty()) return;
        problem_ = slow_text();
    }
    report(consequence);
}

/// Reports the problem without holding the lock, since the report may log to the same run.
void ReportedFile::report(const std::string& consequence) {
    Log call;
    std::string text;
    {
        const std::lock_guard lock(mutex_);
        if (!report_) return;
        call = report_;
        text = problem_ + "; " + consequence;
        is_reporting_ = true;
    }
    struct Over {
        ~Over() {
            const std::lock_guard lock(file.mutex_);
            file.is_reporting_ = false;
            file.reported_.notify_all();
        }
        ReportedFile& file;
    } const over{*this};
    call(text);
}

std::string ReportedFile::close(bool has_ended) {
    std::unique_lock lock(mutex_);
    report_ = nullptr;
    reported_.wait(lock, [this] { return !is_reporting_; });
    return has_ended || is_broken_ ? problem_ : name_ + ": the disk does not accept data";
}

std::string ReportedFile::slow_text() const {
    return name_ + ": the disk is too slow";
}

}  // namespace gateway

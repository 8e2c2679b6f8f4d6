// SPDX-License-Identifier: MIT
#pragma once

#include <spdlog/common.h>
#include <spdlog/formatter.h>

#include <memory>
#include <string>

namespace gateway {

/// Whether what is written to a descriptor goes to the journal of systemd: JOURNAL_STREAM names its
/// device and inode.
bool is_journal(int descriptor);

/// What a line begins with that is written to standard error directly: its priority in the journal,
/// else nothing.
std::string mark_on_stderr(spdlog::level::level_enum level);

/// Each line of a message with the priority that the journal reads at its beginning, as in
/// `<4>text`; see sd-daemon(3). The journal itself adds time and program.
class JournalFormatter : public spdlog::formatter {
  public:
    void format(const spdlog::details::log_msg& message, spdlog::memory_buf_t& line) override;
    std::unique_ptr<spdlog::formatter> clone() const override;
};

}  // namespace gateway

// SPDX-License-Identifier: MIT
#pragma once

#include <spdlog/common.h>
#include <spdlog/formatter.h>

#include <memory>
#include <string>

namespace gateway {

/// Whether a descriptor is connected to the journal of systemd: JOURNAL_STREAM has the journal's
/// device and inode.
bool is_journal(int descriptor);

/// Prefix for a line that is written directly to standard error: its priority if that is the
/// journal, otherwise empty.
std::string mark_on_stderr(spdlog::level::level_enum level);

/// Prefixes each line of a message with its priority for the journal, as in `<4>text`; see
/// sd-daemon(3). The journal adds time and program itself.
class JournalFormatter : public spdlog::formatter {
  public:
    void format(const spdlog::details::log_msg& message, spdlog::memory_buf_t& line) override;
    std::unique_ptr<spdlog::formatter> clone() const override;
};

}  // namespace gateway

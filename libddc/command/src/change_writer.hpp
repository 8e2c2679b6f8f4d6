// SPDX-License-Identifier: MIT
#pragma once

#include "changes.hpp"
#include "records.hpp"

#include <cstdint>
#include <memory>
#include <ostream>
#include <vector>

namespace ddc::command {

/// Writes a recording, change by change.
class ChangeWriter {
  public:
    virtual ~ChangeWriter() = default;
    /// @param time_ns since 1970 @param target a single entry
    virtual void add(std::int64_t time_ns, const Target& target, const Reading& reading) = 0;
    /// Latest time of the next call of `keep_up`.
    virtual Deadline due() const { return Deadline::max(); }
    /// Writes changes that have waited long enough.
    virtual void keep_up() {}
    virtual void finish() = 0;
};

/// Writes lines of CSV or NDJSON, each at once.
std::unique_ptr<ChangeWriter> create_line_writer(std::ostream& out, Format format);

/// Writes an MCAP file with a topic for each entry. Changes are in the file within a second.
/// @throws UsageError for more entries than a file can have topics
std::unique_ptr<ChangeWriter> create_mcap_writer(std::ostream& out,
                                                 const std::vector<Target>& entries,
                                                 const std::string& table);

}  // namespace ddc::command

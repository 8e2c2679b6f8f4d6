// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/run_control.hpp>

#include <memory>
#include <ostream>
#include <string>

namespace gateway {

/// Standard output and standard error of a program with a vehicle in its loop. A full pipe, a
/// stopped terminal or a reader that has ended does not block the loop or the end of the program.
///
/// - err() never blocks. Lines that do not fit in its buffer are dropped and counted.
/// - out() blocks until its reader has read; after `stop` was set, for a second at most. If a text
///   could not be written completely, the stream is bad.
/// - Both replace control characters by visible ones (ddc::interface::visible_lines()), since texts
///   may be from other processes.
class RunStreams {
  public:
    /// @param control must outlive this object
    explicit RunStreams(const RunControl& control);
    /// Waits up to a second until all text of err() is written, and reports how many lines were
    /// not.
    ~RunStreams();
    RunStreams(const RunStreams&) = delete;
    RunStreams& operator=(const RunStreams&) = delete;

    /// The stream for results, on standard output.
    std::ostream& out();
    /// The stream for messages, on standard error.
    std::ostream& err();

  private:
    struct Buffers;
    std::unique_ptr<Buffers> buffers_;
};

/// Whether a stream is the err() of RunStreams, and standard error is connected to the journal of
/// systemd (JOURNAL_STREAM).
bool goes_to_journal(const std::ostream& log);

/// Whether a stream is one of RunStreams, and connected to a terminal.
bool goes_to_terminal(const std::ostream& stream);

/// Colours of text on a terminal.
enum class Colour { green, red };

/// Writes a text, in colour if the stream is the out() of RunStreams, it is connected to a
/// terminal, and the environment has no NO_COLOR.
void write_coloured(std::ostream& results, const std::string& text, Colour colour);

/// Erases the last line on a terminal, which text on err() cannot do, since control characters are
/// replaced. Without effect on an err() that is no terminal; any other stream gets the control
/// characters.
void erase_line(std::ostream& log);

/// Limits all further waits for the reader to ten seconds, for the results of a run that has ended.
/// Without effect on other streams than the out() of RunStreams.
void limit_wait(std::ostream& results);

}  // namespace gateway

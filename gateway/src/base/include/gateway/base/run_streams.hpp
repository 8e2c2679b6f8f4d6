// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/run_control.hpp>

#include <memory>
#include <ostream>
#include <string>

namespace gateway {

/// Standard output and standard error of a program that has a car in its loop: neither a full pipe
/// nor a stopped terminal nor a reader who went away keeps it from driving, or from ending.
///
/// - err() never waits. Lines for which there is no room are dropped and counted.
/// - out() waits for its reader until `stop` is set, and from then on for a second. What could not
///   be written in full leaves the stream bad.
/// - Neither lets control characters through, wherever a text is from: they become visible
///   (ddc::interface::visible_lines()).
class RunStreams {
  public:
    explicit RunStreams(const RunControl& control);
    /// Waits for a second until what was said on err() is out, and tells how many lines were not.
    ~RunStreams();
    RunStreams(const RunStreams&) = delete;
    RunStreams& operator=(const RunStreams&) = delete;

    std::ostream& out();
    std::ostream& err();

  private:
    struct Buffers;
    std::unique_ptr<Buffers> buffers_;
};

/// Whether a stream is the err() of RunStreams, and what is written there goes to the journal of
/// systemd (JOURNAL_STREAM).
bool goes_to_journal(const std::ostream& log);

/// Whether a stream is one of RunStreams, and a terminal shows what is written there.
bool goes_to_terminal(const std::ostream& stream);

/// What a text is written in, on a terminal.
enum class Colour { green, red };

/// Writes a text: in colour if the stream is the out() of RunStreams, a terminal shows it, and the
/// environment has no NO_COLOR.
void write_coloured(std::ostream& results, const std::string& text, Colour colour);

/// Takes the line off a terminal that was written last, which no text on err() can do. On an err()
/// that is no terminal it does nothing; any other stream gets the characters.
void erase_line(std::ostream& log);

/// Before the results of something that has ended: from now on no reader is waited for longer than
/// ten seconds. Of a stream that is none of RunStreams it changes nothing.
void limit_wait(std::ostream& results);

}  // namespace gateway

// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <functional>
#include <iosfwd>
#include <string>

namespace gateway {

/// Reports the progress of long work: on a terminal every second in one line that is overwritten,
/// otherwise every ten seconds in a separate line.
class StatusLine {
  public:
    using Clock = std::chrono::steady_clock;
    using Now = std::function<Clock::time_point()>;

    /// @param out standard error; `is_terminal` refers to it
    explicit StatusLine(std::ostream& out, bool is_terminal = is_stderr_terminal(),
                        Now now = Clock::now);
    ~StatusLine() { clear(); }
    StatusLine(const StatusLine&) = delete;
    StatusLine& operator=(const StatusLine&) = delete;

    /// Reports if it is due; may be called at any rate. @param text returns the text to report
    template <class Text>
    void look(Text&& text) {
        if (is_due()) report(text());
    }

    /// Erases the line on the terminal, before other text is printed.
    void clear();

  private:
    static bool is_stderr_terminal();
    bool is_due();
    void report(const std::string& text);

    std::ostream& out_;
    bool is_terminal_;
    bool is_shown_ = false;
    Now now_;
    std::chrono::seconds interval_;
    Clock::time_point next_;
};

/// Returns, for example, "12 %" for 0.12.
std::string percent(double share);

}  // namespace gateway

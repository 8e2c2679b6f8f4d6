// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <functional>
#include <iosfwd>
#include <string>

namespace gateway {

/// Tells from time to time how far long work is: on a terminal on one line that changes, each
/// second, else on a line of its own every ten seconds.
class StatusLine {
  public:
    using Clock = std::chrono::steady_clock;
    using Now = std::function<Clock::time_point()>;

    /// @param told standard error, and whether that is a terminal
    explicit StatusLine(std::ostream& told, bool is_terminal = is_stderr_terminal(),
                        Now now = Clock::now);
    ~StatusLine() { clear(); }
    StatusLine(const StatusLine&) = delete;
    StatusLine& operator=(const StatusLine&) = delete;

    /// May be called as often as one likes. @param text makes what is told, when it is time
    template <class Text>
    void look(Text&& text) {
        if (is_due()) tell(text());
    }

    /// Takes the line off the terminal, before something else is told.
    void clear();

  private:
    static bool is_stderr_terminal();
    bool is_due();
    void tell(const std::string& text);

    std::ostream& told_;
    bool is_terminal_;
    bool is_shown_ = false;
    Now now_;
    std::chrono::seconds interval_;
    Clock::time_point next_;
};

/// "12 %"
std::string percent(double share);

}  // namespace gateway

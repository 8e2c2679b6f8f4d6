// SPDX-License-Identifier: MIT
#pragma once

#include "child.hpp"
#include "shared.hpp"

#include <termios.h>

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ddc::tests {

/// The display of a terminal: the part of a VT100 that `ddc` uses.
class Display {
  public:
    explicit Display(std::size_t rows) : lines_(rows) {}

    void feed(const std::string& bytes);
    std::string text() const;
    const std::string& line(std::size_t row) const { return lines_.at(row); }
    bool has_cursor() const { return has_cursor_; }

  private:
    void execute(const std::string& parameters, char command);
    void put(char c);

    std::vector<std::string> lines_;
    std::size_t row_ = 0;
    std::size_t column_ = 0;
    bool has_cursor_ = true;
    std::string waiting_;
};

/// `ddc args...` on a separate terminal (a pseudo-terminal of 12 rows and 80 columns), as a job of
/// a shell that waits for it.
class TestTerminal {
  public:
    enum class Input { terminal, none };
    explicit TestTerminal(const std::vector<std::string>& args, Input input = Input::terminal);
    ~TestTerminal();
    TestTerminal(const TestTerminal&) = delete;
    TestTerminal& operator=(const TestTerminal&) = delete;

    void type(const std::string& keys) const;
    /// Fails the test if the display does not satisfy `holds` within some seconds.
    void await(const std::string& what, const std::function<bool(const Display&)>& holds);
    void await_text(const std::string& text);
    void signal(int number) const;
    /// Waits until the kernel reports that state of the process: 'T' is stopped.
    void await_state(char state) const;
    /// @return exit code, or the negative number of the signal that ended it
    int wait();
    /// True if the terminal has its original settings.
    bool is_as_before() const;
    const Display& display() const { return display_; }

  private:
    static constexpr int rows = 12;
    int become(const std::vector<std::string>& args, Input input) const;
    bool read_for(int milliseconds);
    bool show_frame();

    int master_ = -1;
    int slave_ = -1;
    termios before_{};
    Display display_{rows};
    /// Read, but not shown yet: no frame is skipped, even if several arrive at once.
    std::string unseen_;
    ::tests::Shared<std::atomic<pid_t>> job_;
    std::optional<::tests::Child> shell_;
};

}  // namespace ddc::tests

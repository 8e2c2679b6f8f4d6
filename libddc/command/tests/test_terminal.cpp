// SPDX-License-Identifier: MIT
#include "test_terminal.hpp"

#include <doctest/doctest.h>

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <sys/resource.h>
#include <utmp.h>

#include <chrono>
#include <cstring>
#include <fstream>

namespace ddc::tests {
namespace {

constexpr std::chrono::seconds patience{20};

using Steady = std::chrono::steady_clock;

}  // namespace

void Display::feed(const std::string& bytes) {
    waiting_ += bytes;
    std::size_t at = 0;
    while (at < waiting_.size()) {
        if (waiting_[at] != '\x1b') {
            put(waiting_[at++]);
            continue;
        }
        const auto last = waiting_.find_first_of("HJKmhl", at);
        if (last == std::string::npos) break;  // the rest has not arrived
        execute(waiting_.substr(at + 2, last - at - 2), waiting_[last]);
        at = last + 1;
    }
    waiting_.erase(0, at);
}

void Display::put(char c) {
    if (c == '\r') {
        column_ = 0;
    } else if (c == '\n') {
        if (row_ + 1 < lines_.size()) {
            ++row_;
        } else {
            lines_.erase(lines_.begin());
            lines_.emplace_back();
        }
    } else {
        std::string& line = lines_[row_];
        if (line.size() <= column_) line.resize(column_ + 1, ' ');
        line[column_++] = c;
    }
}

void Display::execute(const std::string& parameters, char command) {
    if (command == 'H') row_ = column_ = 0;
    if (command == 'K' || (command == 'J' && parameters.empty()))
        lines_[row_].resize(std::min(column_, lines_[row_].size()));
    if (command == 'J')
        for (std::size_t row = parameters == "2" ? 0 : row_ + 1; row < lines_.size(); ++row)
            lines_[row].clear();
    if (parameters == "?25") has_cursor_ = command == 'h';
}

std::string Display::text() const {
    std::string all;
    for (const std::string& line : lines_) all += line + '\n';
    return all;
}

TestTerminal::TestTerminal(const std::vector<std::string>& args, Input input) {
    winsize size{};
    size.ws_row = rows;
    size.ws_col = 80;
    REQUIRE(::openpty(&master_, &slave_, nullptr, nullptr, &size) == 0);
    ::fcntl(master_, F_SETFD, FD_CLOEXEC);
    REQUIRE(::tcgetattr(slave_, &before_) == 0);
    *job_ = 0;
    shell_.emplace([&] { return become(args, input); });
    const auto deadline = Steady::now() + patience;
    while (*job_ == 0 && Steady::now() < deadline) read_for(1);
    REQUIRE(*job_ != 0);
}

TestTerminal::~TestTerminal() {
    if (*job_ > 0) ::kill(*job_, SIGKILL);
    shell_.reset();
    ::close(master_);
    ::close(slave_);
}

/// The shell: starts the job in the foreground, and ends with the job's exit code or signal.
int TestTerminal::become(const std::vector<std::string>& args, Input input) const {
    ::login_tty(::dup(slave_));
    std::signal(SIGTTOU, SIG_IGN);
    const pid_t pid = ::fork();
    if (pid == 0) {
        ::setpgid(0, 0);
        ::tcsetpgrp(STDOUT_FILENO, ::getpid());
        std::signal(SIGTTOU, SIG_DFL);
        if (input == Input::none) ::dup2(::open("/dev/null", O_RDONLY), STDIN_FILENO);
        const rlimit no_core{0, 0};
        ::setrlimit(RLIMIT_CORE, &no_core);
        ::setenv("NO_COLOR", "1", 1);
        std::vector<char*> words{const_cast<char*>("ddc")};
        for (const std::string& arg : args) words.push_back(const_cast<char*>(arg.c_str()));
        words.push_back(nullptr);
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        ::execv(DDC_COMMAND, words.data());
        ::_exit(98);
    }
    *job_ = pid;
    int status = 0;
    while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// Shows the output up to the beginning of the next frame. @return true if that was a frame
bool TestTerminal::show_frame() {
    const std::size_t next = unseen_.find("\x1b[H", 1);
    display_.feed(unseen_.substr(0, next));
    unseen_.erase(0, next);
    return next != std::string::npos;
}

/// @return false if no output arrived
bool TestTerminal::read_for(int milliseconds) {
    pollfd output{master_, POLLIN, 0};
    char bytes[4096];
    if (::poll(&output, 1, milliseconds) != 1) return false;
    const ssize_t count = ::read(master_, bytes, sizeof bytes);
    if (count > 0) unseen_.append(bytes, static_cast<std::size_t>(count));
    return count > 0;
}

void TestTerminal::type(const std::string& keys) const {
    REQUIRE(::write(master_, keys.data(), keys.size()) == static_cast<ssize_t>(keys.size()));
}

void TestTerminal::await(const std::string& what,
                         const std::function<bool(const Display&)>& holds) {
    const auto deadline = Steady::now() + patience;
    while (!holds(display_) && Steady::now() < deadline)
        if (!show_frame()) read_for(20);
    INFO("waited for: ", what, "\n", display_.text());
    REQUIRE(holds(display_));
}

void TestTerminal::await_text(const std::string& text) {
    await(text, [&](const Display& shown) { return shown.text().find(text) != std::string::npos; });
}

void TestTerminal::signal(int number) const {
    REQUIRE(::kill(*job_, number) == 0);
}

void TestTerminal::await_state(char state) const {
    const auto deadline = Steady::now() + patience;
    std::string line;
    do {
        std::getline(std::ifstream("/proc/" + std::to_string(*job_) + "/stat"), line);
    } while (line.find(std::string(") ") + state) == std::string::npos && Steady::now() < deadline);
    REQUIRE(line.find(std::string(") ") + state) != std::string::npos);
}

int TestTerminal::wait() {
    const auto deadline = Steady::now() + patience;
    siginfo_t ended{};
    while (ended.si_pid == 0 && Steady::now() < deadline) {  // it may wait until its output is read
        read_for(10);
        ::waitid(P_PID, static_cast<id_t>(shell_->pid()), &ended, WEXITED | WNOWAIT | WNOHANG);
    }
    REQUIRE(ended.si_pid != 0);
    const int code = shell_->wait();
    *job_ = -1;
    shell_.reset();
    while (read_for(0)) continue;
    while (show_frame()) continue;
    return code > 128 ? 128 - code : code;
}

bool TestTerminal::is_as_before() const {
    termios now{};
    REQUIRE(::tcgetattr(slave_, &now) == 0);
    return now.c_iflag == before_.c_iflag && now.c_oflag == before_.c_oflag &&
           now.c_cflag == before_.c_cflag && now.c_lflag == before_.c_lflag &&
           std::memcmp(now.c_cc, before_.c_cc, sizeof now.c_cc) == 0;
}

}  // namespace ddc::tests

// SPDX-License-Identifier: MIT
#include <ddc/command/keyboard.hpp>

#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <iterator>
#include <utility>

namespace ddc::command {
namespace {

// Signal handlers need these variables, so they are not members.
termios terminal_before{};
volatile std::sig_atomic_t away = 0;

/// Signals that end a process at once, without its destructors.
constexpr int deadly[] = {SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV};
struct sigaction deadly_before[std::size(deadly)];
struct sigaction stop_before;
struct sigaction continue_before;

void take_terminal() {
    termios keys = terminal_before;
    keys.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    keys.c_cc[VMIN] = 1;
    keys.c_cc[VTIME] = 0;
    ::tcsetattr(STDIN_FILENO, TCSANOW, &keys);
}

/// TCSANOW: a terminal stopped by Ctrl-S would never accept the pending output.
void give_terminal_back() {
    ::tcsetattr(STDIN_FILENO, TCSANOW, &terminal_before);
}

/// For signal handlers: does what the destructor of the screen would do.
void show_cursor() {
    constexpr char plain_with_cursor[] = "\x1b[0m\x1b[?25h\r\n";
    static_cast<void>(!::write(STDOUT_FILENO, plain_with_cursor, sizeof plain_with_cursor - 1));
}

void on_deadly_signal(int number) {
    give_terminal_back();
    show_cursor();
    std::signal(number, SIG_DFL);
    std::raise(number);
}

void on_stop(int) {
    const int error = errno;
    give_terminal_back();
    show_cursor();
    struct sigaction ours {};
    struct sigaction plain_stop {};
    plain_stop.sa_handler = SIG_DFL;
    ::sigaction(SIGTSTP, &plain_stop, &ours);
    std::raise(SIGTSTP);  // stops here until SIGCONT
    ::sigaction(SIGTSTP, &ours, nullptr);
    errno = error;
}

void on_continue(int) {
    const int error = errno;
    take_terminal();
    away = 1;
    errno = error;
}

void set_handlers() {
    struct sigaction action {};
    sigemptyset(&action.sa_mask);
    action.sa_handler = on_continue;
    ::sigaction(SIGCONT, &action, &continue_before);
    action.sa_flags = SA_NODEFER;  // a handler raises its own signal again
    action.sa_handler = on_stop;
    ::sigaction(SIGTSTP, &action, &stop_before);
    action.sa_handler = on_deadly_signal;
    for (std::size_t i = 0; i < std::size(deadly); ++i) {
        ::sigaction(deadly[i], nullptr, &deadly_before[i]);
        const bool is_free = deadly_before[i].sa_handler == SIG_DFL;
        if (is_free) ::sigaction(deadly[i], &action, nullptr);
    }
}

void restore_handlers() {
    for (std::size_t i = 0; i < std::size(deadly); ++i)
        ::sigaction(deadly[i], &deadly_before[i], nullptr);
    ::sigaction(SIGTSTP, &stop_before, nullptr);
    ::sigaction(SIGCONT, &continue_before, nullptr);
}

struct Sequence {
    const char* bytes;
    Key::Kind kind;
};

/// Sequences that terminals send for keys without a character.
constexpr Sequence sequences[] = {
    {"\x1b[A", Key::Kind::up},       {"\x1bOA", Key::Kind::up},
    {"\x1b[B", Key::Kind::down},     {"\x1bOB", Key::Kind::down},
    {"\x1b[D", Key::Kind::left},     {"\x1bOD", Key::Kind::left},
    {"\x1b[C", Key::Kind::right},    {"\x1bOC", Key::Kind::right},
    {"\x1b[5~", Key::Kind::page_up}, {"\x1b[6~", Key::Kind::page_down},
    {"\x1b[H", Key::Kind::home},     {"\x1bOH", Key::Kind::home},
    {"\x1b[1~", Key::Kind::home},    {"\x1b[F", Key::Kind::end},
    {"\x1bOF", Key::Kind::end},      {"\x1b[4~", Key::Kind::end},
};

/// Length of the escape sequence at the beginning of a text, for any key.
std::size_t sequence_length(const std::string& text) {
    if (text.size() < 2 || (text[1] != '[' && text[1] != 'O')) return 1;
    const auto is_last = [](char c) { return c >= '@' && c <= '~'; };
    const auto last = std::find_if(text.begin() + 2, text.end(), is_last);
    return static_cast<std::size_t>(last - text.begin()) + (last == text.end() ? 0 : 1);
}

Key plain_key(char c) {
    if (c == '\r' || c == '\n') return {Key::Kind::enter, c};
    if (c == '\x7f' || c == '\b') return {Key::Kind::backspace, c};
    return {Key::Kind::character, c};
}

}  // namespace

Keyboard::Keyboard() {
    ::tcgetattr(STDIN_FILENO, &terminal_before);
    away = 0;
    set_handlers();
    take_terminal();
}

Keyboard::~Keyboard() {
    give_terminal_back();
    restore_handlers();
}

bool Keyboard::was_away() noexcept {
    return std::exchange(away, 0) != 0;
}

bool Keyboard::wait_for_input(Deadline deadline) const {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd input{STDIN_FILENO, POLLIN, 0};
    return ::poll(&input, 1, static_cast<int>(std::clamp<std::int64_t>(left + 1, 0, 100))) == 1;
}

void Keyboard::read_input() {
    char bytes[64];
    const ssize_t count = ::read(STDIN_FILENO, bytes, sizeof bytes);
    if (count > 0)
        waiting_.append(bytes, static_cast<std::size_t>(count));
    else if (count == 0 || errno != EINTR)
        waiting_ += 'q';
}

std::optional<Key> Keyboard::take_key() {
    if (waiting_.empty()) return std::nullopt;
    if (waiting_[0] != '\x1b') {
        const Key key = plain_key(waiting_[0]);
        waiting_.erase(0, 1);
        return key;
    }
    const std::string bytes = waiting_.substr(0, sequence_length(waiting_));
    waiting_.erase(0, bytes.size());
    if (bytes.size() == 1) return Key{Key::Kind::escape, '\x1b'};
    for (const Sequence& sequence : sequences)
        if (bytes == sequence.bytes) return Key{sequence.kind, 0};
    return std::nullopt;
}

std::optional<Key> Keyboard::next(Deadline deadline) {
    // The bytes of one key arrive together; a lone escape has no bytes after it within this time.
    constexpr std::chrono::milliseconds same_key{25};
    if (waiting_.empty() && wait_for_input(deadline)) read_input();
    if (waiting_ == "\x1b" && wait_for_input(Clock::now() + same_key)) read_input();
    return take_key();
}

}  // namespace ddc::command

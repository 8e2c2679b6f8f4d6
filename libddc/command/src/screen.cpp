// SPDX-License-Identifier: MIT
#include "screen.hpp"

#include "context.hpp"

#include <algorithm>

namespace ddc::command {
namespace {

constexpr const char* clear_screen = "\x1b[2J";
constexpr const char* go_home = "\x1b[H";
constexpr const char* clear_rest_of_line = "\x1b[K";
constexpr const char* clear_below = "\x1b[J";
constexpr const char* hide_cursor = "\x1b[?25l";
constexpr const char* cursor_on = "\x1b[?25h";
constexpr const char* style_off = "\x1b[0m";

const char* code_of(Screen::Style style) {
    switch (style) {
        case Screen::Style::title:
            return "\x1b[1m";
        case Screen::Style::fresh:
            return "\x1b[32m";
        case Screen::Style::changed:
            return "\x1b[1;33m";
        case Screen::Style::written:
            return "\x1b[36m";
        case Screen::Style::old:
            return "\x1b[2m";
        case Screen::Style::plain:
            break;
    }
    return "";
}

/// The first `width` characters of a UTF-8 text.
std::string cut(const std::string& text, std::size_t width) {
    std::size_t used = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool starts = (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80;
        if (starts && used++ == width) return text.substr(0, at);
    }
    return text;
}

}  // namespace

Screen::Screen(std::ostream& out, const Terminal& terminal) : out_(out), terminal_(terminal) {
    if (terminal_.present) out_ << hide_cursor << clear_screen;
}

Screen::~Screen() {
    if (!terminal_.present) return;
    try {
        out_ << style_off << cursor_on << '\n' << std::flush;
    } catch (const std::exception&) {
        // The terminal has been closed.
    }
}

std::string Screen::styled(const Line& line) const {
    const std::string text = cut(line.text, static_cast<std::size_t>(terminal_.columns));
    return terminal_.colour ? code_of(line.style) + text + style_off : text;
}

void Screen::restart(const Terminal& terminal) {
    terminal_ = terminal;
    out_ << hide_cursor << clear_screen;
}

std::size_t Screen::room() const {
    constexpr int other_lines = 3;  // status, titles, and the last one
    return static_cast<std::size_t>(std::max(terminal_.rows - other_lines, 1));
}

std::string Screen::extent(const Frame& frame, std::size_t shown) const {
    const std::size_t hidden = frame.rows.size() - shown;
    if (hidden == 0) return "";
    if (frame.footer.empty())
        return "; " + std::to_string(hidden) + " more do not fit, see --filter";
    return ", rows " + std::to_string(frame.first + 1) + " to " +
           std::to_string(frame.first + shown) + " of " + std::to_string(frame.rows.size());
}

void Screen::draw(const Frame& frame) const {
    const std::size_t shown = std::min(room(), frame.rows.size() - frame.first);
    const auto add = [&](const Line& line) { out_ << '\n' << styled(line) << clear_rest_of_line; };
    out_ << go_home << styled({frame.status + extent(frame, shown), Style::plain})
         << clear_rest_of_line;
    add({frame.titles, Style::title});
    for (std::size_t i = 0; i < shown; ++i) add(frame.rows[frame.first + i]);
    out_ << clear_below;
    if (!frame.footer.empty()) {
        for (std::size_t i = shown; i < room(); ++i) out_ << '\n';
        add({frame.footer, Style::title});
    }
    out_.flush();
}

}  // namespace ddc::command

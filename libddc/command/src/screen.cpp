// SPDX-License-Identifier: MIT
#include "screen.hpp"

#include <algorithm>

#include "context.hpp"

namespace ddc::command {
namespace {

constexpr const char* clear_screen = "\x1b[2J";
constexpr const char* go_home = "\x1b[H";
constexpr const char* clear_rest_of_line = "\x1b[K";
constexpr const char* clear_below = "\x1b[J";
constexpr const char* hide_cursor = "\x1b[?25l";
constexpr const char* show_cursor = "\x1b[?25h";
constexpr const char* plain = "\x1b[0m";

const char* code_of(Screen::Style style) {
    switch (style) {
        case Screen::Style::title:
            return "\x1b[1m";
        case Screen::Style::fresh:
            return "\x1b[32m";
        case Screen::Style::changed:
            return "\x1b[1;33m";
        case Screen::Style::old:
            return "\x1b[2m";
        case Screen::Style::plain:
            break;
    }
    return "";
}

/// At most `width` characters, never half of one.
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
        out_ << plain << show_cursor << '\n' << std::flush;
    } catch (const std::exception&) {
        // The terminal is gone.
    }
}

std::string Screen::styled(const Line& line) const {
    const std::string text = cut(line.text, static_cast<std::size_t>(terminal_.columns));
    return terminal_.colour ? code_of(line.style) + text + plain : text;
}

void Screen::draw(const std::string& status, const std::vector<Line>& lines) const {
    const auto room = static_cast<std::size_t>(std::max(terminal_.rows - 2, 1));
    const std::size_t shown = std::min(room, lines.size());
    const std::size_t hidden = lines.size() - shown;
    const std::string more =
        hidden > 0 ? "; " + std::to_string(hidden) + " more do not fit, see --filter" : "";
    out_ << go_home << styled({status + more, Style::plain}) << clear_rest_of_line;
    for (std::size_t i = 0; i < shown; ++i) out_ << '\n' << styled(lines[i]) << clear_rest_of_line;
    out_ << clear_below;
    out_.flush();
}

}  // namespace ddc::command

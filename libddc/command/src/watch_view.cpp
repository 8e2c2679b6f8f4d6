// SPDX-License-Identifier: MIT
#include "watch_view.hpp"

#include <algorithm>
#include <limits>

namespace ddc::command {

void WatchView::press(const Key& key, std::size_t room) {
    if (is_typing_) return press_while_typing(key);
    switch (key.kind) {
        case Key::Kind::character:
            return press_character(key.character);
        case Key::Kind::escape:
            is_over_ = true;
            break;
        case Key::Kind::up:
            first_ -= std::min<std::size_t>(first_, 1);
            break;
        case Key::Kind::down:
            ++first_;
            break;
        case Key::Kind::page_up:
            first_ -= std::min(first_, room);
            break;
        case Key::Kind::page_down:
            first_ += room;
            break;
        case Key::Kind::home:
            first_ = 0;
            break;
        case Key::Kind::end:
            first_ = std::numeric_limits<std::size_t>::max();
            break;
        case Key::Kind::left:
        case Key::Kind::right:
        case Key::Kind::enter:
        case Key::Kind::backspace:
            break;
    }
}

void WatchView::press_character(char c) {
    if (c == 'q') is_over_ = true;
    if (c == 'p') is_paused_ = !is_paused_;
    if (c == '/') is_typing_ = true;
}

void WatchView::press_while_typing(const Key& key) {
    first_ = 0;
    if (key.kind == Key::Kind::enter || key.kind == Key::Kind::escape) is_typing_ = false;
    if (key.kind == Key::Kind::escape) filter_.clear();
    if (key.kind == Key::Kind::backspace && !filter_.empty()) filter_.pop_back();
    if (key.kind == Key::Kind::character && key.character > ' ' && key.character <= '~')
        filter_ += key.character;
}

void WatchView::limit(std::size_t rows, std::size_t room) {
    first_ = std::min(first_, rows - std::min(rows, room));
}

std::string WatchView::footer() const {
    if (is_typing_) return "/" + filter_ + "_   Enter keeps this filter, Esc removes it";
    return std::string("q quit  arrows, PgUp, PgDn scroll  / filter  p ") +
           (is_paused_ ? "resume" : "pause") + "  * changed  = same value again";
}

}  // namespace ddc::command

// SPDX-License-Identifier: MIT
#include "watch_view.hpp"

#include <algorithm>
#include <limits>

namespace ddc::command {

using Kind = Key::Kind;

void WatchView::press(const Key& key, std::size_t room) {
    if (is_typing_) return press_while_typing(key);
    switch (key.kind) {
        case Kind::character:
            return press_character(key.character);
        case Kind::escape:
            is_over_ = true;
            break;
        case Kind::up:
            first_ -= std::min<std::size_t>(first_, 1);
            break;
        case Kind::down:
            ++first_;
            break;
        case Kind::page_up:
            first_ -= std::min(first_, room);
            break;
        case Kind::page_down:
            first_ += room;
            break;
        case Kind::home:
            first_ = 0;
            break;
        case Kind::end:
            first_ = std::numeric_limits<std::size_t>::max();
            break;
        case Kind::enter:
        case Kind::backspace:
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
    if (key.kind == Kind::enter || key.kind == Kind::escape) is_typing_ = false;
    if (key.kind == Kind::escape) filter_.clear();
    if (key.kind == Kind::backspace && !filter_.empty()) filter_.pop_back();
    if (key.kind == Kind::character && key.character > ' ' && key.character <= '~')
        filter_ += key.character;
}

void WatchView::limit(std::size_t rows, std::size_t room) {
    first_ = std::min(first_, rows - std::min(rows, room));
}

std::string WatchView::footer() const {
    if (is_typing_) return "/" + filter_ + "_   Enter keeps this filter, Esc drops it";
    return std::string("q quit  arrows, PgUp, PgDn scroll  / filter  p ") +
           (is_paused_ ? "go on" : "pause") + "  * changed  = same value again";
}

}  // namespace ddc::command

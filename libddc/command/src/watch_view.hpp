// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/command/keyboard.hpp>

#include <cstddef>
#include <optional>
#include <string>

namespace ddc::command {

/// State of the view of `watch` that the user controls by keys: scroll position, filter and pause.
class WatchView {
  public:
    /// Handles a key. @param room number of rows that fit on the screen
    void press(const Key& key, std::size_t room);
    /// Limits the scroll position, so that the last of `rows` rows is at the end of the screen.
    void limit(std::size_t rows, std::size_t room);

    /// Whether the user has quit.
    bool is_over() const noexcept { return is_over_; }
    bool is_paused() const noexcept { return is_paused_; }
    /// Index of the first row to show; call limit() before.
    std::size_t first() const noexcept { return first_; }
    /// The filter of names, see matches(); empty: all.
    const std::string& filter() const noexcept { return filter_; }
    /// The last line of the screen.
    std::string footer() const;

  private:
    void press_while_typing(const Key& key);
    void press_character(char c);

    std::size_t first_ = 0;
    std::string filter_;
    bool is_typing_ = false;
    bool is_paused_ = false;
    bool is_over_ = false;
};

}  // namespace ddc::command

// SPDX-License-Identifier: MIT
#pragma once

#include "keyboard.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace ddc::command {

/// What the user at the keyboard wants to see of the rows of `watch`.
class WatchView {
  public:
    /// @param room rows that fit the screen
    void press(const Key& key, std::size_t room);
    /// Keeps what is shown within the rows there are.
    void limit(std::size_t rows, std::size_t room);

    bool is_over() const noexcept { return is_over_; }
    bool is_paused() const noexcept { return is_paused_; }
    std::size_t first() const noexcept { return first_; }
    /// What names must have in them; empty for all.
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

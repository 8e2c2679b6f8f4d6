// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/types.hpp>

#include <cstddef>
#include <optional>
#include <string>

namespace ddc::command {

/// A key, or a character.
struct Key {
    /// The keys that have no character, and `character` for the others.
    enum class Kind {
        character,
        enter,
        escape,
        backspace,
        up,
        down,
        left,
        right,
        page_up,
        page_down,
        home,
        end
    };
    Kind kind = Kind::character;
    char character = 0;
};

/// The keys of a terminal, one by one. While it exists, the terminal on standard input neither
/// waits for whole lines nor shows typed characters. Its settings are restored when the process
/// ends or is stopped, except by SIGKILL or SIGSTOP. One object at a time.
class Keyboard {
  public:
    Keyboard();
    ~Keyboard();
    Keyboard(const Keyboard&) = delete;
    Keyboard& operator=(const Keyboard&) = delete;

    /// The next key; nothing if the deadline passed, or a signal arrived. If the terminal has been
    /// closed, every call returns `q`.
    std::optional<Key> next(Deadline deadline);

    /// True once after the process was stopped and continued: the screen has other contents then.
    static bool was_away() noexcept;

  private:
    bool wait_for_input(Deadline deadline) const;
    void read_input();
    std::optional<Key> take_key();

    std::string waiting_;
};

}  // namespace ddc::command

// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/types.hpp>

#include <cstddef>
#include <optional>
#include <string>

namespace ddc::command {

struct Key {
    enum class Kind {
        character,
        enter,
        escape,
        backspace,
        up,
        down,
        page_up,
        page_down,
        home,
        end
    };
    Kind kind = Kind::character;
    char character = 0;
};

/// The keys of a terminal, each as it is pressed. While it lives, the terminal on standard input
/// neither waits for whole lines nor shows what is typed. It is given back as it was however the
/// process ends, or is stopped, unless by SIGKILL or SIGSTOP. One at a time.
class Keyboard {
  public:
    Keyboard();
    ~Keyboard();
    Keyboard(const Keyboard&) = delete;
    Keyboard& operator=(const Keyboard&) = delete;

    /// The next key; nothing if the deadline passed, or a signal came. A terminal that is gone
    /// presses `q` for ever.
    std::optional<Key> next(Deadline deadline);

    /// Once after the process was stopped and goes on: what the screen shows is another process's.
    static bool was_away() noexcept;

  private:
    bool wait_for_input(Deadline deadline) const;
    void read_input();
    std::optional<Key> take_key();

    std::string waiting_;
};

}  // namespace ddc::command

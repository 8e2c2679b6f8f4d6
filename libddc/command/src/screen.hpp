// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/command/run.hpp>

#include <ostream>
#include <string>
#include <vector>

namespace ddc::command {

/// A terminal on which frames are drawn in place. Without one it does nothing.
class Screen {
  public:
    enum class Style { title, plain, fresh, changed, written, old };
    struct Line {
        std::string text;
        Style style = Style::plain;
    };
    struct Frame {
        std::string status;
        std::string titles;
        std::vector<Line> rows;
        /// The row that is shown first.
        std::size_t first = 0;
        /// The last line; without one there is no scrolling.
        std::string footer;
    };

    Screen(std::ostream& out, const Terminal& terminal);
    /// Leaves the last frame standing and the cursor below it.
    ~Screen();
    Screen(const Screen&) = delete;
    Screen& operator=(const Screen&) = delete;

    /// After the terminal changed its size, or another process wrote on it.
    void begin_anew(const Terminal& terminal);
    /// Rows that fit.
    std::size_t room() const;
    /// Draws as many rows as fit, and says how many do not.
    void draw(const Frame& frame) const;

  private:
    std::string styled(const Line& line) const;
    std::string extent(const Frame& frame, std::size_t shown) const;

    std::ostream& out_;
    Terminal terminal_;
};

}  // namespace ddc::command

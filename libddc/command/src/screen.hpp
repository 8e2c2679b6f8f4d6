// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/command/run.hpp>

#include <ostream>
#include <string>
#include <vector>

namespace ddc::command {

/// Draws frames on a terminal, each over the one before.
class Screen {
  public:
    /// Colour and weight of a line.
    enum class Style { title, plain, fresh, changed, written, old };
    /// A line of text; it is cut at the width of the terminal.
    struct Line {
        std::string text;
        Style style = Style::plain;
    };
    /// The content of the screen.
    struct Frame {
        std::string status;      ///< first line
        std::string titles;      ///< second line
        std::vector<Line> rows;  ///< all rows, also those that do not fit
        std::size_t first = 0;   ///< index of the first row that is shown
        std::string footer;      ///< last line; empty: the rows cannot be scrolled
    };

    /// Clears the terminal, if there is one. @param out must outlive the screen
    Screen(std::ostream& out, const Terminal& terminal);
    /// Leaves the last frame on the terminal and shows the cursor below it.
    ~Screen();
    Screen(const Screen&) = delete;
    Screen& operator=(const Screen&) = delete;

    /// Clears the terminal, after its size changed or another process wrote on it.
    void restart(const Terminal& terminal);
    /// Number of rows that fit, at least 1.
    std::size_t room() const;
    /// Draws the rows that fit, and shows the number of the others.
    void draw(const Frame& frame) const;

  private:
    std::string styled(const Line& line) const;
    std::string extent(const Frame& frame, std::size_t shown) const;

    std::ostream& out_;
    Terminal terminal_;
};

}  // namespace ddc::command

// SPDX-License-Identifier: MIT
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "ddc/command/run.hpp"

namespace ddc::command {

/// A terminal on which frames are drawn in place. Without one it does nothing.
class Screen {
  public:
    enum class Style { title, plain, fresh, changed, old };
    struct Line {
        std::string text;
        Style style = Style::plain;
    };

    Screen(std::ostream& out, const Terminal& terminal);
    /// Leaves the last frame standing and the cursor below it.
    ~Screen();
    Screen(const Screen&) = delete;
    Screen& operator=(const Screen&) = delete;

    /// Draws as many lines as fit, and says how many do not.
    void draw(const std::string& status, const std::vector<Line>& lines) const;

  private:
    std::string styled(const Line& line) const;

    std::ostream& out_;
    Terminal terminal_;
};

}  // namespace ddc::command

// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace plant {

/// A place in a text, counted from 0.
struct TextPlace {
    int line;
    int column;
};

struct SyntaxMistake {
    TextPlace place;
    std::string reason;
};

/// What is wrong with a text that is no YAML, in words of those who write it, and where that
/// begins.
/// @param text as it was given to the parser
/// @param stop where the parser stopped
/// @param message of the parser, for what is not known here
SyntaxMistake syntax_mistake(const std::string& text, TextPlace stop, const std::string& message);

}  // namespace plant

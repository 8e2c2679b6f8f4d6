// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace plant {

/// A position in a text, counted from 0.
struct TextPlace {
    int line;
    int column;
};

/// A syntax error and its position.
struct SyntaxMistake {
    TextPlace place;
    std::string reason;
};

/// Explains why a text is not valid YAML, and where the error begins.
/// @param text as it was given to the parser
/// @param stop position at which the parser stopped
/// @param message of the parser, used if no explanation is known
SyntaxMistake syntax_mistake(const std::string& text, TextPlace stop, const std::string& message);

}  // namespace plant

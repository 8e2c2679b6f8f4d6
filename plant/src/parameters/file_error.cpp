// SPDX-License-Identifier: MIT
#include <plant/file_error.hpp>

#include <utility>

namespace plant {
namespace {

std::string lines_of(const std::vector<Mistake>& mistakes) {
    std::string lines;
    for (const Mistake& mistake : mistakes)
        lines += (lines.empty() ? "" : "\n") + to_string(mistake);
    return lines;
}

}  // namespace

std::string to_string(const Mistake& mistake) {
    std::string text = mistake.file;
    if (mistake.line > 0) text += ":" + std::to_string(mistake.line);
    if (mistake.column > 0) text += ":" + std::to_string(mistake.column);
    if (!mistake.key.empty()) text += ": " + mistake.key;
    return text + ": " + mistake.reason;
}

FileError::FileError(std::vector<Mistake> mistakes)
    : std::invalid_argument(lines_of(mistakes)), mistakes_(std::move(mistakes)) {}

FileError::FileError(std::string file, int line, int column, std::string key, std::string reason)
    : FileError({{std::move(file), line, column, std::move(key), std::move(reason)}}) {}

}  // namespace plant

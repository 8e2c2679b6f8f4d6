// SPDX-License-Identifier: MIT
#include "yaml_syntax.hpp"

#include <algorithm>
#include <optional>
#include <sstream>
#include <string_view>
#include <vector>

namespace plant {
namespace {

std::string at_line(int line) {
    return "in line " + std::to_string(line + 1);
}

bool is_blank(const std::string& line) {
    const std::size_t first = line.find_first_not_of(" \t\r");
    return first == std::string::npos || line[first] == '#';
}

int indentation(const std::string& line) {
    const std::size_t first = line.find_first_not_of(' ');
    return static_cast<int>(first == std::string::npos ? line.size() : first);
}

std::string_view without_end(std::string_view text, const char* letters) {
    return text.substr(0, text.find_last_not_of(letters) + 1);
}

/// Whether a line begins a block scalar, such as `key: |` or `- >-`.
bool begins_block_scalar(std::string_view line) {
    const std::string_view mark = without_end(without_end(line, " \t\r"), "-+0123456789");
    if (mark.empty() || (mark.back() != '|' && mark.back() != '>')) return false;
    const std::string_view before = without_end(mark.substr(0, mark.size() - 1), " \t");
    return before.empty() || before.back() == ':' || before.back() == '-';
}

/// Finds unmatched brackets and quotes of a YAML text. Those inside plain words, comments and block
/// scalars do not count.
class Scan {
  public:
    explicit Scan(const std::vector<std::string>& lines) {
        for (const std::string& line : lines) {
            read(line);
            if (mistake_) return;
            ++place_.line;
        }
        if (quote_ != 0)
            mistake_ = {quote_place_, std::string("a quoted text begins here, its closing ") +
                                          quote_ + " is missing"};
        else if (!open_.empty())
            mistake_ = {open_.back().place, "a " + name_of(open_.back().bracket) +
                                                " begins here, its closing " +
                                                end_of(open_.back().bracket) + " is missing"};
    }

    const std::optional<SyntaxMistake>& mistake() const { return mistake_; }
    /// The last line, up to `line`, that is indented with a tab.
    std::optional<TextPlace> tab_before(int line) const {
        std::optional<TextPlace> last;
        for (const TextPlace& tab : tabs_)
            if (tab.line <= line) last = tab;
        return last;
    }

  private:
    struct Open {
        char bracket;
        TextPlace place;
    };

    static char end_of(char bracket) { return bracket == '[' ? ']' : '}'; }
    static char start_of(char bracket) { return bracket == ']' ? '[' : '{'; }
    static std::string name_of(char bracket) { return bracket == '[' ? "list" : "map"; }

    void read(const std::string& line) {
        if (quote_ == 0 && open_.empty()) {
            if (is_in_block_scalar(line)) return;
            note_tab(line);
        }
        may_begin_ = true;
        for (place_.column = 0; place_.column < static_cast<int>(line.size()); ++place_.column)
            if (!read(line, static_cast<std::size_t>(place_.column))) break;
        const auto before_comment = static_cast<std::size_t>(place_.column);
        if (quote_ == 0 && open_.empty() &&
            begins_block_scalar(std::string_view(line).substr(0, before_comment)))
            block_scalar_ = indentation(line);
    }
    /// @return false where a comment begins
    bool read(const std::string& line, std::size_t at) {
        const char letter = line[at];
        const char next = at + 1 < line.size() ? line[at + 1] : ' ';
        if (quote_ != 0) {
            read_quoted(letter, next);
            return true;
        }
        if (letter == '#' && (at == 0 || line[at - 1] == ' ')) return false;
        const bool begins = may_begin_ || !open_.empty();
        if ((letter == '"' || letter == '\'') && may_begin_) {
            quote_ = letter;
            quote_place_ = place_;
        } else if ((letter == '[' || letter == '{') && begins) {
            open_.push_back({letter, place_});
        } else if ((letter == ']' || letter == '}') && begins) {
            close(letter);
        }
        const bool is_separator = letter == ':' || letter == '-' || letter == '?';
        may_begin_ = letter == '[' || letter == '{' || (letter == ',' && !open_.empty()) ||
                     (is_separator && next == ' ') || (letter == ' ' && may_begin_);
        return true;
    }
    void read_quoted(char letter, char next) {
        const bool skips =
            (quote_ == '"' && letter == '\\') || (quote_ == '\'' && letter == '\'' && next == '\'');
        if (skips)
            ++place_.column;
        else if (letter == quote_)
            quote_ = 0;
    }
    void close(char letter) {
        if (mistake_) return;
        if (open_.empty()) {
            mistake_ = {place_, std::string(1, letter) + " has no matching " + start_of(letter)};
        } else if (end_of(open_.back().bracket) != letter) {
            mistake_ = {place_, std::string(1, letter) + " does not match the " +
                                    open_.back().bracket + " " + at_line(open_.back().place.line)};
        } else {
            open_.pop_back();
        }
    }
    bool is_in_block_scalar(const std::string& line) {
        if (block_scalar_ < 0) return false;
        const bool is_inside =
            line.find_first_not_of(" \r") == std::string::npos || indentation(line) > block_scalar_;
        if (!is_inside) block_scalar_ = -1;
        return is_inside;
    }
    void note_tab(const std::string& line) {
        const std::size_t first = line.find_first_not_of(' ');
        if (first != std::string::npos && line[first] == '\t' && !is_blank(line))
            tabs_.push_back({place_.line, static_cast<int>(first)});
    }

    TextPlace place_{0, 0};
    char quote_ = 0;  ///< of the quoted text that the position is in; 0: none
    TextPlace quote_place_{0, 0};
    std::vector<Open> open_;
    bool may_begin_ = true;  ///< a value may begin here
    int block_scalar_ = -1;  ///< indentation of the line that began the block scalar; -1: none
    std::vector<TextPlace> tabs_;
    std::optional<SyntaxMistake> mistake_;
};

/// The last line before `line` that is not blank, or -1.
int line_before(const std::vector<std::string>& lines, int line) {
    do --line;
    while (line >= 0 && is_blank(lines[static_cast<std::size_t>(line)]));
    return line;
}

/// The columns at which items and keys of a line begin: `- key: value` has two.
std::vector<int> columns_of(const std::string& line) {
    std::vector<int> columns{indentation(line)};
    for (auto at = static_cast<std::size_t>(columns[0]); line.compare(at, 2, "- ") == 0;) {
        at = std::min(line.find_first_not_of(' ', at + 2), line.size());
        columns.push_back(static_cast<int>(at));
    }
    return columns;
}

bool has_value(const std::string& line) {
    const std::size_t last = line.find_last_not_of(" \r");
    return line[last] != ':' && line[last] != '-';
}

/// The error in the indentation of a line, if there is one.
std::optional<SyntaxMistake> indentation_mistake(const std::vector<std::string>& lines, int line) {
    const int before = line_before(lines, line);
    if (before < 0) return std::nullopt;
    const std::string& above = lines[static_cast<std::size_t>(before)];
    const int own = indentation(lines[static_cast<std::size_t>(line)]);
    for (int i = before; i >= 0; --i) {
        const std::string& other = lines[static_cast<std::size_t>(i)];
        if (is_blank(other)) continue;
        const std::vector<int> columns = columns_of(other);
        if (std::find(columns.begin(), columns.end(), own) != columns.end()) return std::nullopt;
        if (i == before && own > columns.back() && has_value(above))
            return SyntaxMistake{{line, own},
                                 "is indented further than line " + std::to_string(before + 1) +
                                     ", which has a value; keys of one map must begin in the same "
                                     "column"};
        if (columns.front() < own) break;
    }
    if (own > indentation(above)) return std::nullopt;
    return SyntaxMistake{{line, own},
                         "is indented by " + std::to_string(own) +
                             " spaces, unlike the lines above; keys of one map must begin in the "
                             "same column"};
}

/// Explains a message of the YAML parser.
std::string explained(const std::string& message) {
    constexpr std::string_view known[][2] = {
        {"illegal tab", "this line is indented with a tab; use spaces"},
        {"illegal map value",
         "`: ` is not allowed here: a text that contains it needs quotes, or a line above lacks "
         "its "
         "`:`"},
        {"end of map not found",
         "this belongs to no key; a text with quotes, brackets or commas needs quotes "
         "around it"},
        {"end of sequence not found",
         "is not an item of the list above; each item begins with `- `"},
        {"illegal flow end", "a closing bracket has no matching opening bracket"},
        {"illegal block entry", "a list with `- ` must begin on a new line"},
        {"illegal map key", "a key cannot begin here"},
        {"unknown token", "a text cannot begin with this character; put it in quotes"},
        {"unknown escape character", "unknown escape after \\ in double quotes; use single quotes"},
        {"the referenced anchor is not defined",
         "* refers to an anchor that no & has defined before"}};
    for (const auto& [begin, words] : known)
        if (message.rfind(begin, 0) == 0) return std::string(words);
    return "is not valid YAML from here on (" + message + ")";
}

std::vector<std::string> split_lines(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

}  // namespace

SyntaxMistake syntax_mistake(const std::string& text, TextPlace stop, const std::string& message) {
    const std::vector<std::string> lines = split_lines(text);
    const Scan scan(lines);
    if (const auto tab = scan.tab_before(stop.line))
        return {*tab, "this line is indented with a tab; use spaces"};
    if (scan.mistake() && scan.mistake()->place.line <= stop.line) return *scan.mistake();
    const int last = static_cast<int>(lines.size()) - 1;
    const auto indented = indentation_mistake(lines, std::clamp(stop.line, 0, std::max(last, 0)));
    if (indented && last >= 0) return *indented;
    return {stop, explained(message)};
}

}  // namespace plant

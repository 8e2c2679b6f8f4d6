// SPDX-License-Identifier: MIT
#include "lexer.hpp"

#include "formula.hpp"

#include "number/units.hpp"

#include <charconv>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>

namespace gateway::requirement {
namespace {

constexpr std::string_view words[] = {"always", "eventually", "until",  "and",
                                      "or",     "not",        "implies"};
constexpr std::string_view signs_of_two[] = {"<=", ">=", "==", "!="};

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_word(std::string_view text) {
    return std::find(std::begin(words), std::end(words), text) != std::end(words);
}

class Lexer {
  public:
    explicit Lexer(const std::string& formula) : text_(formula) {}

    Token next() {
        skip_blanks();
        Token token;
        token.place = place_;
        if (place_ < text_.size()) {
            const char c = text_[place_];
            const char second = place_ + 1 < text_.size() ? text_[place_ + 1] : ' ';
            if (is_digit(c) || (c == '.' && is_digit(second)))
                take_number(token);
            else if (is_letter(c))
                take_name(token);
            else
                take_sign(token);
        }
        token.end = place_;
        return token;
    }

  private:
    void skip_blanks() {
        place_ = std::min(text_.find_first_not_of(" \t\r\n", place_), text_.size());
    }

    void take_number(Token& token) {
        token.kind = Token::Kind::number;
        const char *begin = text_.data() + place_, *end = text_.data() + text_.size();
        const auto [stop, error] = std::from_chars(begin, end, token.number);
        if (error != std::errc() || !std::isfinite(token.number))
            throw FormulaError(place_, "is too large for a double");
        token.text.assign(begin, stop);
        place_ += token.text.size();
        take_unit(token);
    }

    /// Reads the unit after a number; a logical operator may follow instead.
    void take_unit(Token& token) {
        const std::size_t end_of_number = place_;
        skip_blanks();
        token.unit = leading_unit(std::string_view(text_).substr(place_));
        if (!token.unit.empty()) {
            place_ += token.unit.size();
            return;
        }
        const std::string name = name_here();
        if (!name.empty() && !is_word(name))
            throw FormulaError(place_, "'" + name + "' is not a unit; units are " + all_units());
        place_ = end_of_number;
    }

    std::string name_here() const {
        std::size_t end = place_;
        while (end < text_.size() &&
               (is_letter(text_[end]) || (end > place_ && is_digit(text_[end]))))
            ++end;
        return text_.substr(place_, end - place_);
    }

    void take_name(Token& token) {
        token.text = name_here();
        place_ += token.text.size();
        token.kind = Token::Kind::word;
        if (is_word(token.text)) return;
        token.kind = Token::Kind::name;
        while (take_index(token) || take_field(token)) {
        }
    }

    bool take_index(Token& token) {
        if (place_ >= text_.size() || text_[place_] != '[') return false;
        const std::size_t end = text_.find_first_not_of("0123456789", place_ + 1);
        if (end == std::string::npos || end == place_ + 1 || text_[end] != ']')
            throw FormulaError(place_, "expected an index after the column, such as [0]");
        token.text.append(text_, place_, end + 1 - place_);
        place_ = end + 1;
        return true;
    }

    bool take_field(Token& token) {
        if (place_ + 1 >= text_.size() || text_[place_] != '.' || !is_letter(text_[place_ + 1]))
            return false;
        ++place_;
        const std::string field = name_here();
        token.text += "." + field;
        place_ += field.size();
        return true;
    }

    void take_sign(Token& token) {
        token.kind = Token::Kind::sign;
        token.text = text_.substr(place_, 2);
        const auto* found = std::find(std::begin(signs_of_two), std::end(signs_of_two), token.text);
        if (found == std::end(signs_of_two)) token.text = text_.substr(place_, 1);
        static constexpr std::string_view known = "<>()[],+-*/";
        if (token.text.size() == 1 && known.find(token.text[0]) == std::string_view::npos)
            throw FormulaError(place_, "'" + token.text + "' is not valid here" + hint(token));
        place_ += token.text.size();
    }

    static std::string hint(const Token& token) {
        switch (token.text[0]) {
            case '=':
                return "; use ==";
            case '!':
                return "; use not";
            case '&':
                return "; use and";
            case '|':
                return "; use or";
            default:
                return "";
        }
    }

    const std::string& text_;
    std::size_t place_ = 0;
};

}  // namespace

std::vector<Token> tokens_of(const std::string& formula) {
    Lexer lexer(formula);
    std::vector<Token> tokens;
    do {
        tokens.push_back(lexer.next());
    } while (tokens.back().kind != Token::Kind::end);
    return tokens;
}

}  // namespace gateway::requirement

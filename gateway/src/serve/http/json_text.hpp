// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>

namespace gateway::data_port {

/// Writes JSON directly to a text, ten times as fast as through a document: each event of each
/// stream has a state. Numbers are in the shortest form that reads back to the same bits. A number
/// that is not finite is null.
class JsonText {
  public:
    JsonText& open(char bracket) {
        separate();
        add({&bracket, 1});
        is_first_ = true;
        return *this;
    }
    JsonText& close(char bracket) {
        add({&bracket, 1});
        is_first_ = false;
        return *this;
    }
    /// @param name printable ASCII without quotes
    JsonText& key(std::string_view name) {
        char* at = room(name.size() + 4);
        if (!is_first_) *at++ = ',';
        *at++ = '"';
        at = std::copy(name.begin(), name.end(), at);
        *at++ = '"';
        *at++ = ':';
        end_at(at);
        is_first_ = true;
        return *this;
    }
    JsonText& quoted_key(std::string_view name) {
        separate();
        add(name);
        add(":");
        is_first_ = true;
        return *this;
    }
    /// Appends JSON as it is: a value of a key or list, or members.
    JsonText& raw(std::string_view json) {
        separate();
        add(json);
        return *this;
    }
    JsonText& null() { return raw("null"); }
    JsonText& flag(bool value) { return raw(value ? "true" : "false"); }
    /// @param word printable ASCII without quotes
    JsonText& word(std::string_view word) {
        separate();
        add("\"");
        add(word);
        add("\"");
        return *this;
    }
    template <class Number>
    JsonText& number(Number value) {
        if constexpr (std::is_floating_point_v<Number>)
            if (!std::isfinite(value)) return null();
        constexpr std::size_t longest = 32;
        char* at = room(longest);
        if (!is_first_) *at++ = ',';
        is_first_ = false;
        end_at(std::to_chars(at, at + longest - 1, value).ptr);
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
    std::string take() {
        text_.resize(size_);
        return std::move(text_);
    }

  private:
    static constexpr std::size_t expected_bytes = 8192;

    void separate() {
        if (!is_first_) add(",");
        is_first_ = false;
    }
    void add(std::string_view text) {
        end_at(std::copy(text.begin(), text.end(), room(text.size())));
    }
    /// Makes room for that many bytes after the text.
    char* room(std::size_t bytes) {
        if (text_.size() < size_ + bytes) text_.resize(2 * text_.size() + bytes);
        return text_.data() + size_;
    }
    void end_at(const char* end) { size_ = static_cast<std::size_t>(end - text_.data()); }

    std::string text_ = std::string(expected_bytes, ' ');  ///< with room after its end
    std::size_t size_ = 0;
    bool is_first_ = true;
};

}  // namespace gateway::data_port

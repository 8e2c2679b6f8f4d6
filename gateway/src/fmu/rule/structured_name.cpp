// SPDX-License-Identifier: MIT
#include "structured_name.hpp"

#include "text/text.hpp"

#include <algorithm>
#include <cstddef>

namespace gateway::fmu {
namespace {

bool is_letter(char each) {
    return each == '_' || (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z');
}

bool is_digit(char each) {
    return each >= '0' && each <= '9';
}

/// Reads a name from its beginning; each function removes what it has read.
class NameReader {
  public:
    explicit NameReader(std::string_view name) : left_(name) {}

    bool read() { return read_parts() && left_.empty(); }

  private:
    bool take(char letter) {
        if (left_.empty() || left_.front() != letter) return false;
        left_.remove_prefix(1);
        return true;
    }
    bool read_parts() {
        do {
            if (!read_part()) return false;
            if (take('[') && !read_indices()) return false;
        } while (take('.'));
        return true;
    }
    bool read_part() {
        if (take('\'')) return read_quoted();
        if (left_.empty() || !is_letter(left_.front())) return false;
        const auto end = std::find_if(left_.begin(), left_.end(), [](char each) {
            return !is_letter(each) && !is_digit(each);
        });
        left_.remove_prefix(static_cast<std::size_t>(end - left_.begin()));
        return true;
    }
    bool read_quoted() {
        std::size_t size = 0;
        while (size < left_.size() && left_[size] != '\'')
            size += left_[size] == '\\' ? std::size_t{2} : std::size_t{1};
        if (size == 0 || size >= left_.size()) return false;
        left_.remove_prefix(size + 1);
        return true;
    }
    bool read_indices() {
        do {
            const auto end = std::find_if_not(left_.begin(), left_.end(), is_digit);
            if (end == left_.begin()) return false;
            left_.remove_prefix(static_cast<std::size_t>(end - left_.begin()));
        } while (take(','));
        return take(']');
    }

    std::string_view left_;
};

}  // namespace

bool is_structured_name(std::string_view name) {
    constexpr std::string_view front = "der(";
    if (name.substr(0, front.size()) != front || name.back() != ')') return NameReader(name).read();
    name.remove_prefix(front.size());
    name.remove_suffix(1);
    const std::size_t comma = name.rfind(',');
    if (comma != std::string_view::npos && is_digits(name.substr(comma + 1)))
        name = name.substr(0, comma);
    return NameReader(name).read();
}

}  // namespace gateway::fmu

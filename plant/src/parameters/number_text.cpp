// SPDX-License-Identifier: MIT
#include <plant/number_text.hpp>

#include <charconv>

#include <cmath>

namespace plant {
namespace {

std::string out_of_range(const std::string& text, const Range& range) {
    return "must be " + plain(range.min) + " to " + plain(range.max) + ", is " + text;
}

bool has_leading_zero(const std::string& text) {
    const std::size_t first = text.find_first_not_of("+-");
    const auto is_digit = [&](std::size_t i) {
        return i < text.size() && text[i] >= '0' && text[i] <= '9';
    };
    return first < text.size() && text[first] == '0' && is_digit(first + 1);
}

std::string leading_zero(const std::string& text) {
    return "must be a number without a leading zero, is '" + text + "'";
}

}  // namespace

std::string plain(double value) {
    constexpr std::size_t most_without_exponent = 11;
    char text[32];
    auto [end, error] =
        std::to_chars(text, text + most_without_exponent, value, std::chars_format::fixed);
    if (error != std::errc()) end = std::to_chars(text, text + sizeof text, value).ptr;
    return {text, end};
}

std::string read_count(const std::string& text, std::uint64_t& value) {
    std::uint64_t read = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, read);
    if (error != std::errc() || stop != end)
        return "must be a whole number of 0 or more, is '" + text + "'";
    if (has_leading_zero(text)) return leading_zero(text);
    value = read;
    return {};
}

std::string range_complaint(double value, const Range& range) {
    if (value >= range.min && value <= range.max) return {};
    return out_of_range(plain(value), range);
}

std::string read_number(const std::string& text, const Range& range, NumberKind kind,
                        double& value) {
    double ignored = 0;
    const bool is_number = read_data_number(text, {}, NumberKind::real, ignored).empty();
    if (is_number && has_leading_zero(text)) return leading_zero(text);
    return read_data_number(text, range, kind, value);
}

std::string read_data_number(const std::string& text, const Range& range, NumberKind kind,
                             double& value) {
    const char* begin = text.data();
    const char* end = begin + text.size();
    if (text.size() > 1 && text[0] == '+' && text[1] != '-') ++begin;
    double read = 0;
    const auto [stop, error] = std::from_chars(begin, end, read);
    const bool is_too_great = error == std::errc::result_out_of_range && stop == end;
    if (is_too_great) return out_of_range(text, range);
    if (error != std::errc() || stop != end || std::isnan(read))
        return "must be a number, is '" + text + "'";
    if (!(read >= range.min && read <= range.max)) return out_of_range(text, range);
    if (kind == NumberKind::whole && read != std::trunc(read))
        return "must be a whole number, is " + text;
    value = read;
    return {};
}

}  // namespace plant

// SPDX-License-Identifier: MIT
#include "number_text.hpp"

#include <charconv>
#include <cmath>

namespace gateway {
namespace {

std::string out_of_limits(const std::string& text, const Limits& limits) {
    return "must be " + plain(limits.min) + " to " + plain(limits.max) + ", is " + text;
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

std::string read_number(const std::string& text, const Limits& limits, NumberKind kind,
                        double& value) {
    const char* begin = text.data();
    const char* end = begin + text.size();
    if (text.size() > 1 && text[0] == '+' && text[1] != '-') ++begin;
    double read = 0;
    const auto [stop, error] = std::from_chars(begin, end, read);
    const bool is_too_great = error == std::errc::result_out_of_range && stop == end;
    if (is_too_great) return out_of_limits(text, limits);
    if (error != std::errc() || stop != end || std::isnan(read))
        return "must be a number, is '" + text + "'";
    if (!(read >= limits.min && read <= limits.max)) return out_of_limits(text, limits);
    if (kind == NumberKind::whole && read != std::trunc(read))
        return "must be a whole number, is " + text;
    value = read;
    return {};
}

}  // namespace gateway

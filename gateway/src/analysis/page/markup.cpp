// SPDX-License-Identifier: MIT
#include "markup.hpp"

#include <cmath>
#include <cstdio>

namespace gateway::page {
namespace {

constexpr const char* minus = "\u2212";
constexpr const char* thin_space = "\u202f";

std::string printed(const char* form, double number) {
    char text[40];
    std::snprintf(text, sizeof text, form, std::abs(number));
    return (std::signbit(number) && number != 0 ? minus : "") + std::string(text);
}

}  // namespace

std::string escaped(std::string_view text) {
    std::string result;
    for (const char letter : text) switch (letter) {
            case '&':
                result += "&amp;";
                break;
            case '<':
                result += "&lt;";
                break;
            case '>':
                result += "&gt;";
                break;
            case '"':
                result += "&quot;";
                break;
            case '\'':
                result += "&#39;";
                break;
            case '\n':
            case '\t':
                result += letter;
                break;
            default:
                if (static_cast<unsigned char>(letter) < 0x20 || letter == 0x7f)
                    result += "\ufffd";
                else
                    result += letter;
        }
    return result;
}

std::string figure(double number) {
    if (std::isnan(number)) return "\u2013";
    if (std::isinf(number)) return number < 0 ? std::string(minus) + "\u221e" : "\u221e";
    return printed("%.4g", number);
}

std::string figure(std::uint64_t number) {
    std::string digits = std::to_string(number);
    if (digits.size() < 5) return digits;
    for (std::size_t place = digits.size(); place > 3;) digits.insert(place -= 3, thin_space);
    return digits;
}

std::string percent(double part) {
    return printed("%.3g", 100 * part) + thin_space + "%";
}

std::string element(const std::string& name, const std::string& inside,
                    const std::string& attributes) {
    return "<" + name + (attributes.empty() ? "" : " " + attributes) + ">" + inside + "</" + name +
           ">";
}

}  // namespace gateway::page

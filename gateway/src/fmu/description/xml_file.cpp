// SPDX-License-Identifier: MIT
#include "xml_file.hpp"

#include "read_description.hpp"
#include "text/text.hpp"

#include <ddc/interface/visible.hpp>
#include <plant/file_error.hpp>
#include <plant/number_text.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <string_view>

namespace gateway::fmu {
namespace {

using pugi::xml_node;

constexpr std::string_view blanks = " \t\r\n";
constexpr std::ptrdiff_t most_marks = 1'000'000;  ///< of elements, comments and their ends
constexpr int most_depth = 32;
constexpr std::size_t most_text_bytes = 65536, most_name_bytes = 1000;

/// A value of the file in a message.
std::string shown(const std::string& value) {
    constexpr std::size_t most_bytes = 80;
    if (value.size() <= most_bytes) return ddc::interface::visible(value);
    return ddc::interface::visible(std::string_view(value).substr(0, most_bytes)) + "...";
}

/// The next node of a tree in the order of the file, without recursion.
xml_node next_of(xml_node node, int& depth) {
    if (node.first_child()) {
        ++depth;
        return node.first_child();
    }
    while (node && !node.next_sibling()) {
        node = node.parent();
        --depth;
    }
    return node.next_sibling();
}

template <class Integer>
bool read_integer(std::string_view text, Integer& value) {
    const char* end = text.data() + text.size();
    const char* begin = text.data() + (text.size() > 1 && text[0] == '+' && text[1] != '-' ? 1 : 0);
    const auto [stop, error] = std::from_chars(begin, end, value);
    return error == std::errc() && stop == end;
}

}  // namespace

XmlFile::XmlFile(const std::string& text, std::string file) : text_(text), file_(std::move(file)) {
    if (text_.size() > most_xml_bytes) fail_at(0, "", "is larger than 16 MiB");
    if (!is_utf8(text_)) fail_at(0, "", "is not UTF-8");
    if (std::count(text_.begin(), text_.end(), '<') > most_marks)
        fail_at(0, "", "has more than a million marks <");
    const auto parsed = document_.load_buffer(
        text_.data(), text_.size(), pugi::parse_default | pugi::parse_doctype, pugi::encoding_utf8);
    if (!parsed) fail_at(parsed.offset, "", std::string("is not XML: ") + parsed.description());
    check_tree();
}

void XmlFile::check_tree() const {
    int depth = 0;
    for (xml_node node = next_of(document_, depth); node; node = next_of(node, depth)) {
        if (node.type() == pugi::node_doctype)
            fail_at(node.offset_debug(), "", "has a DOCTYPE, which is refused");
        if (depth > most_depth)
            fail(node, "is inside more than " + std::to_string(most_depth) + " elements");
    }
}

void XmlFile::fail_at(std::ptrdiff_t offset, const std::string& key,
                      const std::string& reason) const {
    const auto size = static_cast<std::ptrdiff_t>(text_.size());
    const auto end = text_.begin() + std::clamp<std::ptrdiff_t>(offset, 0, size);
    const int line = offset <= 0 ? 0 : 1 + static_cast<int>(std::count(text_.begin(), end, '\n'));
    throw plant::FileError(file_, line, 0, key, reason);
}

void XmlFile::fail(const xml_node& element, const std::string& reason) const {
    std::string key = shown(element.name());
    const std::string name = element.attribute("name").value();
    const std::string parent = element.parent().attribute("name").value();
    if (!name.empty() || !parent.empty()) key += " " + shown(name.empty() ? parent : name);
    fail_at(element.offset_debug(), key, reason);
}

void XmlFile::fail_value(const xml_node& element, const char* name,
                         const std::string& expected) const {
    fail(element, std::string(name) + ": must be " + expected + ", is '" +
                      shown(element.attribute(name).value()) + "'");
}

xml_node XmlFile::root(const char* name) const {
    const xml_node found = document_.document_element();
    if (found.name() != std::string_view(name))
        fail_at(0, "", "must have the root element " + std::string(name));
    return found;
}

std::string XmlFile::text(const xml_node& element, const char* name) const {
    std::string value = element.attribute(name).value();
    if (value.size() > most_text_bytes)
        fail(element,
             std::string(name) + ": is longer than " + std::to_string(most_text_bytes) + " bytes");
    return value;
}

std::string XmlFile::required_text(const xml_node& element, const char* name) const {
    std::string value = text(element, name);
    if (value.empty()) fail(element, std::string("must have an attribute ") + name);
    if (value.size() > most_name_bytes)
        fail(element,
             std::string(name) + ": is longer than " + std::to_string(most_name_bytes) + " bytes");
    return value;
}

std::optional<double> XmlFile::number(const xml_node& element, const char* name) const {
    if (!element.attribute(name)) return std::nullopt;
    double value = 0;
    const std::string given(trimmed(element.attribute(name).value(), blanks));
    if (!plant::read_data_number(given, {}, value).empty())
        fail_value(element, name, "a finite number");
    return value;
}

bool XmlFile::flag(const xml_node& element, const char* name) const {
    constexpr std::pair<const char*, bool> words[] = {
        {"true", true}, {"false", false}, {"1", true}, {"0", false}};
    return word(element, name, words).value_or(false);
}

std::optional<std::int64_t> XmlFile::integer(const xml_node& element, const char* name,
                                             std::int64_t min, std::int64_t max) const {
    if (!element.attribute(name)) return std::nullopt;
    std::int64_t value = 0;
    if (!read_integer(trimmed(element.attribute(name).value(), blanks), value) || value < min ||
        value > max)
        fail_value(element, name,
                   "an integer from " + std::to_string(min) + " to " + std::to_string(max));
    return value;
}

std::optional<std::uint64_t> XmlFile::count(const xml_node& element, const char* name,
                                            std::uint64_t max) const {
    if (!element.attribute(name)) return std::nullopt;
    std::uint64_t value = 0;
    if (!read_integer(trimmed(element.attribute(name).value(), blanks), value) || value > max)
        fail_value(element, name, "an integer from 0 to " + std::to_string(max));
    return value;
}

std::uint32_t XmlFile::required_count(const xml_node& element, const char* name) const {
    const auto value = count(element, name, 0xffff'ffff);
    if (!value) fail(element, std::string("must have an attribute ") + name);
    return static_cast<std::uint32_t>(*value);
}

std::optional<std::vector<std::uint32_t>> XmlFile::counts(const xml_node& element,
                                                          const char* name) const {
    if (!element.attribute(name)) return std::nullopt;
    std::vector<std::uint32_t> values;
    std::string_view left = trimmed(element.attribute(name).value(), blanks);
    while (!left.empty()) {
        const std::size_t end = std::min(left.find_first_of(blanks), left.size());
        if (!read_integer(left.substr(0, end), values.emplace_back()))
            fail_value(element, name, "a list of integers");
        left = trimmed(left.substr(end), blanks);
    }
    return values;
}

}  // namespace gateway::fmu

// SPDX-License-Identifier: MIT
#pragma once

#include <pugixml.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gateway::fmu {

/// An XML file of unknown origin, with functions that read and check its attributes. All of them
/// throw plant::FileError with the line, the element, its attribute `name` if it has one, and the
/// reason.
class XmlFile {
  public:
    /// Parses the file.
    /// @throws plant::FileError also if it is not UTF-8, has a DOCTYPE, or is too large or deep
    XmlFile(const std::string& text, std::string file);

    /// The root element, which must have this name.
    pugi::xml_node root(const char* name) const;
    [[noreturn]] void fail(const pugi::xml_node& element, const std::string& reason) const;

    /// An attribute of up to 64 KiB that may be missing; then the text is empty.
    std::string text(const pugi::xml_node& element, const char* name) const;
    /// An attribute that must exist, of 1 to 1000 bytes.
    std::string required_text(const pugi::xml_node& element, const char* name) const;
    /// A finite number.
    std::optional<double> number(const pugi::xml_node& element, const char* name) const;
    /// true, false, 1 or 0; false if the attribute is missing.
    bool flag(const pugi::xml_node& element, const char* name) const;
    /// An integer from `min` to `max`.
    std::optional<std::int64_t> integer(const pugi::xml_node& element, const char* name,
                                        std::int64_t min, std::int64_t max) const;
    std::optional<std::uint64_t> count(const pugi::xml_node& element, const char* name,
                                       std::uint64_t max) const;
    std::uint32_t required_count(const pugi::xml_node& element, const char* name) const;
    /// Integers of 32 bits, separated by blanks; nothing if the attribute is missing.
    std::optional<std::vector<std::uint32_t>> counts(const pugi::xml_node& element,
                                                     const char* name) const;
    /// One of several words; nothing if the attribute is missing.
    template <class Meaning, std::size_t size>
    std::optional<Meaning> word(const pugi::xml_node& element, const char* name,
                                const std::pair<const char*, Meaning> (&words)[size]) const;

  private:
    [[noreturn]] void fail_at(std::ptrdiff_t offset, const std::string& key,
                              const std::string& reason) const;
    [[noreturn]] void fail_value(const pugi::xml_node& element, const char* name,
                                 const std::string& expected) const;
    void check_tree() const;

    const std::string text_;
    std::string file_;
    pugi::xml_document document_;
};

template <class Meaning, std::size_t size>
std::optional<Meaning> XmlFile::word(const pugi::xml_node& element, const char* name,
                                     const std::pair<const char*, Meaning> (&words)[size]) const {
    if (!element.attribute(name)) return std::nullopt;
    const std::string given = text(element, name);
    std::string all;
    for (const auto& [word, meaning] : words) {
        if (given == word) return meaning;
        all += (all.empty() ? "" : ", ") + std::string(word);
    }
    fail_value(element, name, "one of " + all);
}

}  // namespace gateway::fmu

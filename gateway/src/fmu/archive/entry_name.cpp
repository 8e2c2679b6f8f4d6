// SPDX-License-Identifier: MIT
#include "entry_name.hpp"

#include "text/text.hpp"

#include <algorithm>
#include <cstddef>

namespace gateway::fmu {
namespace {

constexpr std::size_t most_bytes = 512, most_part_bytes = 200, most_depth = 24;

/// The error of a part of a path, between slashes.
std::string part_complaint(std::string_view part) {
    if (part.empty()) return "has an empty part";
    if (part == "." || part == "..") return "has a part . or ..";
    if (part.size() > most_part_bytes)
        return "has a part of more than " + std::to_string(most_part_bytes) + " bytes";
    return "";
}

std::string parts_complaint(std::string_view path) {
    for (std::size_t depth = 1;; ++depth) {
        const std::size_t slash = path.find('/');
        const std::string complaint = part_complaint(path.substr(0, slash));
        if (!complaint.empty() || slash == std::string_view::npos) return complaint;
        if (depth == most_depth) return "is deeper than " + std::to_string(most_depth) + " folders";
        path.remove_prefix(slash + 1);
    }
}

}  // namespace

std::string name_complaint(std::string_view name) {
    if (name.empty()) return "is empty";
    if (name.size() > most_bytes) return "is longer than " + std::to_string(most_bytes) + " bytes";
    if (!is_utf8(name)) return "is not UTF-8";
    if (std::any_of(name.begin(), name.end(), is_control)) return "has a control character";
    if (name.front() == '/') return "is absolute";
    if (name.find('\\') != std::string_view::npos) return "has a backslash";
    if (name.find(':') != std::string_view::npos) return "has a colon, as drive letters have";
    if (name.back() == '/') name.remove_suffix(1);
    return parts_complaint(name);
}

std::string EntryNames::add(const std::string& name) {
    const std::string complaint = name_complaint(name);
    if (!complaint.empty()) return complaint;
    const std::string key = lower(name);
    const bool is_folder = key.back() == '/';
    const std::string path = is_folder ? key.substr(0, key.size() - 1) : key;
    for (std::size_t slash = path.find('/'); slash != std::string::npos;
         slash = path.find('/', slash + 1)) {
        const std::string folder = path.substr(0, slash);
        if (files_.count(folder) != 0) return "is in a folder that is also a file";
        folders_.insert(folder);
    }
    if (is_folder && files_.count(path) != 0) return "is also a file";
    if (!is_folder && folders_.count(path) != 0) return "is also a folder";
    auto& same = is_folder ? listed_folders_ : files_;
    if (!same.insert(path).second) return "occurs twice (letters in either case are equal)";
    if (is_folder) folders_.insert(path);
    return "";
}

}  // namespace gateway::fmu

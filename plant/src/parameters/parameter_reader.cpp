// SPDX-License-Identifier: MIT
#include "parameters/parameter_reader.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "plant/open_file.hpp"
#include "plant/parameter_error.hpp"

namespace plant {
namespace {

std::string plain(double value) {
    std::ostringstream text;
    text << value;
    return text.str();
}

YAML::Node parse(const std::filesystem::path& file) {
    std::ifstream stream = open_file(file);
    try {
        const std::vector<YAML::Node> documents = YAML::LoadAll(stream);
        if (documents.empty()) return {};
        if (documents.size() == 1) return documents.front();
        const YAML::Mark mark = documents[1].Mark();
        throw ParameterError(file.string(), mark.line + 1, mark.column + 1, "",
                             "a second document begins here; one file is one document");
    } catch (const YAML::ParserException& error) {
        throw ParameterError(file.string(), error.mark.line + 1, error.mark.column + 1, "",
                             error.msg);
    }
}

}  // namespace

std::string range_complaint(double value, Range range) {
    if (!std::isfinite(value)) return "must be a finite number";
    if (value >= range.min && value <= range.max) return {};
    if (std::isinf(range.max)) return "must be at least " + plain(range.min);
    if (std::isinf(range.min)) return "must be at most " + plain(range.max);
    return "must be between " + plain(range.min) + " and " + plain(range.max);
}

ParameterReader::ParameterReader(const std::filesystem::path& file)
    : file_(file.string()), map_(parse(file)) {
    if (!map_.IsMap()) fail(map_, "", "must be a map of keys");
    refuse_duplicates();
}

ParameterReader::ParameterReader(const ParameterReader& parent, YAML::Node map,
                                 const std::string& name)
    : file_(parent.file_), prefix_(parent.prefix_ + name + "."), map_(std::move(map)) {
    if (!map_.IsMap()) parent.fail(map_, name, "must be a map of keys");
    refuse_duplicates();
}

ParameterReader::ParameterReader(ParameterReader& parent, const char* key)
    : ParameterReader(parent, parent.take(key), key) {}

void ParameterReader::fail(const YAML::Node& at, const std::string& key,
                           const std::string& reason) const {
    const YAML::Mark mark = at.Mark();
    throw ParameterError(file_, mark.line + 1, mark.column + 1, prefix_ + key, reason);
}

void ParameterReader::refuse_duplicates() const {
    std::vector<std::string> seen;
    for (const auto& entry : map_) {
        const auto key = entry.first.as<std::string>();
        if (std::find(seen.begin(), seen.end(), key) != seen.end()) {
            fail(entry.first, key, "is given twice");
        }
        seen.push_back(key);
    }
}

YAML::Node ParameterReader::take(const char* key) {
    known_.emplace_back(key);
    YAML::Node node = map_[key];
    if (!node) fail(map_, key, "is missing");
    return node;
}

void ParameterReader::number(const char* key, double& value, Range range) {
    const YAML::Node node = take(key);
    if (!node.IsScalar() || !YAML::convert<double>::decode(node, value)) {
        fail(node, key, "must be a number");
    }
    const std::string complaint = range_complaint(value, range);
    if (!complaint.empty()) fail(node, key, complaint);
}

void ParameterReader::whole(const char* key, double& value, Range range) {
    number(key, value, range);
    if (value != std::floor(value)) fail(map_[key], key, "must be a whole number");
}

void ParameterReader::flag(const char* key, bool& value) {
    const YAML::Node node = take(key);
    if (!node.IsScalar() || !YAML::convert<bool>::decode(node, value)) {
        fail(node, key, "must be true or false");
    }
}

void ParameterReader::text(const char* key, std::string& value) {
    const YAML::Node node = take(key);
    if (!node.IsScalar()) fail(node, key, "must be a text");
    value = node.Scalar();
}

void ParameterReader::count(const char* key, std::uint64_t& value) {
    const YAML::Node node = take(key);
    if (!node.IsScalar() || node.Scalar().find('-') != std::string::npos ||
        !YAML::convert<std::uint64_t>::decode(node, value)) {
        fail(node, key, "must be a whole number of at least 0");
    }
}

int ParameterReader::index_of(const char* key, const Names& names) {
    const YAML::Node node = take(key);
    const auto text = node.IsScalar() ? node.Scalar() : std::string();
    const auto found = std::find(names.begin(), names.end(), text);
    if (found == names.end()) {
        std::string reason = "must be one of";
        for (const std::string_view name : names) reason.append(" ").append(name);
        fail(node, key, reason);
    }
    return static_cast<int>(found - names.begin());
}

void ParameterReader::finish() const {
    for (const auto& entry : map_) {
        const auto key = entry.first.as<std::string>();
        if (std::find(known_.begin(), known_.end(), key) == known_.end()) {
            fail(entry.first, key, "is not a known key");
        }
    }
}

void ParameterReader::refuse(const char* section, const char* key, const char* reason) const {
    fail(map_[section][key], std::string(section) + "." + key, reason);
}

void ParameterReader::refuse(const char* key, const std::string& reason) const {
    fail(map_[key], key, reason);
}

void RangeChecker::number(const char* key, const double& value, Range range) const {
    const std::string complaint = range_complaint(value, range);
    if (!complaint.empty()) throw std::invalid_argument(prefix_ + key + ": " + complaint);
}

}  // namespace plant

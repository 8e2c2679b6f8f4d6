// SPDX-License-Identifier: MIT
#include "config_reader.hpp"

#include <plant/open_file.hpp>

#include <algorithm>
#include <fstream>

namespace gateway {
namespace {

std::string place(const std::filesystem::path& file, const YAML::Mark& mark) {
    return file.string() + ":" + std::to_string(mark.line + 1) + ":" +
           std::to_string(mark.column + 1) + ": ";
}

std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
}

}  // namespace

ConfigReader ConfigReader::from_file(const std::filesystem::path& file) {
    const std::string problem = plant::read_problem(file);
    if (!problem.empty()) throw ConfigError(file.string() + ": " + problem);
    std::ifstream in(file);
    std::vector<YAML::Node> documents;
    try {
        documents = YAML::LoadAll(in);
    } catch (const YAML::Exception& error) {
        throw ConfigError(place(file, error.mark) + error.msg);
    }
    if (documents.empty() || documents[0].IsNull()) throw ConfigError(file.string() + ": is empty");
    if (documents.size() > 1)
        throw ConfigError(place(file, documents[1].Mark()) +
                          "a second document begins here; one file is one document");
    const YAML::Node& map = documents[0];
    if (!map.IsMap()) throw ConfigError(place(file, map.Mark()) + "must be a map of keys");
    return ConfigReader(file, "", map);
}

void ConfigReader::fail_at(const YAML::Mark& mark, const std::string& key,
                           const std::string& reason) const {
    throw ConfigError(place(file_, mark) + prefix_ + key + ": " + reason);
}

void ConfigReader::fail(const std::string& key, const std::string& reason) const {
    const YAML::Node node = map_[key];
    fail_at(node.IsDefined() ? node.Mark() : map_.Mark(), key, reason);
}

YAML::Node ConfigReader::take(const char* key) {
    known_.emplace_back(key);
    return map_[key];
}

std::optional<std::string> ConfigReader::scalar(const char* key) {
    const YAML::Node node = take(key);
    if (!node.IsDefined()) return std::nullopt;
    if (!node.IsScalar()) fail(key, "must be a single value");
    return node.Scalar();
}

std::optional<std::string> ConfigReader::number_text(const char* key) {
    const YAML::Node node = take(key);
    if (!node.IsDefined()) return std::nullopt;
    if (!node.IsScalar()) fail(key, "must be a number");
    return node.Scalar();
}

void ConfigReader::text(const char* key, std::string& value) {
    if (const auto read = scalar(key)) value = *read;
}

void ConfigReader::texts(const char* key, std::vector<std::string>& value) {
    const YAML::Node node = take(key);
    if (!node.IsDefined()) return;
    if (!node.IsSequence() || node.size() == 0) fail(key, "must be a list such as [program, word]");
    value.clear();
    for (const YAML::Node& item : node) {
        if (!item.IsScalar()) fail(key, "must be a list of words");
        value.push_back(item.Scalar());
    }
}

void ConfigReader::output_file(const char* key, std::optional<std::filesystem::path>& value) {
    const auto read = scalar(key);
    if (!read) return;
    if (read->empty()) fail(key, "must name a file");
    value = file_.parent_path() / *read;
}

void ConfigReader::input_file(const char* key, std::optional<std::filesystem::path>& value) {
    output_file(key, value);
    const std::string problem = value ? plant::read_problem(*value) : "";
    if (!problem.empty()) fail(key, value->string() + ": " + problem);
}

std::optional<std::size_t> ConfigReader::choice(const char* key,
                                                const std::vector<std::string>& names) {
    const auto read = scalar(key);
    if (!read) return std::nullopt;
    const auto found = std::find(names.begin(), names.end(), *read);
    if (found == names.end()) fail(key, "must be one of " + joined(names) + ", is '" + *read + "'");
    return static_cast<std::size_t>(found - names.begin());
}

std::optional<ConfigReader> ConfigReader::section(const char* key) {
    const YAML::Node node = take(key);
    if (!node.IsDefined()) return std::nullopt;
    if (!node.IsMap()) fail(key, "must be a map of keys");
    return ConfigReader(file_, prefix_ + key + ".", node);
}

std::vector<ConfigReader> ConfigReader::sections(const char* key) {
    std::vector<ConfigReader> readers;
    const YAML::Node node = take(key);
    if (!node.IsDefined()) return readers;
    if (!node.IsSequence() || node.size() == 0) fail(key, "must be a list of maps");
    for (const YAML::Node& item : node) {
        const std::string name = key + ("[" + std::to_string(readers.size()) + "]");
        if (!item.IsMap()) fail_at(item.Mark(), name, "must be a map of keys");
        readers.push_back(ConfigReader(file_, prefix_ + name + ".", item));
    }
    return readers;
}

void ConfigReader::finish() const {
    for (const auto& item : map_) {
        const std::string key = item.first.Scalar();
        if (std::find(known_.begin(), known_.end(), key) == known_.end())
            fail_at(item.first.Mark(), key, "unknown key; known here: " + joined(known_));
        if (std::count_if(map_.begin(), map_.end(),
                          [&](const auto& other) { return other.first.Scalar() == key; }) > 1)
            fail_at(item.first.Mark(), key, "is given twice");
    }
}

}  // namespace gateway

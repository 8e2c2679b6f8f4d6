// SPDX-License-Identifier: MIT
#include "freeze.hpp"

#include "config/common/output_key.hpp"

#include "default_files.hpp"
#include "process/program_file.hpp"
#include "text/digest.hpp"
#include "text/file_text.hpp"
#include "text/text.hpp"
#include "yaml_text.hpp"

#include <yaml-cpp/yaml.h>

#include <functional>
#include <stdexcept>

namespace gateway {
namespace {

namespace fs = std::filesystem;
using Replace = std::function<std::string(const std::string& keys, const std::string& word)>;

constexpr std::size_t longest_name = 4096;

bool is_file(const fs::path& file) {
    std::error_code ignored;
    return fs::is_regular_file(file, ignored);
}

bool has_yaml_ending(const fs::path& file) {
    return file.extension() == ".yaml" || file.extension() == ".yml";
}

/// The program or one of its arguments, such as "program.exec[0]".
bool is_argument(const std::string& keys) {
    return keys.rfind("exec[") != std::string::npos && keys.back() == ']';
}

YAML::Node with_replaced(const YAML::Node& node, const std::string& keys, const Replace& replace) {
    YAML::Node result(node.Type());
    if (node.IsMap())
        for (const auto& item : node)
            result[item.first] = with_replaced(
                item.second, keys.empty() ? item.first.Scalar() : keys + "." + item.first.Scalar(),
                replace);
    else if (node.IsSequence())
        for (std::size_t i = 0; i < node.size(); ++i)
            result.push_back(with_replaced(node[i], keys + "[" + std::to_string(i) + "]", replace));
    else if (node.IsScalar()) {
        result = replace(keys, node.Scalar());
        result.SetTag(node.Tag());
    }
    return result;
}

/// A vehicle with all values of its base: so a path can name every parameter, and the plan contains
/// all.
YAML::Node with_base(const YAML::Node& document) {
    if (!document.IsMap() || !document["base"].IsDefined()) return document;
    YAML::Node whole = YAML::Load(default_file("parameters"));
    for (const auto& section : document)
        if (section.second.IsMap())
            for (const auto& item : section.second)
                whole[section.first.Scalar()][item.first.Scalar()] = item.second;
    return whole;
}

/// Checks that JSON can contain the text.
void check_text(const fs::path& file, const std::string& text) {
    if (!is_utf8(text))
        throw std::runtime_error(file.string() + ": is not a text in UTF-8, as a plan requires");
}

}  // namespace

Freezer::Freezer(const fs::path& run) : run_(run) {
    add(run);
}

std::string Freezer::frozen_text(const fs::path& file) {
    const std::string text = text_of(file);
    if (!has_yaml_ending(file) && file != run_) return text;
    try {
        const YAML::Node document = with_base(YAML::Load(text));
        return text_of(with_replaced(
            document, "", [&](auto& keys, auto& word) { return replaced(file, keys, word); }));
    } catch (const YAML::Exception& error) {
        throw std::runtime_error(file.string() + ": " + error.what());
    }
}

/// The name is stored first, since files may name each other in a circle.
std::string Freezer::add(const fs::path& file) {
    const fs::path source = fs::canonical(file);
    const auto known = names_.find(source);
    if (known != names_.end()) return known->second;
    const std::size_t index = files_.size();
    const std::string ending = file == run_ && !has_yaml_ending(file) ? ".yaml" : "";
    const std::string name = std::to_string(index) + "_" + file.filename().string() + ending;
    names_.emplace(source, name);
    files_.push_back({name, source.string(), digest_of_file(file), ""});
    std::string text = frozen_text(file);
    check_text(file, text);
    files_[index].text = std::move(text);
    return name;
}

std::string Freezer::program(const std::string& keys, const std::string& word) {
    const bool is_program = keys.size() > 3 && keys.compare(keys.size() - 3, 3, "[0]") == 0;
    fs::path file = word;
    if (is_program) file = find_program(word, own_directory()).value_or(word);
    return is_file(file) ? executed(file) : word;
}

/// A program or an FMU. @return its absolute path
std::string Freezer::executed(const fs::path& file) {
    const std::string whole = fs::absolute(file).lexically_normal().string();
    programs_[whole] = digest_of_file(whole);
    return whole;
}

std::string Freezer::replaced(const fs::path& by, const std::string& keys,
                              const std::string& word) {
    if (word.empty() || word.size() > longest_name || is_output_key(keys)) return word;
    if (is_argument(keys)) return program(keys, word);
    const fs::path beside = by.parent_path() / word;
    if (!is_file(beside)) return word;
    return beside.extension() == ".fmu" ? executed(beside) : add(beside);
}

nlohmann::ordered_json Freezer::value(const std::string& path,
                                      const nlohmann::ordered_json& value) {
    if (value.is_string()) return replaced(run_, path, value.get<std::string>());
    if (!value.is_array()) return value;
    auto list = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < value.size(); ++i)
        list.push_back(this->value(path + "[" + std::to_string(i) + "]", value[i]));
    return list;
}

}  // namespace gateway

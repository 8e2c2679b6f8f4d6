// SPDX-License-Identifier: MIT
#include "yaml_json.hpp"

#include "frozen/word_meaning.hpp"

#include <yaml-cpp/yaml.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <stdexcept>

namespace gateway::studio {
namespace {

using nlohmann::ordered_json;

/// Limits, since YAML anchors can multiply values.
constexpr int deepest_value = 32;
constexpr std::size_t most_values_read = 20'000;
/// A list of at most that many values is written in one line.
constexpr std::size_t short_list = 8;

struct Unreadable {
    YAML::Mark mark;
    std::string message;
};

class NodeReader {
  public:
    ordered_json read(const YAML::Node& node, int depth) {
        if (depth > deepest_value || ++nodes_ > most_values_read)
            throw Unreadable{node.Mark(), "is nested too deeply or too long"};
        if (node.IsScalar())
            return node.Tag() == "!" ? ordered_json(node.Scalar()) : meaning_of(node.Scalar());
        if (node.IsSequence()) {
            auto list = ordered_json::array();
            for (const YAML::Node& item : node) list.push_back(read(item, depth + 1));
            return list;
        }
        if (!node.IsMap()) return nullptr;
        auto map = ordered_json::object();
        for (const auto& item : node) {
            if (!item.first.IsScalar()) throw Unreadable{item.first.Mark(), "a key must be a word"};
            map[item.first.Scalar()] = read(item.second, depth + 1);
        }
        return map;
    }

  private:
    std::size_t nodes_ = 0;
};

bool is_short(const ordered_json& list) {
    return list.size() <= short_list && std::none_of(list.begin(), list.end(), [](const auto& v) {
               return v.is_structured() && !v.empty();
           });
}

void write(const ordered_json& value, YAML::Emitter& to);

void write_text(const std::string& text, YAML::Emitter& to) {
    const bool is_other_to_some = !meaning_of_data(text).is_string() || text.rfind("0x", 0) == 0 ||
                                  text == "yes" || text == "no";
    if (text.empty() || is_other_to_some) to << YAML::DoubleQuoted;
    to << text;
}

void write_list(const ordered_json& list, YAML::Emitter& to) {
    to << (is_short(list) ? YAML::Flow : YAML::Block) << YAML::BeginSeq;
    for (const ordered_json& item : list) write(item, to);
    to << YAML::EndSeq;
}

void write_map(const ordered_json& map, YAML::Emitter& to) {
    to << (map.empty() ? YAML::Flow : YAML::Block) << YAML::BeginMap;
    for (const auto& member : map.items()) {
        to << YAML::Key;
        write_text(member.key(), to);
        to << YAML::Value;
        write(member.value(), to);
    }
    to << YAML::EndMap;
}

void write(const ordered_json& value, YAML::Emitter& to) {
    if (value.is_object()) return write_map(value, to);
    if (value.is_array()) return write_list(value, to);
    if (value.is_string()) return write_text(value.get<std::string>(), to);
    if (value.is_null())
        to << YAML::Null;
    else if (value.is_boolean())
        to << value.get<bool>();
    else
        to << value.dump();  // YAML and JSON have the same numbers
}

int from_1(int from_0) {
    return from_0 < 0 ? 0 : from_0 + 1;
}

}  // namespace

ordered_json to_json(const std::string& yaml, Problems& problems) {
    const auto refuse = [&](const YAML::Mark& mark, const std::string& message) {
        problems.push_back({from_1(mark.line), from_1(mark.column), {}, message, {}});
        return ordered_json();
    };
    try {
        return NodeReader().read(YAML::Load(yaml), 0);
    } catch (const Unreadable& reason) {
        return refuse(reason.mark, reason.message);
    } catch (const YAML::Exception& error) {
        return refuse(error.mark, error.msg);
    }
}

std::string to_yaml(const ordered_json& value) {
    YAML::Emitter yaml;
    yaml.SetIndent(2);
    write(value, yaml);
    if (!yaml.good()) throw std::runtime_error(yaml.GetLastError());
    return std::string(yaml.c_str(), yaml.size()) + "\n";
}

std::string to_json(const Problems& problems) {
    auto list = ordered_json::array();
    for (const Problem& problem : problems) {
        ordered_json row{{"line", problem.line},
                         {"column", problem.column},
                         {"key", problem.key},
                         {"message", problem.message}};
        if (!problem.file.empty()) row["file"] = problem.file;
        list.push_back(std::move(row));
    }
    return list.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace gateway::studio

// SPDX-License-Identifier: MIT
#include "yaml_text.hpp"

namespace gateway {
namespace {

void write_node(const YAML::Node& node, YAML::Emitter& to) {
    if (node.IsMap()) {
        to << YAML::BeginMap;
        for (const auto& item : node) {
            to << YAML::Key;
            write_node(item.first, to);
            to << YAML::Value;
            write_node(item.second, to);
        }
        to << YAML::EndMap;
    } else if (node.IsSequence()) {
        to << YAML::Flow << YAML::BeginSeq;
        for (const YAML::Node& item : node) write_node(item, to);
        to << YAML::EndSeq;
    } else if (node.IsScalar()) {
        if (node.Tag() == "!") to << YAML::DoubleQuoted;
        to << node.Scalar();
    } else {
        to << YAML::Null;
    }
}

}  // namespace

// YAML::Dump would remove the quotes of "4000", which would make it a number.
std::string text_of(const YAML::Node& document) {
    YAML::Emitter to;
    write_node(document, to);
    return std::string(to.c_str(), to.size()) + "\n";
}

}  // namespace gateway

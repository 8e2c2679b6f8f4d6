// SPDX-License-Identifier: MIT
#include "frozen_config.hpp"

#include "config_path.hpp"
#include "default_files.hpp"
#include "text/digest.hpp"
#include "word_meaning.hpp"
#include "yaml_text.hpp"

#include <yaml-cpp/yaml.h>

#include <fstream>
#include <optional>
#include <set>
#include <stdexcept>

namespace gateway {
namespace {

namespace fs = std::filesystem;
using Steps = std::vector<PathStep>;

bool is_yaml_name(const std::string& name) {
    const std::string ending = fs::path(name).extension().string();
    return ending == ".yaml" || ending == ".yml";
}

bool is_missing(const YAML::Node& node) {
    return !node.IsDefined() || node.IsNull();
}

void write_text(const fs::path& file, const std::string& text) {
    std::ofstream out(file, std::ios::binary);
    out << text;
    out.close();
    if (!out) throw std::runtime_error(file.string() + ": cannot be written");
}

[[noreturn]] void refuse_path(const std::string& path, const std::string& reason) {
    throw std::invalid_argument(path + ": " + reason);
}

/// The sections of a map that have the key.
std::vector<YAML::Node> sections_with(const YAML::Node& map, const std::string& key) {
    std::vector<YAML::Node> found;
    for (const auto& item : map)
        if (item.second.IsMap() && item.second[key].IsDefined()) found.push_back(item.second);
    return found;
}

/// The item of a list whose key `name` is that text; not defined if there is none.
YAML::Node item_named(const YAML::Node& list, const std::string& name) {
    for (const YAML::Node& item : list)
        if (item.IsMap() && item["name"].IsDefined() && item["name"].IsScalar() &&
            item["name"].Scalar() == name)
            return item;
    return YAML::Node(YAML::NodeType::Undefined);
}

/// The node that a step leads to; not defined if it does not exist.
YAML::Node found(const YAML::Node& node, const PathStep& step) {
    const YAML::Node none(YAML::NodeType::Undefined);
    if (const auto* index = std::get_if<std::size_t>(&step))
        return node.IsSequence() && *index < node.size() ? node[*index] : none;
    const auto& key = std::get<std::string>(step);
    if (node.IsSequence()) return item_named(node, key);
    return node.IsMap() ? node[key] : none;
}

/// The same for the last step, whose key may be in a single section.
YAML::Node found_last(const YAML::Node& node, const PathStep& step) {
    const auto* key = std::get_if<std::string>(&step);
    if (key == nullptr || !node.IsMap() || node[*key].IsDefined()) return found(node, step);
    const auto sections = sections_with(node, *key);
    return found(sections.size() == 1 ? sections.front() : node, step);
}

std::optional<FrozenConfig::Value> meaning(const YAML::Node& node) {
    if (!node.IsDefined() || node.IsMap()) return std::nullopt;
    if (node.IsNull()) return nullptr;
    if (node.IsScalar())
        return node.Tag() == "!" ? FrozenConfig::Value(node.Scalar()) : meaning_of(node.Scalar());
    auto list = FrozenConfig::Value::array();
    for (const YAML::Node& item : node) {
        const auto value = meaning(item);
        if (!value) return std::nullopt;
        list.push_back(*value);
    }
    return list;
}

}  // namespace

std::optional<FrozenConfig::Value> value_of_yaml(const std::string& text) {
    try {
        return meaning(YAML::Load(text));
    } catch (const YAML::Exception&) {
        return std::nullopt;
    }
}

/// The YAML of the files: the original nodes, copied when a path changes them.
class FrozenConfig::Documents {
  public:
    using Nodes = std::map<std::string, YAML::Node>;

    explicit Documents(const std::vector<FrozenFile>& files) {
        auto nodes = std::make_shared<Nodes>();
        for (const FrozenFile& file : files)
            if (is_yaml_name(file.name)) nodes->emplace(file.name, YAML::Load(file.text));
        original_ = std::move(nodes);
    }
    Documents(const Documents& other) : original_(other.original_) {
        for (const auto& [name, node] : other.changed_) changed_.emplace(name, YAML::Clone(node));
    }

    void add_file(const FrozenFile& file) {
        changed_.insert_or_assign(file.name, YAML::Load(file.text));
    }
    bool has(const std::string& name) const {
        return changed_.count(name) > 0 || original_->count(name) > 0;
    }
    YAML::Node to_change(const std::string& name) {
        const auto found = changed_.find(name);
        if (found != changed_.end()) return found->second;
        return changed_.emplace(name, YAML::Clone(original_->at(name))).first->second;
    }
    const Nodes& changed() const { return changed_; }
    /// The node at the end of the steps; not defined if it does not exist.
    YAML::Node find(const YAML::Node& node, const Steps& steps, std::size_t from) const;
    const YAML::Node& document(const std::string& name) const {
        const auto found = changed_.find(name);
        return found != changed_.end() ? found->second : original_->at(name);
    }

    /// The map or list at the end of the steps, below `node`.
    YAML::Node descend(YAML::Node node, const Steps& steps, std::size_t from, std::size_t to,
                       const std::string& path);
    void set(const std::string& main, const std::string& path, const YAML::Node& value);

  private:
    YAML::Node entered(const YAML::Node& node, const std::string& path);
    static void set_item(YAML::Node list, std::size_t index, const YAML::Node& value,
                         const std::string& path);
    static void set_key(YAML::Node map, const std::string& key, const YAML::Node& value,
                        const std::string& path);
    static YAML::Node child(YAML::Node node, const PathStep& step, const PathStep& next,
                            const std::string& path);

    std::shared_ptr<const Nodes> original_;
    Nodes changed_;
};

/// The file that a value refers to, or the value itself.
YAML::Node FrozenConfig::Documents::entered(const YAML::Node& node, const std::string& path) {
    if (!node.IsScalar()) return node;
    if (!has(node.Scalar()))
        refuse_path(path, "continues after the single value " + node.Scalar() +
                              ", which does not refer to a YAML file");
    return to_change(node.Scalar());
}

void FrozenConfig::Documents::set_item(YAML::Node list, std::size_t index, const YAML::Node& value,
                                       const std::string& path) {
    if (!list.IsSequence()) refuse_path(path, "has an index, but the value is not a list");
    if (index > list.size())
        refuse_path(path,
                    "is further than one past the end of a list of " + std::to_string(list.size()));
    if (index == list.size())
        list.push_back(value);
    else
        list[index] = value;
}

void FrozenConfig::Documents::set_key(YAML::Node map, const std::string& key,
                                      const YAML::Node& value, const std::string& path) {
    if (!map.IsMap()) refuse_path(path, "has the key " + key + ", but the value is not a map");
    const auto sections = sections_with(map, key);
    if (map[key].IsDefined() || sections.empty()) {
        map[key] = value;
        return;
    }
    if (sections.size() > 1) refuse_path(path, "is in several sections; name the one");
    YAML::Node section = sections.front();
    section[key] = value;
}

/// The node that a step leads to; if missing, a new map or list, as the next step requires.
YAML::Node FrozenConfig::Documents::child(YAML::Node node, const PathStep& step,
                                          const PathStep& next, const std::string& path) {
    const auto empty =
        std::holds_alternative<std::string>(next) ? YAML::NodeType::Map : YAML::NodeType::Sequence;
    if (const auto* index = std::get_if<std::size_t>(&step)) {
        if (!node.IsSequence() || *index >= node.size())
            set_item(node, *index, YAML::Node(empty), path);
        return node[*index];
    }
    const auto& key = std::get<std::string>(step);
    if (node.IsSequence()) {
        const YAML::Node item = item_named(node, key);
        if (!item.IsDefined())
            refuse_path(path, "has the name " + key + ", which no item of the list has");
        return item;
    }
    if (!node.IsMap()) refuse_path(path, "has the key " + key + ", but the value is not a map");
    if (is_missing(std::as_const(node)[key])) node[key] = YAML::Node(empty);
    return node[key];
}

YAML::Node FrozenConfig::Documents::descend(YAML::Node node, const Steps& steps, std::size_t from,
                                            std::size_t to, const std::string& path) {
    if (from == to) return entered(node, path);
    const YAML::Node next = child(entered(node, path), steps[from], steps[from + 1], path);
    return descend(next, steps, from + 1, to, path);
}

void FrozenConfig::Documents::set(const std::string& main, const std::string& path,
                                  const YAML::Node& value) {
    const Steps steps = steps_of(path);
    const YAML::Node last = descend(to_change(main), steps, 0, steps.size() - 1, path);
    if (const auto* index = std::get_if<std::size_t>(&steps.back()))
        set_item(last, *index, value, path);
    else
        set_key(last, std::get<std::string>(steps.back()), value, path);
}

YAML::Node FrozenConfig::Documents::find(const YAML::Node& node, const Steps& steps,
                                         std::size_t from) const {
    if (from == steps.size() || !node.IsDefined()) return node;
    const bool is_file = node.IsScalar() && has(node.Scalar());
    const YAML::Node& here = is_file ? document(node.Scalar()) : node;
    if (from + 1 == steps.size()) return found_last(here, steps[from]);
    return find(found(here, steps[from]), steps, from + 1);
}

FrozenConfig::FrozenConfig(std::vector<FrozenFile> files)
    : main_(files.at(0).name), files_(std::make_shared<std::vector<FrozenFile>>(std::move(files))) {
    try {
        documents_ = std::make_unique<Documents>(*files_);
    } catch (const YAML::Exception& error) {
        throw std::runtime_error(std::string("a file of the plan: ") + error.what());
    }
    if (!documents_->has(main_))
        throw std::runtime_error("the first file of the plan must be in YAML, is '" + main_ + "'");
}

FrozenConfig::FrozenConfig(const FrozenConfig& other)
    : main_(other.main_),
      files_(other.files_),
      documents_(std::make_unique<Documents>(*other.documents_)) {}

FrozenConfig::~FrozenConfig() = default;

void FrozenConfig::add_default(const std::string& path) {
    const Steps steps = steps_of(path);
    for (std::size_t i = 1; i + 1 < steps.size(); ++i) {
        const auto* key = std::get_if<std::string>(&steps[i]);
        if (key == nullptr || steps[i - 1] != PathStep("vehicle")) continue;
        const char* const text = default_file(*key);
        if (text == nullptr) continue;
        YAML::Node vehicle = documents_->descend(documents_->to_change(main_), steps, 0, i, path);
        if (!vehicle.IsMap() || !is_missing(std::as_const(vehicle)[*key])) return;
        const std::string name = "default_" + *key + ".yaml";
        vehicle[*key] = name;
        if (documents_->has(name)) return;
        auto files = *files_;
        files.push_back({name, "", digest_of(text), text});
        documents_->add_file(files.back());
        files_ = std::make_shared<std::vector<FrozenFile>>(std::move(files));
        return;
    }
}

void FrozenConfig::set(const std::string& path, const Value& value) {
    documents_->set(main_, path, YAML::Load(value.dump()));
}

std::optional<FrozenConfig::Value> FrozenConfig::value(const std::string& path) const {
    const Steps steps = steps_of(path);
    return meaning(documents_->find(documents_->document(main_), steps, 0));
}

std::vector<FrozenFile> FrozenConfig::files() const {
    auto files = *files_;
    for (FrozenFile& file : files) {
        const auto found = documents_->changed().find(file.name);
        if (found != documents_->changed().end()) file.text = text_of(found->second);
    }
    return files;
}

void FrozenConfig::write_changed(const fs::path& folder) const {
    for (const auto& [name, node] : documents_->changed()) write_text(folder / name, text_of(node));
}

void FrozenConfig::write_all(const fs::path& folder) const {
    for (const FrozenFile& file : files()) write_text(folder / file.name, file.text);
}

}  // namespace gateway

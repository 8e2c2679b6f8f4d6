// SPDX-License-Identifier: MIT
#include "path_rules.hpp"

#include "process/program_file.hpp"
#include "text/text.hpp"

#include <yaml-cpp/yaml.h>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <functional>
#include <set>
#include <string_view>
#include <utility>

namespace gateway::studio {
namespace {

namespace fs = std::filesystem;

/// What is installed beside ddc-gateway and is no program that drives a car is none of them: in
/// /usr/bin there is a shell as well.
constexpr std::array<std::string_view, 7> own_programs{
    "autopilot", "autopilot_basic", "autopilot_faulty", "cruise",
    "limiter",   "platoon",         "high_level"};
constexpr int deepest_naming = 16, deepest_look = 16;
constexpr std::size_t most_named = 1000;
constexpr std::size_t longest_name = 4096;
/// Of one file; anchors multiply.
constexpr std::size_t most_values = 10'000;
/// What is longer and is not called YAML is a table or a route, and names nothing.
constexpr std::uintmax_t longest_unnamed = std::uintmax_t{256} << 10U;
constexpr std::uintmax_t longest_yaml = std::uintmax_t{4} << 20U;
/// It is read while a person types.
constexpr std::uintmax_t longest_file = std::uintmax_t{64} << 20U;

bool is_key(const std::string& keys, const std::string& name) {
    return keys == name || ends_with(keys, "." + name) || ends_with(keys, "]." + name);
}

bool is_called_yaml(const fs::path& file) {
    return file.extension() == ".yaml" || file.extension() == ".yml";
}

bool may_name_files(const fs::path& file) {
    std::error_code error;
    if (!fs::is_regular_file(file, error)) return false;
    return is_called_yaml(file) || (fs::file_size(file, error) <= longest_unnamed && !error);
}

/// Whose reader would wait for ever, or for very long. A folder may be called as a value is.
std::string unreadable(const fs::path& file) {
    std::error_code error;
    if (fs::is_directory(file, error)) return {};
    if (!fs::is_regular_file(file, error)) return "is no file that can be read";
    const std::uintmax_t most = is_called_yaml(file) ? longest_yaml : longest_file;
    if (fs::file_size(file, error) <= most && !error) return {};
    return "the file is longer than " + std::to_string(most >> 20U) +
           " MB; the studio reads no such file";
}

/// One of a text.
struct Value {
    std::string keys;  ///< "programs[0].trace"
    YAML::Mark mark;
    std::string text;
};

class ValueWalk {
  public:
    using Look = std::function<void(const Value&)>;
    explicit ValueWalk(Look look) : look_(std::move(look)) {}

    /// @return false if there is more of it than is looked at
    bool walk(const YAML::Node& node, const std::string& keys, int depth) {
        if (depth > deepest_look || ++count_ > most_values) return false;
        if (node.IsScalar()) look_({keys, node.Mark(), node.Scalar()});
        if (node.IsSequence())
            for (std::size_t i = 0; i < node.size(); ++i)
                if (!walk(node[i], keys + "[" + std::to_string(i) + "]", depth + 1)) return false;
        if (!node.IsMap()) return true;
        for (const auto& item : node) {
            const std::string key = item.first.IsScalar() ? item.first.Scalar() : "?";
            if (!walk(item.second, keys + (keys.empty() ? "" : ".") + key, depth + 1)) return false;
        }
        return true;
    }

  private:
    Look look_;
    std::size_t count_ = 0;
};

bool is_gamepad(const std::string& keys, const fs::path& path) {
    std::error_code error;
    return is_key(keys, "device") &&
           fs::weakly_canonical(path, error).string().rfind("/dev/input/", 0) == 0;
}

/// By its first bytes.
bool was_written_by_run(const fs::path& file, Output kind) {
    constexpr std::string_view first_columns = "t_s,delta_sec,execution_time_s,act_s,";
    constexpr std::string_view magic = "\x89MCAP0\r\n", our_library = "ddc-gateway ";
    std::string first(64, '\0');
    std::ifstream stream(file, std::ios::binary);
    stream.read(first.data(), static_cast<std::streamsize>(first.size()));
    first.resize(static_cast<std::size_t>(stream.gcount()));
    if (kind == Output::trace) return first.rfind(first_columns, 0) == 0;
    return first.rfind(magic, 0) == 0 && first.find(our_library) != std::string::npos;
}

/// One of our own, which come with ddc-gateway.
bool is_own(const fs::path& program) {
    std::error_code error;
    const auto file = own_program(program.filename(), own_directory());
    const bool is_there =
        file && (!program.has_parent_path() ||
                 fs::weakly_canonical(program.parent_path(), error) == file->parent_path());
    return is_there && std::find(own_programs.begin(), own_programs.end(),
                                 program.filename().string()) != own_programs.end();
}

class PathWalk {
  public:
    PathWalk(const Folder& folder, const fs::path& first) : folder_(folder), first_(first) {}

    void walk(const fs::path& file, int depth) {
        if (!seen_.insert(file.lexically_normal()).second || !may_name_files(file)) return;
        ValueWalk values([&](const Value& value) {
            const std::string refusal = look(file, value, depth);
            if (!refusal.empty()) add(file, value, refusal);
        });
        try {
            if (!values.walk(YAML::LoadFile(file.string()), "", 0))
                add(file, {}, "the file is too long or nested too deep for the studio");
        } catch (const YAML::Exception&) {  // the reader of that file tells it
        }
    }

    Problems found;

  private:
    std::string look(const fs::path& file, const Value& value, int depth) {
        if (value.text.find('\0') != std::string::npos) return "may not hold a byte of 0";
        if (is_key(value.keys, "exec[0]")) return program_refusal(folder_, value.text);
        if (value.text.empty() || value.text.size() > longest_name) return {};
        for (const auto& [key, kind] :
             {std::pair("trace", Output::trace), std::pair("record", Output::recording)})
            if (is_key(value.keys, key))
                return output_refusal(folder_, file.parent_path() / value.text, kind);
        const std::string refusal = look_at(file.parent_path() / value.text, value, depth);
        const bool is_argument = value.keys.find("exec[") != std::string::npos;
        // A program runs in the folder of the studio.
        return refusal.empty() && is_argument ? look_at(folder_.root() / value.text, value, depth)
                                              : refusal;
    }

    std::string look_at(const fs::path& named, const Value& value, int depth) {
        std::error_code error;
        if (!fs::exists(fs::symlink_status(named, error))) return {};  // the readers tell
        if (is_gamepad(value.keys, named)) return {};
        if (!folder_.resolve(named))
            return "'" + value.text + "' does not lie below the folder " + folder_.root().string() +
                   "; the studio reads nothing else";
        if (const std::string reason = unreadable(named); !reason.empty()) return reason;
        if (is_key(value.keys, "route.file")) return {};  // it names nothing, and may be long
        if (depth == deepest_naming || seen_.size() == most_named)
            return "too many files name others";
        walk(named, depth + 1);
        return {};
    }

    void add(const fs::path& file, const Value& value, const std::string& refusal) {
        found.push_back({std::max(0, value.mark.line + 1), std::max(0, value.mark.column + 1),
                         value.keys, refusal,
                         file == first_ ? std::string() : folder_.name_of(file)});
    }

    const Folder& folder_;
    const fs::path& first_;
    std::set<fs::path> seen_;
};

}  // namespace

std::string program_refusal(const Folder& folder, const std::string& program) {
    std::error_code error;
    if (is_own(program)) return {};
    if (program.find('/') == std::string::npos)
        return "'" + program + "' is none of our own programs beside ddc-gateway (" +
               own_directory().string() + "); write ./" + program +
               " for one in the folder of the studio";
    const auto file = folder.resolve(program);
    if (!file)
        return "'" + program + "' does not lie below the folder " + folder.root().string() +
               "; the studio starts nothing else";
    const bool is_program = fs::is_regular_file(*file, error) && ::access(file->c_str(), X_OK) == 0;
    return is_program ? "" : "'" + program + "' is no program that you may execute";
}

std::string output_refusal(const Folder& folder, const fs::path& file, Output kind) {
    const auto found = folder.resolve(file);
    if (!found)
        return "'" + file.lexically_normal().string() + "' does not lie below the folder " +
               folder.root().string() + "; the studio writes nothing else";
    const std::string ending = kind == Output::trace ? ".csv" : ".mcap";
    if (folder.is_hidden(*found)) return "is hidden; the studio writes no such file";
    if (found->extension() != ending) return "the studio writes names that end with " + ending;
    std::error_code error;
    const fs::file_status status = fs::status(*found, error);
    if (!fs::exists(status)) return {};
    if (!fs::is_regular_file(status)) return "is no file";
    if (was_written_by_run(*found, kind)) return {};
    return "is there and was not written by a run; remove it, or choose another name";
}

Problems path_problems(const Folder& folder, const fs::path& file) {
    PathWalk walk(folder, file);
    walk.walk(file, 0);
    return std::move(walk.found);
}

}  // namespace gateway::studio

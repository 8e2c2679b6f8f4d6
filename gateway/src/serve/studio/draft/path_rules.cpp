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

/// The project's programs that drive a vehicle. Others are not accepted, since the folder of
/// ddc-gateway, such as /usr/bin, may contain a shell.
constexpr std::array<std::string_view, 7> own_programs{
    "autopilot", "autopilot_basic", "autopilot_actuation", "cruise",
    "limiter",   "platoon",         "high_level"};
constexpr int deepest_naming = 16, deepest_value_checked = 16;
constexpr std::size_t most_named = 1000;
constexpr std::size_t longest_name = 4096;
/// Limit for one file; YAML anchors can multiply its values.
constexpr std::size_t most_values = 10'000;
/// A larger file without the extension of YAML is a table or a route, and names no files.
constexpr std::uintmax_t longest_unnamed = std::uintmax_t{256} << 10U;
constexpr std::uintmax_t longest_yaml = std::uintmax_t{4} << 20U;
/// Files are checked while the user types, so they must not be large.
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

/// Rejects files that would block their reader, or take long. A value may be the name of a folder.
std::string unreadable(const fs::path& file) {
    std::error_code error;
    if (fs::is_directory(file, error)) return {};
    if (!fs::is_regular_file(file, error)) return "is not a regular file";
    const std::uintmax_t most = is_called_yaml(file) ? longest_yaml : longest_file;
    if (fs::file_size(file, error) <= most && !error) return {};
    return "the file is larger than " + std::to_string(most >> 20U) +
           " MB, the limit of the studio";
}

/// A value of a text.
struct Value {
    std::string keys;  ///< "programs[0].trace"
    YAML::Mark mark;
    std::string text;
};

class ValueWalk {
  public:
    using Visit = std::function<void(const Value&)>;
    explicit ValueWalk(Visit visit) : visit_(std::move(visit)) {}

    /// @return false if the text is too long or nested too deeply
    bool walk(const YAML::Node& node, const std::string& keys, int depth) {
        if (depth > deepest_value_checked || ++count_ > most_values) return false;
        if (node.IsScalar()) visit_({keys, node.Mark(), node.Scalar()});
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
    Visit visit_;
    std::size_t count_ = 0;
};

bool is_gamepad(const std::string& keys, const fs::path& path) {
    std::error_code error;
    return is_key(keys, "device") &&
           fs::weakly_canonical(path, error).string().rfind("/dev/input/", 0) == 0;
}

/// Recognises the file by its first bytes.
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

/// Whether the program is one of this project.
bool is_own(const fs::path& program) {
    std::error_code error;
    const auto file = own_program(program.filename(), own_directory());
    const bool is_installed =
        file && (!program.has_parent_path() ||
                 fs::weakly_canonical(program.parent_path(), error) == file->parent_path());
    return is_installed && std::find(own_programs.begin(), own_programs.end(),
                                     program.filename().string()) != own_programs.end();
}

class PathWalk {
  public:
    PathWalk(const Folder& folder, const fs::path& first) : folder_(folder), first_(first) {}

    void walk(const fs::path& file, int depth) {
        if (!seen_.insert(file.lexically_normal()).second || !may_name_files(file)) return;
        ValueWalk values([&](const Value& value) {
            const std::string refusal = check(file, value, depth);
            if (!refusal.empty()) add(file, value, refusal);
        });
        try {
            if (!values.walk(YAML::LoadFile(file.string()), "", 0))
                add(file, {}, "the file is too long or nested too deeply for the studio");
        } catch (const YAML::Exception&) {  // the configuration's reader reports it
        }
    }

    Problems found;

  private:
    std::string check(const fs::path& file, const Value& value, int depth) {
        if (value.text.find('\0') != std::string::npos) return "must not contain a zero byte";
        if (is_key(value.keys, "exec[0]")) return program_refusal(folder_, value.text);
        if (value.text.empty() || value.text.size() > longest_name) return {};
        for (const auto& [key, kind] :
             {std::pair("trace", Output::trace), std::pair("record", Output::recording),
              std::pair("record.file", Output::recording)})
            if (is_key(value.keys, key))
                return output_refusal(folder_, file.parent_path() / value.text, kind);
        const std::string refusal = check_path(file.parent_path() / value.text, value, depth);
        const bool is_argument = value.keys.find("exec[") != std::string::npos;
        // The working directory of a program is the studio's folder.
        return refusal.empty() && is_argument
                   ? check_path(folder_.root() / value.text, value, depth)
                   : refusal;
    }

    std::string check_path(const fs::path& named, const Value& value, int depth) {
        std::error_code error;
        if (!fs::exists(fs::symlink_status(named, error))) return {};  // reported by the readers
        if (is_gamepad(value.keys, named)) return {};
        if (!folder_.resolve(named))
            return "'" + value.text + "' is outside the folder " + folder_.root().string() +
                   "; the studio reads only the files in it";
        if (const std::string reason = unreadable(named); !reason.empty()) return reason;
        if (is_key(value.keys, "route.file")) return {};  // names no files, and may be large
        if (depth == deepest_naming || seen_.size() == most_named)
            return "too many files that name other files";
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
        return "'" + program + "' is not a program of this project in " + own_directory().string() +
               "; write ./" + program + " for a program in the studio's folder";
    const auto file = folder.resolve(program);
    if (!file)
        return "'" + program + "' is outside the folder " + folder.root().string() +
               "; the studio only starts programs in it";
    const bool is_program = fs::is_regular_file(*file, error) && ::access(file->c_str(), X_OK) == 0;
    return is_program ? "" : "'" + program + "' is not an executable file";
}

std::string output_refusal(const Folder& folder, const fs::path& file, Output kind) {
    const auto found = folder.resolve(file);
    if (!found)
        return "'" + file.lexically_normal().string() + "' is outside the folder " +
               folder.root().string() + "; the studio only writes files in it";
    const std::string ending = kind == Output::trace ? ".csv" : ".mcap";
    if (folder.is_hidden(*found)) return "is hidden; the studio does not write hidden files";
    if (found->extension() != ending) return "must end with " + ending + " in the studio";
    std::error_code error;
    const fs::file_status status = fs::status(*found, error);
    if (!fs::exists(status)) return {};
    if (!fs::is_regular_file(status)) return "is not a regular file";
    if (was_written_by_run(*found, kind)) return {};
    return "exists and was not written by a run; remove it, or choose another name";
}

Problems path_problems(const Folder& folder, const fs::path& file) {
    PathWalk walk(folder, file);
    walk.walk(file, 0);
    return std::move(walk.found);
}

}  // namespace gateway::studio

// SPDX-License-Identifier: MIT
#include "path_rules.hpp"

#include "../program/program_file.hpp"

#include <plant/yaml_reader.hpp>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <string_view>

namespace gateway::studio {
namespace {

namespace fs = std::filesystem;

/// What is installed beside ddc-gateway and is no program that drives a car is none of them: in
/// /usr/bin there is a shell as well.
constexpr std::array<std::string_view, 7> own_programs{
    "autopilot", "autopilot_basic", "autopilot_faulty", "cruise",
    "limiter",   "platoon",         "high_level"};
constexpr int deepest_naming = 16;
constexpr std::size_t most_named = 1000;
constexpr std::size_t longest_name = 4096;
/// Less than plant::scalars_of() finds.
constexpr std::size_t most_values = 5000;
/// What is longer and is not called YAML is a table or a route, and names nothing.
constexpr std::uintmax_t longest_unnamed = std::uintmax_t{256} << 10U;

bool ends_with(std::string_view text, std::string_view end) {
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

bool is_key(const std::string& keys, const std::string& name) {
    return keys == name || ends_with(keys, "." + name) || ends_with(keys, "]." + name);
}

bool may_name_files(const fs::path& file) {
    std::error_code error;
    if (!fs::is_regular_file(file, error)) return false;
    if (file.extension() == ".yaml" || file.extension() == ".yml") return true;
    return fs::file_size(file, error) <= longest_unnamed && !error;
}

bool is_gamepad(const std::string& keys, const fs::path& path) {
    std::error_code error;
    return is_key(keys, "device") &&
           fs::weakly_canonical(path, error).string().rfind("/dev/input/", 0) == 0;
}

/// Of "FILE:LINE:COLUMN: KEYS".
Problem at(const plant::YamlScalar& scalar, const fs::path& file) {
    Problem problem;
    problem.key = scalar.keys;
    const std::string name = file.string() + ":";
    if (scalar.place.rfind(name, 0) != 0) return problem;
    const char* const end = scalar.place.data() + scalar.place.size();
    const auto line = std::from_chars(scalar.place.data() + name.size(), end, problem.line);
    if (line.ptr != end && *line.ptr == ':') std::from_chars(line.ptr + 1, end, problem.column);
    return problem;
}

/// One of our own, beside ddc-gateway.
bool is_own(const fs::path& program) {
    std::error_code error;
    const fs::path file = own_directory() / program.filename();
    const bool is_there = !program.has_parent_path() ||
                          fs::weakly_canonical(program.parent_path(), error) == own_directory();
    return is_there && ::access(file.c_str(), X_OK) == 0 &&
           std::find(own_programs.begin(), own_programs.end(), program.filename().string()) !=
               own_programs.end();
}

class PathWalk {
  public:
    PathWalk(const Folder& folder, const fs::path& first) : folder_(folder), first_(first) {}

    void walk(const fs::path& file, int depth) {
        if (!seen_.insert(file.lexically_normal()).second || !may_name_files(file)) return;
        const std::vector<plant::YamlScalar> scalars = plant::scalars_of(file);
        if (scalars.size() > most_values) return add(file, scalars[0], "the file is too long");
        for (const plant::YamlScalar& scalar : scalars) {
            const std::string refusal = look(file, scalar, depth);
            if (!refusal.empty()) add(file, scalar, refusal);
        }
    }

    Problems found;

  private:
    std::string look(const fs::path& file, const plant::YamlScalar& scalar, int depth) {
        if (is_key(scalar.keys, "exec[0]")) return program_refusal(folder_, scalar.text);
        if (scalar.text.empty() || scalar.text.size() > longest_name) return {};
        const fs::path named = file.parent_path() / scalar.text;
        if (is_key(scalar.keys, "trace")) return output_refusal(folder_, named);
        std::error_code error;
        if (!fs::exists(fs::symlink_status(named, error))) return {};  // the readers tell
        if (is_gamepad(scalar.keys, named)) return {};
        if (!folder_.resolve(named))
            return "'" + scalar.text + "' does not lie below the folder " +
                   folder_.root().string() + "; the studio reads nothing else";
        if (depth == deepest_naming || seen_.size() == most_named)
            return "too many files name others";
        walk(named, depth + 1);
        return {};
    }

    void add(const fs::path& file, const plant::YamlScalar& scalar, const std::string& refusal) {
        Problem problem = at(scalar, file);
        problem.message = refusal;
        if (file != first_) problem.file = folder_.name_of(file);
        found.push_back(std::move(problem));
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

std::string output_refusal(const Folder& folder, const fs::path& file) {
    const auto found = folder.resolve(file);
    if (!found)
        return "'" + file.lexically_normal().string() + "' does not lie below the folder " +
               folder.root().string() + "; the studio writes nothing else";
    std::error_code error;
    const fs::file_status status = fs::status(*found, error);
    return fs::exists(status) && !fs::is_regular_file(status) ? "is no file" : "";
}

Problems path_problems(const Folder& folder, const fs::path& file) {
    PathWalk walk(folder, file);
    walk.walk(file, 0);
    return std::move(walk.found);
}

}  // namespace gateway::studio

// SPDX-License-Identifier: MIT
#include "write_program.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <string_view>

namespace gateway::new_program {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view placeholder = "my_program";
constexpr std::size_t longest_name = 64;
/// Names of targets that CMake reserves (policy CMP0037).
constexpr std::array<std::string_view, 9> names_of_cmake{
    "all", "clean", "depend", "edit_cache", "help", "install", "package", "rebuild_cache", "test"};

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_identifier(const std::string& text) {
    return !text.empty() && is_letter(text[0]) && std::all_of(text.begin(), text.end(), [](char c) {
        return is_letter(c) || (c >= '0' && c <= '9') || c == '_';
    });
}

std::string with_name(std::string text, const std::string& name) {
    for (std::size_t at = 0; (at = text.find(placeholder, at)) != std::string::npos;
         at += name.size())
        text.replace(at, placeholder.size(), name);
    return text;
}

/// Replaces the path of the schema, which a template gives relative to its own folder.
std::string with_schema(std::string text, const fs::path& schemas) {
    constexpr std::string_view begin = "$schema=", schema = "run.schema.json";
    const std::size_t at = text.find(begin);
    if (at == std::string::npos) return text;
    const std::size_t from = at + begin.size(), end = text.find(schema, from) + schema.size();
    return text.replace(from, end - from, (schemas / schema).string());
}

void write_file(const TemplateFile& source, const Names& names, const fs::path& folder) {
    const fs::path file = folder / source.name;
    std::ofstream out(file, std::ios::binary);
    out << with_schema(with_name(source.text, names.program), names.schemas);
    out.close();
    if (!out) throw std::runtime_error(file.string() + ": cannot be written");
    if (source.is_executable)
        fs::permissions(file,
                        fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                        fs::perm_options::add);
}

}  // namespace

std::string name_problem(const std::string& name) {
    if (!is_identifier(name))
        return "NAME: must be letters, digits and _, starting with a letter, is '" + name + "'";
    if (name.size() > longest_name)
        return "NAME: must have at most " + std::to_string(longest_name) + " characters";
    if (std::find(names_of_cmake.begin(), names_of_cmake.end(), name) != names_of_cmake.end())
        return "NAME: '" + name + "' is a reserved target of CMake; choose another name";
    return {};
}

void write_program(const Template& source, const Names& names, const fs::path& parent) {
    if (const std::string problem = name_problem(names.program); !problem.empty())
        throw std::invalid_argument(problem);
    const fs::path folder = parent / names.program;
    std::error_code error;
    const bool is_new = fs::create_directory(folder, error);
    if (error && !fs::exists(fs::symlink_status(folder)))
        throw fs::filesystem_error("cannot create the folder", folder, error);
    if (!is_new)
        throw std::invalid_argument("NAME: '" + names.program +
                                    "' exists already and is not overwritten; choose another name");
    try {
        for (const TemplateFile& file : source.files) write_file(file, names, folder);
    } catch (const std::exception&) {
        fs::remove_all(folder, error);
        throw;
    }
}

}  // namespace gateway::new_program

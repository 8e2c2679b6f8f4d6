// SPDX-License-Identifier: MIT
#include "folder.hpp"

#include "http/json_body.hpp"
#include "output/output_file.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace gateway::studio {
namespace {

namespace fs = std::filesystem;
using data_port::Refusal;

constexpr std::size_t most_listed = 1000;
constexpr std::size_t most_entries_searched = 100'000;
constexpr int deepest_folder = 8;
constexpr std::uintmax_t longest_file_bytes = std::uintmax_t{16} << 20U;

bool is_below(const fs::path& root, const fs::path& path) {
    const auto [end, rest] = std::mismatch(root.begin(), root.end(), path.begin(), path.end());
    static_cast<void>(rest);
    return end == root.end();
}

bool begins_with_dot(const fs::path& name) {
    const std::string text = name.string();
    return !text.empty() && text.front() == '.' && text != "." && text != "..";
}

bool is_yaml(const fs::path& file) {
    return file.extension() == ".yaml" || file.extension() == ".yml";
}

/// The schema's name in the first line: "run" of `# yaml-language-server:
/// $schema=../../schemas/run.schema.json`.
std::string schema_of(const fs::path& file) {
    constexpr std::size_t longest_first_line = 500;
    std::ifstream stream(file);
    std::string line(longest_first_line, '\0');
    stream.read(line.data(), longest_first_line);
    line.resize(static_cast<std::size_t>(stream.gcount()));
    line.resize(std::min(line.find('\n'), line.size()));
    const std::string begin = "$schema=", end = ".schema.json";
    const std::size_t at = line.find(begin), stop = line.find(end);
    if (line.empty() || line[0] != '#' || at == std::string::npos || stop == std::string::npos)
        return {};
    const std::size_t slash = line.rfind('/', stop);
    const std::size_t first = slash == std::string::npos ? at + begin.size() : slash + 1;
    return first < stop ? line.substr(first, stop - first) : std::string();
}

/// The kind by keys of the first level that only files of that kind have.
std::string kind_by_keys(const fs::path& file) {
    constexpr std::size_t most_bytes_searched = 65536;
    constexpr std::pair<const char*, const char*> kinds[] = {
        {"\nprogram:", "run"}, {"\nprograms:", "run"}, {"\nvehicles:", "vdsim_realtime"}};
    std::ifstream stream(file);
    std::string text(most_bytes_searched, '\0');
    stream.read(text.data(), most_bytes_searched);
    text.resize(static_cast<std::size_t>(stream.gcount()));
    text.insert(0, "\n");
    for (const auto& [key, kind] : kinds)
        if (text.find(key) != std::string::npos) return kind;
    return {};
}

/// @return empty if neither the first line nor the keys show the kind
std::string yaml_kind(const fs::path& file) {
    const std::string schema = schema_of(file);
    return schema.empty() ? kind_by_keys(file) : schema;
}

/// @return empty for a file that is not listed
std::string kind_of(const fs::path& file) {
    static constexpr std::array endings{".yaml", ".yml", ".csv", ".tir", ".json", ".geojson"};
    const std::string ending = file.extension().string();
    if (std::find(endings.begin(), endings.end(), ending) == endings.end()) return {};
    const std::string kind = is_yaml(file) ? yaml_kind(file) : std::string();
    return kind.empty() ? ending.substr(1) : kind;
}

bool is_left_out(const fs::directory_entry& entry) {
    const fs::path name = entry.path().filename();
    return begins_with_dot(name) || name == "build" || name == "node_modules";
}

fs::path checked_path(const Folder& folder, const std::string& path) {
    const auto found =
        path.empty() || path.find('\0') != std::string::npos ? std::nullopt : folder.resolve(path);
    if (!found) throw Refusal(403, "path: '" + path + "' is outside the folder");
    if (folder.is_hidden(*found)) throw Refusal(403, "path: '" + path + "' is hidden");
    return *found;
}

}  // namespace

Folder::Folder(const fs::path& root) {
    std::error_code error;
    root_ = fs::canonical(root, error);
    if (error || !fs::is_directory(root_, error))
        throw std::invalid_argument(root.string() + ": is not a folder");
}

std::optional<fs::path> Folder::resolve(const fs::path& path) const {
    std::error_code error;
    const fs::path found = fs::weakly_canonical(root_ / path, error);
    if (error || !is_below(root_, found)) return std::nullopt;
    for (fs::path part = found; part != root_; part = part.parent_path())
        if (fs::is_symlink(part, error)) return std::nullopt;
    return found;
}

bool Folder::is_hidden(const fs::path& path) const {
    const fs::path inside = path.lexically_relative(root_);
    return std::any_of(inside.begin(), inside.end(), begins_with_dot);
}

std::string Folder::name_of(const fs::path& path) const {
    return path.lexically_normal().lexically_proximate(root_).string();
}

std::vector<ListedFile> Folder::files() const {
    std::vector<ListedFile> found;
    std::error_code error;
    fs::recursive_directory_iterator at(root_, fs::directory_options::skip_permission_denied,
                                        error);
    std::size_t searched = 0;
    for (; at != fs::recursive_directory_iterator(); at.increment(error)) {
        if (error || ++searched > most_entries_searched || found.size() == most_listed) break;
        if (at->is_directory(error)) {
            if (is_left_out(*at) || at.depth() >= deepest_folder) at.disable_recursion_pending();
        } else if (at->is_regular_file(error) && !is_left_out(*at)) {
            const std::string kind = kind_of(at->path());
            if (!kind.empty()) found.push_back({name_of(at->path()), kind});
        }
    }
    std::sort(found.begin(), found.end(),
              [](const auto& a, const auto& b) { return a.path < b.path; });
    return found;
}

std::string Folder::read(const std::string& path) const {
    const fs::path file = checked_path(*this, path);
    std::error_code error;
    if (!fs::is_regular_file(file, error)) throw Refusal(404, "there is no file '" + path + "'");
    if (fs::file_size(file, error) > longest_file_bytes)
        throw Refusal(413, "'" + path + "' is too large");
    std::ifstream stream(file, std::ios::binary);
    if (!stream) throw Refusal(403, "'" + path + "' cannot be read");
    return {std::istreambuf_iterator<char>(stream), {}};
}

bool Folder::save(const std::string& path, const std::string& yaml) const {
    const fs::path file = checked_path(*this, path);
    if (!is_yaml(file)) throw Refusal(400, "path: must end with .yaml or .yml");
    std::error_code error;
    const fs::file_status status = fs::status(file, error);
    if (fs::exists(status) && !fs::is_regular_file(status))
        throw Refusal(409, "'" + path + "' is not a regular file");
    try {
        OutputFile output(file);
        output.stream() << yaml;
        output.close();
    } catch (const std::runtime_error& problem) {
        throw Refusal(409, problem.what());
    }
    return !fs::exists(status);
}

fs::path Folder::place_of(const std::string& path) const {
    if (path.empty()) return root_;
    const fs::path place = checked_path(*this, path).parent_path();
    std::error_code error;
    if (!fs::is_directory(place, error))
        throw Refusal(404, "the folder of '" + path + "' does not exist");
    return place;
}

}  // namespace gateway::studio

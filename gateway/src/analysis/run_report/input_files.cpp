// SPDX-License-Identifier: MIT
#include "input_files.hpp"

#include "check/summary_json.hpp"
#include "columns/mcap_trace.hpp"
#include "columns/trace.hpp"

#include <plant/yaml_reader.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <stdexcept>

namespace gateway::run_report {
namespace {

namespace fs = std::filesystem;

/// A folder with more files is read in part.
constexpr std::size_t most_files = 1000;
constexpr std::uintmax_t most_yaml_bytes = 1'000'000;

enum class Kind { none, trace, recording, summary, config };

bool is_config(const fs::path& file) {
    if (fs::file_size(file) > most_yaml_bytes) return false;
    plant::YamlReader reader(file);
    return reader.has("program") || reader.has("programs") || reader.has("requirements");
}

/// @throws plant::FileError, std::invalid_argument for what cannot be read
Kind kind_of(const fs::path& file) {
    if (is_mcap(file)) return Kind::recording;
    const std::string ending = file.extension().string();
    if (ending == ".csv" && open_trace(file)->time()) return Kind::trace;
    if (ending == ".json" && summaries::is_summary(summaries::read_json(file)))
        return Kind::summary;
    if ((ending == ".yaml" || ending == ".yml") && is_config(file)) return Kind::config;
    return Kind::none;
}

Kind kind_in_folder(const fs::path& file) {
    try {
        return kind_of(file);
    } catch (const std::exception&) {  // such as a YAML file of something else
        return Kind::none;
    }
}

void set_once(std::optional<fs::path>& place, const fs::path& file, const char* what) {
    if (place)
        throw std::invalid_argument(place->string() + " and " + file.string() + " are both " +
                                    what + "; a report is of one run: name its files");
    place = file;
}

void add(const fs::path& file, Kind kind, InputFiles& files) {
    if (kind == Kind::trace) files.traces.push_back(file);
    if (kind == Kind::recording) files.recordings.push_back(file);
    if (kind == Kind::summary) set_once(files.summary, file, "summaries");
    if (kind == Kind::config) set_once(files.config, file, "configurations");
}

void add_folder(const fs::path& folder, InputFiles& files) {
    std::vector<fs::path> found;
    for (const auto& item : fs::directory_iterator(folder))
        if (item.is_regular_file() && found.size() < most_files) found.push_back(item.path());
    std::sort(found.begin(), found.end());
    for (const fs::path& file : found) add(file, kind_in_folder(file), files);
}

void add_file(const fs::path& file, InputFiles& files) {
    if (!fs::exists(file)) throw std::invalid_argument(file.string() + ": there is no such file");
    if (!fs::is_regular_file(file))
        throw std::invalid_argument(file.string() + ": must be a file or a folder");
    const Kind kind = kind_of(file);
    if (kind == Kind::none)
        throw std::invalid_argument(
            file.string() +
            ": is no file of a run: a trace (.csv with t_s), a recording (MCAP), a summary (.json) "
            "or a configuration (.yaml)");
    add(file, kind, files);
}

}  // namespace

std::vector<fs::path> InputFiles::all() const {
    std::vector<fs::path> files = traces;
    files.insert(files.end(), recordings.begin(), recordings.end());
    for (const auto& file : {summary, config})
        if (file) files.push_back(*file);
    return files;
}

InputFiles sort_files(const std::vector<std::string>& given) {
    InputFiles files;
    for (const std::string& name : given)
        if (fs::is_directory(name))
            add_folder(name, files);
        else
            add_file(name, files);
    if (files.all().empty())
        throw std::invalid_argument(given[0] +
                                    ": has no trace, recording, summary or configuration of a run");
    return files;
}

}  // namespace gateway::run_report

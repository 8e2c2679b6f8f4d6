// SPDX-License-Identifier: MIT
#include "run.hpp"

#include "check/summary_json.hpp"
#include "columns/mcap_trace.hpp"
#include "columns/repair_advice.hpp"
#include "columns/trace.hpp"
#include "text/file_text.hpp"

#include <ddc/recording/mcap_reader.hpp>
#include <plant/file_error.hpp>
#include <plant/open_file.hpp>
#include <plant/yaml_reader.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace gateway::run_report {
namespace {

/// The files of one run by their kind.
struct InputFiles {
    std::vector<std::filesystem::path> traces;      ///< CSV
    std::vector<std::filesystem::path> recordings;  ///< MCAP
    std::optional<std::filesystem::path> summary;   ///< JSON
    std::optional<std::filesystem::path> config;    ///< YAML

    std::vector<std::filesystem::path> all() const;
};

namespace fs = std::filesystem;

/// The largest number of files that are read in a folder.
constexpr std::size_t most_files = 1000;
constexpr std::uintmax_t most_yaml_bytes = 1'000'000;

enum class Kind { none, trace, recording, summary, config };

bool is_config(const fs::path& file) {
    if (fs::file_size(file) > most_yaml_bytes) return false;
    plant::YamlReader reader(file);
    return reader.has("program") || reader.has("driver") || reader.has("programs") ||
           reader.has("requirements");
}

/// @throws plant::FileError, std::invalid_argument for a file that cannot be read
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
        throw std::invalid_argument(
            place->string() + " and " + file.string() + " are both " + what +
            "; a report is about one run: name its files. Only realtime runs may "
            "be on one page, by their summaries alone");
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
    if (!fs::exists(file)) throw std::invalid_argument(file.string() + ": does not exist");
    if (!fs::is_regular_file(file))
        throw std::invalid_argument(file.string() + ": must be a file or a folder");
    const Kind kind = kind_of(file);
    if (kind == Kind::none)
        throw std::invalid_argument(
            file.string() +
            ": is not a file of a run; such are a trace (.csv with t_s), a recording (MCAP), a "
            "summary (.json) and a configuration (.yaml)");
    add(file, kind, files);
}

std::vector<fs::path> InputFiles::all() const {
    std::vector<fs::path> files = traces;
    files.insert(files.end(), recordings.begin(), recordings.end());
    for (const auto& file : {summary, config})
        if (file) files.push_back(*file);
    return files;
}

/// Sorts files, and the files in folders but not in subfolders, by their kind. Other files in a
/// folder are ignored.
/// @throws std::invalid_argument for another file that was given, for two summaries or
/// configurations, and if there are no files
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

using namespace ddc::recording;

/// The texts of a recording of a run.
struct RecordedTexts {
    std::string library;              ///< the program that wrote it: "ddc-gateway 1.0.0"
    ddc::recording::McapTexts facts;  ///< the metadata `run`
    std::string config, summary;      ///< attachments; empty if they are missing
};

void take(const McapReader::Item& item, RecordedTexts& texts) {
    if (const auto* attachment = std::get_if<McapAttachment>(&item)) {
        if (attachment->name == "run.yaml") texts.config = attachment->data;
        if (attachment->name == "summary.json") texts.summary = attachment->data;
    } else if (const auto* metadata = std::get_if<McapMetadata>(&item)) {
        if (metadata->name == "run") texts.facts = metadata->values;
    }
}

/// Reads a recording to its end.
/// @throws plant::FileError if it is damaged
RecordedTexts read_recorded_texts(const std::filesystem::path& file) {
    RecordedTexts texts;
    auto in = plant::open_file(file);
    try {
        McapReader reader(in, file.string());
        texts.library = reader.header().library;
        while (const auto item = reader.next()) take(*item, texts);
    } catch (const McapError& error) {
        const std::string prefix = file.string() + ": ", what = with_repair_advice(error);
        throw plant::FileError(file.string(), 0, 0, "",
                               what.rfind(prefix, 0) == 0 ? what.substr(prefix.size()) : what);
    }
    return texts;
}

/// Adds data of a recording that are not in a file.
void add_recording(const std::filesystem::path& file, const InputFiles& files, Run& run) {
    const RecordedTexts texts = read_recorded_texts(file);
    const std::string name = file.filename().string();
    run.facts.emplace_back(name + ": written by", texts.library);
    for (const auto& [fact, value] : texts.facts) run.facts.emplace_back(name + ": " + fact, value);
    if (!files.summary && !texts.summary.empty())
        run.summaries.push_back(summaries::parse_json(name + ": summary.json", texts.summary));
    if (files.config || !run.config.empty()) return;
    run.config_name = name + ": run.yaml";
    run.config = texts.config;
}

/// The name of the run: that of the folder, of the configuration or of the first file.
std::string name_of(const std::filesystem::path& given, const InputFiles& files) {
    if (std::filesystem::is_directory(given))
        return std::filesystem::absolute(given / "").lexically_normal().parent_path().filename();
    return files.config.value_or(given).stem();
}

}  // namespace

Run read_run(const std::vector<std::string>& given) {
    const InputFiles files = sort_files(given);
    Run run;
    run.name = name_of(given[0], files);
    run.files = files.all();
    run.traces = files.traces.empty() ? files.recordings : files.traces;
    if (files.summary)
        run.summaries = summaries::summaries_in(summaries::read_json(*files.summary));
    if (files.config) {
        run.config_name = files.config->filename().string();
        run.config = text_of(*files.config);
    }
    for (const auto& recording : files.recordings) add_recording(recording, files, run);
    return run;
}

}  // namespace gateway::run_report

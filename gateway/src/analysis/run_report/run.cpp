// SPDX-License-Identifier: MIT
#include "run.hpp"

#include "check/summary_json.hpp"
#include "columns/repair_advice.hpp"
#include "input_files.hpp"
#include "text/file_text.hpp"

#include <ddc/recording/mcap_reader.hpp>
#include <plant/file_error.hpp>
#include <plant/open_file.hpp>

namespace gateway::run_report {
namespace {

using namespace ddc::recording;

/// What a recording of a run has beside its messages.
struct RecordedTexts {
    std::string library;              ///< what wrote it: "ddc-gateway 1.0.0"
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

/// Adds what a recording has and no file does.
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

/// That of the folder, of the configuration or of the first file.
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

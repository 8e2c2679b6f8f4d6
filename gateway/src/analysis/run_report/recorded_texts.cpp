// SPDX-License-Identifier: MIT
#include "recorded_texts.hpp"

#include "columns/repair_advice.hpp"

#include <plant/file_error.hpp>
#include <plant/open_file.hpp>

#include <ddc/recording/mcap_reader.hpp>

namespace gateway::run_report {
namespace {

using namespace ddc::recording;

void take(const McapReader::Item& item, RecordedTexts& texts) {
    if (const auto* attachment = std::get_if<McapAttachment>(&item)) {
        if (attachment->name == "run.yaml") texts.config = attachment->data;
        if (attachment->name == "summary.json") texts.summary = attachment->data;
    } else if (const auto* metadata = std::get_if<McapMetadata>(&item)) {
        if (metadata->name == "run") texts.facts = metadata->values;
    }
}

}  // namespace

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

}  // namespace gateway::run_report

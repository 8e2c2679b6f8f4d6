// SPDX-License-Identifier: MIT
#include "recorded_run.hpp"

#include "attached_files.hpp"
#include "columns/recording_clock.hpp"
#include "columns/repair_advice.hpp"
#include "text/text.hpp"

#include <ddc/recording/mcap_reader.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <set>
#include <stdexcept>
#include <system_error>

namespace gateway {
namespace {

using namespace ddc::recording;

constexpr const char* outputs_topic = "/program/outputs";

/// The data that are collected while a recording is read.
struct Found {
    RecordedRun run;
    nlohmann::json summary;        ///< null if the run was killed
    std::set<std::string> topics;  ///< topics with a message
    std::uint64_t epoch_ns = 0;    ///< of its messages at the simulated time 0
};

void take(const McapAttachment& attachment, Found& found) {
    const std::string folder = attached_folder;
    if (attachment.name == "summary.json")
        found.summary = nlohmann::json::parse(attachment.data, nullptr, false);
    if (attachment.name.compare(0, folder.size(), folder) == 0)
        found.run.files.push_back({attachment.name.substr(folder.size()), "", "", attachment.data});
}

void take(const McapMessage& message, const std::string& topic, Found& found) {
    found.topics.insert(topic);
    const SimTime now(static_cast<std::int64_t>(message.log_time_ns - found.epoch_ns));
    if (topic == outputs_topic) found.run.last_cycle = std::max(found.run.last_cycle, now);
}

void take(const McapMetadata& metadata, Found& found) {
    if (metadata.name == "run") found.run.facts = metadata.values;
    read_epoch(metadata, found.epoch_ns);
}

void take_all(McapReader& reader, Found& found) {
    while (const auto item = reader.next()) {
        if (const auto* message = std::get_if<McapMessage>(&*item))
            take(*message, reader.channel(message->channel).topic, found);
        else if (const auto* attachment = std::get_if<McapAttachment>(&*item))
            take(*attachment, found);
        else
            take(std::get<McapMetadata>(*item), found);
    }
}

/// The damage of a file, or an empty text.
std::string damage_of(std::istream& in, Found& found) {
    const std::string file = found.run.file.string();
    try {
        McapReader reader(in, file);
        take_all(reader, found);
        if (!reader.is_cut()) return {};
        return file + ": byte " + std::to_string(reader.good_bytes()) +
               ": the file ends here; it was not closed, or was truncated; repair it with "
               "`ddc-gateway "
               "mcap repair`";
    } catch (const McapError& error) {
        return with_repair_advice(error);
    }
}

/// Whether all frozen files have names without a folder, so they are written only to the folder for
/// them.
bool has_plain_names(const std::vector<FrozenFile>& files) {
    for (const FrozenFile& file : files)
        if (file.name.empty() || file.name == "." || file.name == ".." ||
            file.name.find('/') != std::string::npos || file.name.find('\0') != std::string::npos)
            return false;
    return true;
}

bool is_number(const std::string& text) {
    return is_digits(text) && text.size() < 6;
}

bool has_lost_program(const nlohmann::json& summary) {
    const auto losses = summary.find("losses");
    return losses != summary.end() && losses->is_number() && *losses != 0;
}

bool was_stopped(const nlohmann::json& summary) {
    const auto reason = summary.find("exit_reason");
    return summary.is_null() || (reason != summary.end() && *reason == "interrupted");
}

/// Why a run cannot be repeated, or an empty text.
std::string misfit_of(const Found& found) {
    const RecordedRun& run = found.run;
    if (run.facts.empty())
        return "is not a recording of a run; use `record: FILE.mcap` to make one";
    if (run.fact("mode") == "realtime")
        return "is of a realtime run, whose outputs depend on the wall clock; record a run in "
               "measured mode";
    if (run.files.empty() || !is_number(run.fact("index")) || !has_plain_names(run.files))
        return "does not contain the files of its configuration; record the run again";
    if (found.topics.count("/program/inputs") == 0)
        return "has no inputs of a program (/program/inputs)";
    if (found.topics.count(outputs_topic) == 0)
        return "has no outputs of a program (/program/outputs) to compare with";
    if (has_lost_program(found.summary))
        return "is of a run in which the program was lost, so its inputs are not known";
    return {};
}

}  // namespace

RecordedRun read_recorded_run(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in || std::filesystem::is_directory(file))
        throw std::invalid_argument(
            file.string() + ": cannot be read: " +
            std::generic_category().message(std::filesystem::is_directory(file) ? EISDIR : errno));
    Found found;
    found.run.file = file;
    if (const std::string damage = damage_of(in, found); !damage.empty())
        throw std::invalid_argument(damage);
    if (const std::string misfit = misfit_of(found); !misfit.empty())
        throw std::invalid_argument(file.string() + ": " + misfit);
    found.run.was_stopped = was_stopped(found.summary);
    return std::move(found.run);
}

}  // namespace gateway

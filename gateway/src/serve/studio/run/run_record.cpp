// SPDX-License-Identifier: MIT
#include "run_record.hpp"

#include "http/json_body.hpp"
#include "output/output_file.hpp"
#include "output/output_queue.hpp"
#include "text/file_text.hpp"

#include <nlohmann/json.hpp>

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <stdexcept>
#include <system_error>

namespace gateway::studio {
namespace {

namespace fs = std::filesystem;
using data_port::Refusal;
using nlohmann::ordered_json;
using State = RunRecord::State;

constexpr std::uintmax_t longest_trace = std::uintmax_t{64} << 20U;
constexpr std::uintmax_t longest_kept = std::uintmax_t{16} << 20U;  ///< of other files
constexpr const char* words[] = {"starting", "running", "ended"};

/// Empty if it is not there. No link is followed.
std::string kept_text(const RunRecord& record, const char* name) {
    const Descriptor file(
        ::open((record.files / name).c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    struct stat found {};
    const bool is_readable = file.get() >= 0 && ::fstat(file.get(), &found) == 0 &&
                             S_ISREG(found.st_mode) &&
                             static_cast<std::uintmax_t>(found.st_size) <= longest_kept;
    return is_readable ? text_if_any("/proc/self/fd/" + std::to_string(file.get())) : std::string();
}

/// All of it or nothing. No link is followed.
void write_file(const fs::path& file, const std::string& text) {
    const std::string part = file.string() + ".part";
    const Descriptor descriptor(
        ::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600));
    int error = descriptor.get() < 0 ? errno : write_all(descriptor.get(), text);
    if (error == 0 && std::rename(part.c_str(), file.c_str()) != 0) error = errno;
    if (error == 0) return;
    throw std::runtime_error(file.filename().string() + " could not be written in full: " +
                             std::generic_category().message(error));
}

std::string dumped(const ordered_json& json) {
    return json.dump(1, ' ', false, ordered_json::error_handler_t::replace);
}

/// When a file was last written, in s since 1970; 0 if it is not there.
double changed_s(const fs::path& file) {
    struct stat found {};
    if (::stat(file.c_str(), &found) != 0) return 0;
    return static_cast<double>(found.st_mtim.tv_sec) +
           1e-9 * static_cast<double>(found.st_mtim.tv_nsec);
}

std::string verdict_of(const RunRecord& record) {
    static constexpr const char* verdicts[] = {"done", "failed", "bad configuration", "degraded"};
    const auto& code = record.exit_code;
    if (code == 0 && record.was_stopped) return "stopped";
    if (code && *code >= 0 && *code < 4) return verdicts[*code];
    return record.how_it_ended;
}

/// Only those in the run's folder: a file elsewhere is a person's, and may be another run's by now.
ordered_json kept_traces(const RunRecord& record) {
    auto names = ordered_json::array();
    for (const fs::path& trace : record.traces)
        names.push_back(trace.parent_path() == record.files ? trace.filename().string() : "");
    return names;
}

/// As far as it came.
void end_killed(RunRecord& record) {
    record.ended_s = std::max(record.started_s, changed_s(record.files / "run.json"));
    for (const fs::path& trace : record.traces) {
        if (trace.empty()) continue;
        std::error_code ignored;
        fs::rename(OutputFile::part_of(trace), trace, ignored);
        record.ended_s = std::max(record.ended_s, changed_s(trace));
    }
    record.how_it_ended = "ended when the studio was killed";
}

RunRecord read_record(const RunFolder& folder, const ordered_json& json) {
    RunRecord record;
    record.id = folder.id();
    record.files = folder.inside();
    record.state = State::ended;
    record.kind = json.at("kind").get<std::string>();
    record.name = json.at("name").get<std::string>();
    record.table = json.at("table").get<std::string>();
    record.started_s = json.at("started").get<double>();
    record.was_stopped = json.value("stopped", false);
    record.how_it_ended = json.at("how").get<std::string>();
    if (!json.at("exit_code").is_null()) record.exit_code = json.at("exit_code").get<int>();
    for (const auto& item : json.at("traces")) {
        const fs::path name = fs::path(item.get<std::string>()).filename();
        record.traces.push_back(name.empty() ? fs::path() : record.files / name);
    }
    record.yaml = kept_text(record, "run.yaml");
    read_summary(record);
    if (json.at("ended").is_null())
        end_killed(record);
    else
        record.ended_s = json.at("ended").get<double>();
    return record;
}

}  // namespace

double now_s() {
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch())
        .count();
}

void save(const RunRecord& record) {
    const bool has_ended = record.state == State::ended;
    const ordered_json json{
        {"kind", record.kind},
        {"name", record.name},
        {"table", record.table},
        {"started", record.started_s},
        {"ended", has_ended ? ordered_json(record.ended_s) : ordered_json()},
        {"exit_code", record.exit_code ? ordered_json(*record.exit_code) : ordered_json()},
        {"stopped", record.was_stopped},
        {"how", record.how_it_ended},
        {"traces", kept_traces(record)}};
    write_file(record.files / "run.yaml", record.yaml);
    write_file(record.files / "run.json", dumped(json));
}

std::optional<RunRecord> load_record(const RunFolder& folder) {
    RunRecord place;
    place.files = folder.inside();
    try {
        return read_record(folder, ordered_json::parse(kept_text(place, "run.json")));
    } catch (const ordered_json::exception&) {  // such as one that has not begun
        return std::nullopt;
    }
}

void keep_traces(RunRecord& record) {
    for (std::size_t i = 0; i < record.traces.size(); ++i) {
        fs::path& trace = record.traces[i];
        std::error_code error;
        if (trace.empty() || trace.parent_path() == record.files) continue;
        const fs::path copy = record.files / ("trace_" + std::to_string(i) + ".csv");
        const bool is_short = fs::file_size(trace, error) <= longest_trace && !error;
        if (is_short) fs::copy_file(trace, copy, error);
        trace = is_short && !error ? copy : fs::path();
    }
}

void read_summary(RunRecord& record) {
    std::string text = kept_text(record, "summary.json");
    if (ordered_json::accept(text)) record.summary = std::move(text);
}

void keep_summary(const RunRecord& record, const std::string& json) {
    write_file(record.files / "summary.json", json);
}

void keep_log(const RunRecord& record, const std::string& json) {
    write_file(record.files / "log.json", json);
}

ordered_json kept_log(const RunRecord& record, std::uint64_t after) {
    ordered_json log = ordered_json::parse(kept_text(record, "log.json"), nullptr, false);
    auto lines = ordered_json::array();
    if (!log.is_object() || !log.contains("lines")) return {{"next", 0}, {"lines", lines}};
    for (ordered_json& line : log["lines"])
        if (line.is_object() && line.value("n", std::uint64_t{0}) > after)
            lines.push_back(std::move(line));
    log["lines"] = std::move(lines);
    return log;
}

ordered_json to_json(const RunRecord& record) {
    const bool has_ended = record.state == State::ended;
    ordered_json row{
        {"id", std::to_string(record.id)},
        {"name", record.name},
        {"kind", record.kind},
        {"state", words[static_cast<int>(record.state)]},
        {"exit_code", record.exit_code ? ordered_json(*record.exit_code) : ordered_json()},
        {"started", record.started_s},
        {"ended", has_ended ? ordered_json(record.ended_s) : ordered_json()},
        {"verdict", has_ended ? ordered_json(verdict_of(record)) : ordered_json()}};
    row["summary"] = ordered_json::parse(record.summary, nullptr, false);
    if (row["summary"].is_discarded()) row["summary"] = nullptr;
    return row;
}

ordered_json files_json(const RunRecord& record) {
    auto files = ordered_json::array();
    for (std::size_t i = 0; i < record.traces.size(); ++i) {
        if (record.traces[i].empty()) continue;
        const std::string href =
            "/api/studio/runs/" + std::to_string(record.id) + "/trace?vehicle=" + std::to_string(i);
        files.push_back(
            {{"path", record.traces[i].filename().string()}, {"vehicle", i}, {"href", href}});
    }
    return files;
}

std::string trace_text(const RunRecord& record, std::size_t vehicle) {
    if (vehicle >= record.traces.size() || record.traces[vehicle].empty())
        throw Refusal(404, "this run records no trace of that vehicle; `trace: FILE` does it");
    std::error_code error;
    fs::path file = record.traces[vehicle];
    if (record.state != State::ended) file = OutputFile::newest_part_of(file);  // as it grows
    if (!fs::is_regular_file(file, error)) throw Refusal(404, "there is no trace yet");
    if (fs::file_size(file, error) > longest_trace)
        throw Refusal(413, "the trace is too long to be shown");
    return text_if_any(file);
}

}  // namespace gateway::studio

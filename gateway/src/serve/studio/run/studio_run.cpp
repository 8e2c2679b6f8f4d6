// SPDX-License-Identifier: MIT
#include "studio_run.hpp"

#include "api/control_body.hpp"
#include "config/load_run_config.hpp"
#include "http/json_body.hpp"
#include "plant_server/load_plant_server_config.hpp"
#include "posix/spawn.hpp"
#include "process/program_file.hpp"

#include <ddc/inspect.hpp>
#include <ddc/table.hpp>
#include <plant/number_text.hpp>

#include <nlohmann/json.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace gateway::studio {
namespace {

namespace fs = std::filesystem;
using data_port::Answer;
using data_port::Refusal;
using nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds stop_timeout{10};
constexpr std::size_t longest_line = 8192;
constexpr std::size_t longest_result = std::size_t{4} << 20U;
/// Limit of the reads in one poll, so that other runs are served in between.
constexpr int most_reads = 64;

std::string table_name(int id) {
    return "studio." + std::to_string(::getpid()) + "." + std::to_string(id);
}

/// The endpoint of an announced address for a client on this machine.
/// @throws std::invalid_argument if the address is invalid
Endpoint endpoint_of(const std::string& address) {
    const std::size_t colon = address.rfind(':');
    const std::string host = address.substr(0, colon);
    std::uint16_t port = 0;
    if (colon != std::string::npos)
        std::from_chars(address.data() + colon + 1, address.data() + address.size(), port);
    return make_endpoint(host == "0.0.0.0" ? "127.0.0.1" : host, port);
}

/// The non-blocking read end and the write end of a pipe.
/// @throws std::system_error
std::pair<Descriptor, Descriptor> make_pipe() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        throw std::system_error(errno, std::generic_category(), "no pipe for a run");
    ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
    return {Descriptor(ends[0]), Descriptor(ends[1])};
}

/// The request to a run in a call; nothing for other calls, and for an invalid request.
std::optional<RunRequest> request_in(const data_port::Call& call) {
    if (call.target.path != "/api/control" || call.request.method != "POST") return std::nullopt;
    const auto body = data_port::parse_body(call.request.body);
    try {
        return data_port::request_of(body);
    } catch (const Refusal&) {
        return std::nullopt;
    }
}

}  // namespace

StudioRun::StudioRun(RunFolder folder, const RunOrder& order, std::unique_ptr<DraftFile> draft,
                     const ValidationResult& result)
    : folder_(std::move(folder)), draft_(std::move(draft)) {
    record_.id = folder_.id();
    record_.kind = order.kind;
    record_.name = order.name;
    record_.yaml = order.yaml;
    record_.table = table_name(record_.id);
    record_.files = folder_.inside();
    record_.started_s = now_s();
    try {
        if (result.run) add_trace(result);
        if (result.plant) add_peers(result);
        save(record_);
        start(command(result, order.pace));
    } catch (...) {
        folder_.remove();
        throw;
    }
}

StudioRun::StudioRun(RunFolder folder, std::string name, std::shared_ptr<Peers> peers)
    : folder_(std::move(folder)), peers_(std::move(peers)) {
    record_.id = folder_.id();
    record_.kind = "vds1";
    record_.name = std::move(name);
    record_.files = folder_.inside();
    record_.state = State::running;
    record_.started_s = now_s();
    save(record_);
}

StudioRun::StudioRun(RunFolder folder, RunRecord record)
    : folder_(std::move(folder)), record_(std::move(record)), bytes_(folder_.bytes()) {}

StudioRun::~StudioRun() = default;

/// A single program without `trace` gets one, so that it can be plotted.
void StudioRun::add_trace(const ValidationResult& result) {
    const RunConfig& config = *result.run;
    for (const ProgramConfig& program : config.programs)
        record_.traces.push_back(program.trace.value_or(fs::path()));
    if (config.is_list || !record_.traces[0].empty()) return;
    const fs::path trace = folder_.path() / "trace.csv";
    draft_->write(record_.yaml + "\ntrace: " + ordered_json(trace.string()).dump() + "\n");
    try {
        if (load_run_config(draft_->file()).programs.at(0).trace == trace) {
            record_.traces[0] = record_.files / trace.filename();
            return;
        }
    } catch (const std::invalid_argument&) {  // such as a text that is one flow mapping
    }
    draft_->write(record_.yaml);
}

/// Adds the studio to the receivers of STATEs.
void StudioRun::add_peers(const ValidationResult& result) {
    peers_ = std::make_shared<Peers>(*result.plant);
    draft_->write(peers_->with_studio_as_receiver(record_.yaml));
    try {
        vdsim::load_plant_server_config(draft_->file());
    } catch (const std::invalid_argument&) {  // the text may not survive the conversion to JSON
        draft_->write(record_.yaml);
    }
}

std::vector<std::string> StudioRun::command(const ValidationResult& result, double pace) const {
    const std::string own = own_directory().string() + "/", draft = draft_->file().string();
    std::vector<std::string> words;
    const auto add = [&](std::initializer_list<std::string> more) {
        words.insert(words.end(), more);
    };
    if (result.run)
        add({own + "ddc-gateway", "run", draft, "--summary",
             (folder_.path() / "summary.json").string()});
    else
        add({own + "vdsim_realtime", "--config", draft});
    add({"--announce", std::to_string(Spawn::kept)});
    if (result.run || peers_->have_unique_ids()) add({"--data-port", "0"});
    if (result.run && result.run->mode == Mode::measured && pace > 0)
        add({"--pace", plant::plain(pace)});
    return words;
}

/// Each run has a separate table, unless its text names one.
void StudioRun::start(const std::vector<std::string>& command) {
    auto [output, child_output] = make_pipe();
    auto [announcing, child_announcing] = make_pipe();
    output_ = std::move(output);
    announcing_ = std::move(announcing);
    child_ = std::make_unique<ChildProcess>(
        command, own_directory(),
        std::vector<std::pair<std::string, std::string>>{{"DDC_NAME", record_.table}},
        child_output.get(), child_announcing.get());
}

void StudioRun::poll() {
    if (record_.state == State::ended) return;
    if (peers_) peers_->update(Clock::now());
    if (!child_) return;
    const auto ended = child_->ended();
    receive_announcement();
    read_output();
    if (ended) {
        record_.how_it_ended = *ended;
        return end();
    }
    if (force_at_ && Clock::now() > *force_at_) {
        record_.how_it_ended = "did not stop in time and was killed";
        end();
    }
}

void StudioRun::stop() {
    if (record_.state == State::ended || force_at_) return;
    if (!child_) {
        record_.how_it_ended = "detached";
        return end();
    }
    force_at_ = Clock::now() + stop_timeout;
    record_.was_stopped = true;
    child_->interrupt();
}

void StudioRun::receive_announcement() {
    if (announcing_.get() < 0) return;
    char part[4096];
    const ssize_t count = ::read(announcing_.get(), part, sizeof part);
    if (count < 0) return;  // no data yet
    announcement_.append(part, static_cast<std::size_t>(count));
    const bool is_whole = !announcement_.empty() && announcement_.back() == '\n';
    if (count > 0 && !is_whole) return;
    announcing_ = Descriptor(-1);
    if (!is_whole) return;  // the process is ending; its log has the reason
    try {
        open(read_announcement(announcement_));
    } catch (const std::exception& error) {  // such as a port that is in use by now
        log_.add(warning_of("studio",
                            std::string("the studio cannot connect to this run: ") + error.what()));
    }
}

/// Stores the address of the data port, and connects to the vehicles.
void StudioRun::open(const Announcement& announcement) {
    record_.state = State::running;
    if (!announcement.http.empty())
        address_ = RunAddress{endpoint_of(announcement.http[0]), announcement.token};
    std::vector<std::uint16_t> cmd_ports;
    for (const std::string& address : announcement.vds1)
        cmd_ports.push_back(endpoint_of(address).port);
    if (peers_) peers_->open(cmd_ports);
}

void StudioRun::read_output() {
    char part[16384];
    for (int i = 0; i < most_reads; ++i) {
        const ssize_t count = ::read(output_.get(), part, sizeof part);
        if (count <= 0) return;
        unfinished_.append(part, static_cast<std::size_t>(count));
        std::size_t first = 0;
        for (std::size_t end; (end = unfinished_.find('\n', first)) != std::string::npos;
             first = end + 1)
            add_line(unfinished_.substr(first, end - first));
        unfinished_.erase(0, first);
        if (unfinished_.size() > longest_line) add_line(std::exchange(unfinished_, {}));
    }
}

/// At its end, vdsim_realtime prints its statistics as JSON, from a line that is a brace.
void StudioRun::add_line(std::string line) {
    const bool is_result = record_.kind == "vdsim_realtime" && (line == "{" || !result_.empty()) &&
                           line.rfind("vdsim_realtime: ", 0) != 0;
    if (is_result) {
        if (result_.size() < longest_result) result_ += line + "\n";
        return;
    }
    if (line.size() > longest_line) line.resize(longest_line);
    log_.add(line);
}

void StudioRun::end() {
    if (child_) {
        record_.exit_code = child_->exit_code();
        child_.reset();
        read_output();
        if (!unfinished_.empty()) add_line(std::exchange(unfinished_, {}));
        output_ = Descriptor(-1);
        announcing_ = Descriptor(-1);
        static_cast<void>(remove_unused_table(record_.table));
    }
    log_.add(record_.kind + " " + record_.how_it_ended);
    record_.state = State::ended;
    record_.ended_s = now_s();
    address_.reset();
    if (peers_) peers_->close();
    peers_.reset();
    draft_.reset();
    save_results();
}

void StudioRun::save_results() {
    try {
        if (!result_.empty()) keep_summary(record_, result_);
        keep_traces(record_);
        read_summary(record_);
        keep_log(record_, log_.json_after(0));
        save(record_);
    } catch (const std::runtime_error& error) {  // such as a full disk
        record_.how_it_ended += std::string("; its files are incomplete: ") + error.what();
    }
    bytes_ = folder_.bytes();
}

Answer StudioRun::answer(const data_port::Call& call) {
    if (record_.state == State::ended) throw Refusal(409, "this run has ended");
    if (peers_) {
        if (auto answer = peers_->answer(call)) return *answer;
        if (!address_ && call.target.path == "/api/config") return peers_->config(record_.yaml);
    }
    if (address_) {
        record_effects(request_in(call));
        return relayed(*address_, call.request, call.target);
    }
    if (record_.state == State::starting) throw Refusal(503, "this run has not started yet");
    throw Refusal(404, "not available for a vehicle that is only reached over VDS1");
}

/// Stores the effects of a request that the reply of the run's data port does not show.
void StudioRun::record_effects(const std::optional<RunRequest>& request) {
    if (!request) return;
    const bool is_pause = std::holds_alternative<request::Pause>(*request);
    if (std::holds_alternative<request::Stop>(*request)) record_.was_stopped = true;
    if (peers_ && (is_pause || std::holds_alternative<request::Resume>(*request)))
        peers_->set_paused(is_pause);
}

ordered_json StudioRun::to_json_in_full(std::uint64_t after) const {
    ordered_json row = to_json(record_);
    const ordered_json log = record_.state == State::ended
                                 ? kept_log(record_, after)
                                 : ordered_json::parse(log_.json_after(after));
    row["next"] = log.value("next", std::uint64_t{0});
    row["log"] = log.value("lines", ordered_json::array());
    row["yaml"] = record_.yaml;
    row["files"] = files_json(record_);
    return row;
}

bool remove_unused_table(const std::string& name) {
    try {
        return ddc::remove_table(name, ddc::Removal::if_unused);
    } catch (const ddc::TableError&) {  // such as no table: the text names another one
        return true;
    }
}

}  // namespace gateway::studio

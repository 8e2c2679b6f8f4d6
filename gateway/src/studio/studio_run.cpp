// SPDX-License-Identifier: MIT
#include "studio_run.hpp"

#include "../config/load_plant_server_config.hpp"
#include "../config/load_run_config.hpp"
#include "../data_port/json_body.hpp"
#include "../output/output_file.hpp"
#include "../program/program_file.hpp"

#include <ddc/inspect.hpp>
#include <ddc/table.hpp>
#include <plant/number_text.hpp>

#include <nlohmann/json.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <iterator>
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

constexpr std::chrono::seconds grace{10};
constexpr std::size_t longest_line = 8192;
constexpr std::size_t longest_result = std::size_t{4} << 20U;
constexpr std::uintmax_t longest_trace = std::uintmax_t{64} << 20U;
constexpr const char* words[] = {"starting", "running", "ended"};

double now_s() {
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch())
        .count();
}

std::string table_name(int id) {
    return "studio." + std::to_string(::getpid()) + "." + std::to_string(id);
}

/// No other program would come for it.
void forget_table(const std::string& name) {
    try {
        ddc::remove_table(name, ddc::Removal::if_unused);
    } catch (const ddc::TableError&) {  // such as none: the run has named another one
    }
}

std::string text_of(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// What the line of a data port tells, which is cut off behind the address: nobody else needs to
/// know the token.
std::optional<RunAddress> take_address(std::string& line) {
    const std::string begin = "data port at http://";
    const std::size_t at = line.find(begin);
    if (at == std::string::npos) return std::nullopt;
    const std::size_t first = at + begin.size(), colon = line.find(':', first);
    const std::size_t slash = line.find('/', first);
    if (colon == std::string::npos || slash == std::string::npos) return std::nullopt;
    std::string host = line.substr(first, colon - first);
    if (host == "0.0.0.0") host = "127.0.0.1";
    RunAddress address;
    const int port = std::atoi(line.substr(colon + 1, slash - colon - 1).c_str());
    address.endpoint = vds1::make_endpoint(host, static_cast<std::uint16_t>(port));
    const std::size_t token = line.find("token=", slash);
    if (token != std::string::npos) address.token = line.substr(token + 6);
    line.erase(slash + 1);
    return address;
}

/// What is asked of its data port, the peers cannot see.
void note_pause(const data_port::Call& call, Peers& peers) {
    if (call.target.path != "/api/control" || call.request.method != "POST") return;
    const auto body = data_port::parse_body(call.request.body);
    const auto word = body.value("do", body.value("action", nlohmann::json()));
    if (word == "pause" || word == "resume") peers.note_pause(word == "pause");
}

std::string verdict_of(const std::optional<int>& code, const std::string& how) {
    static constexpr const char* verdicts[] = {"done", "failed", "bad configuration", "degraded"};
    if (code && *code >= 0 && *code < 4) return verdicts[*code];
    return how;
}

}  // namespace

StudioRun::StudioRun(int id, RunOrder order, std::unique_ptr<DraftFile> draft,
                     const Judgement& judgement, fs::path files)
    : id_(id),
      order_(std::move(order)),
      draft_(std::move(draft)),
      files_(std::move(files)),
      started_s_(now_s()) {
    if (judgement.run) add_trace(judgement);
    if (judgement.plant) add_peers(judgement);
    start(command(judgement));
}

StudioRun::StudioRun(int id, std::string name, std::shared_ptr<Peers> peers)
    : id_(id), peers_(std::move(peers)), state_(State::running), started_s_(now_s()) {
    order_.kind = "vds1";
    order_.name = std::move(name);
}

StudioRun::~StudioRun() {
    child_.reset();
    if (output_ >= 0) ::close(output_);
}

/// One that asks for none gets one, so that there is something to plot.
void StudioRun::add_trace(const Judgement& judgement) {
    const RunConfig& config = *judgement.run;
    for (const ProgramConfig& program : config.programs)
        traces_.push_back(program.trace.value_or(fs::path()));
    if (config.is_list || !traces_[0].empty()) return;
    const fs::path trace = files_ / "trace.csv";
    draft_->write(order_.yaml + "\ntrace: " + ordered_json(trace.string()).dump() + "\n");
    try {
        if (load_run_config(draft_->file()).programs.at(0).trace == trace) {
            traces_[0] = trace;
            return;
        }
    } catch (const std::invalid_argument&) {  // such as text in one pair of braces
    }
    draft_->write(order_.yaml);
}

/// It sends its STATEs to us as well.
void StudioRun::add_peers(const Judgement& judgement) {
    peers_ = std::make_shared<Peers>(*judgement.plant);
    draft_->write(peers_->joined_by_us(order_.yaml));
    try {
        vdsim::load_plant_server_config(draft_->file());
    } catch (const std::invalid_argument&) {  // what the two forms of a value differ in
        draft_->write(order_.yaml);
    }
}

std::vector<std::string> StudioRun::command(const Judgement& judgement) const {
    const std::string own = own_directory().string() + "/", draft = draft_->file().string();
    if (!judgement.run && !peers_->have_own_ids())
        return {own + "vdsim_realtime", "--config", draft};
    if (!judgement.run) return {own + "vdsim_realtime", "--config", draft, "--data-port", "0"};
    std::vector<std::string> words_of_run{own + "ddc-gateway",
                                          "run",
                                          draft,
                                          "--data-port",
                                          "0",
                                          "--summary",
                                          (files_ / "summary.json").string()};
    if (judgement.run->mode == Mode::measured && order_.pace > 0) {
        words_of_run.emplace_back("--pace");
        words_of_run.push_back(plant::plain(order_.pace));
    }
    return words_of_run;
}

/// Each in a table of its own, unless its text names one.
void StudioRun::start(const std::vector<std::string>& command) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        throw std::system_error(errno, std::generic_category(), "no pipe for a run");
    output_ = ends[0];
    ::fcntl(output_, F_SETFL, O_NONBLOCK);
    try {
        child_ = std::make_unique<ChildProcess>(
            command, own_directory(),
            std::vector<std::pair<std::string, std::string>>{{"DDC_NAME", table_name(id_)}},
            ends[1]);
    } catch (const std::runtime_error&) {
        ::close(ends[1]);
        ::close(std::exchange(output_, -1));
        throw;
    }
    ::close(ends[1]);
}

void StudioRun::look() {
    if (state_ == State::ended) return;
    if (peers_) peers_->look(Clock::now());
    if (!child_) return;
    const auto ended = child_->ended();
    take_output();
    if (ended) {
        how_it_ended_ = *ended;
        return end();
    }
    if (force_at_ && Clock::now() > *force_at_) {
        how_it_ended_ = "did not end when it was asked to, and was ended by force";
        end();
    }
}

void StudioRun::stop() {
    if (state_ == State::ended || force_at_) return;
    if (!child_) {
        how_it_ended_ = "is left to itself";
        return end();
    }
    force_at_ = Clock::now() + grace;
    child_->interrupt();
}

void StudioRun::take_output() {
    char part[16384];
    for (;;) {
        const ssize_t count = ::read(output_, part, sizeof part);
        if (count <= 0) return;
        unfinished_.append(part, static_cast<std::size_t>(count));
        std::size_t first = 0;
        for (std::size_t end; (end = unfinished_.find('\n', first)) != std::string::npos;
             first = end + 1)
            take_line(unfinished_.substr(first, end - first));
        unfinished_.erase(0, first);
        if (unfinished_.size() > longest_line) take_line(std::exchange(unfinished_, {}));
    }
}

/// A vdsim_realtime prints its statistics at its end, from a line with a brace alone on.
void StudioRun::take_line(std::string line) {
    const bool is_result = order_.kind == "vdsim_realtime" && (line == "{" || !result_.empty()) &&
                           line.rfind("vdsim_realtime: ", 0) != 0;
    if (is_result) {
        if (result_.size() < longest_result) result_ += line + "\n";
        return;
    }
    if (!address_) address_ = take_address(line);
    if (peers_) peers_->read_line(line);
    const bool takes_cmd = line.find("CMD at ") != std::string::npos;
    if (state_ == State::starting && (address_ || takes_cmd)) state_ = State::running;
    if (line.size() > longest_line) line.resize(longest_line);
    log_.add("info", line);
}

void StudioRun::end() {
    if (child_) {
        exit_code_ = child_->exit_code();
        child_.reset();
        take_output();
        if (!unfinished_.empty()) take_line(std::exchange(unfinished_, {}));
        ::close(std::exchange(output_, -1));
        forget_table(table_name(id_));
    }
    log_.add("info", order_.kind + " " + how_it_ended_);
    state_ = State::ended;
    ended_s_ = now_s();
    address_.reset();
    peers_.reset();
    draft_.reset();
    keep_traces();
    keep_summary();
}

Answer StudioRun::answer(const data_port::Call& call) {
    if (state_ == State::ended) throw Refusal(409, "this run has ended");
    if (peers_) {
        if (auto answer = peers_->answer(call)) return *answer;
        if (!address_ && call.target.path == "/api/config") return peers_->config(order_.yaml);
        note_pause(call, *peers_);
    }
    if (address_) return relayed(*address_, call.request, call.target);
    if (state_ == State::starting) throw Refusal(503, "this run has not begun yet");
    throw Refusal(404, "of vehicles that are reached by VDS1 alone there is no such thing");
}

/// The next run of the same text writes its own over them.
void StudioRun::keep_traces() {
    for (std::size_t i = 0; i < traces_.size(); ++i) {
        std::error_code error;
        if (traces_[i].empty() || traces_[i].parent_path() == files_) continue;
        const fs::path copy = files_ / ("trace_" + std::to_string(i) + ".csv");
        const bool is_short = fs::file_size(traces_[i], error) <= longest_trace && !error;
        if (is_short) fs::copy_file(traces_[i], copy, error);
        traces_[i] = is_short && !error ? copy : fs::path();
    }
}

void StudioRun::keep_summary() {
    std::string text = std::move(result_);
    if (order_.kind == "run") text = text_of(files_ / "summary.json");
    if (ordered_json::accept(text)) summary_ = std::move(text);
}

ordered_json StudioRun::to_json() const {
    const bool has_ended = state_ == State::ended;
    ordered_json row{{"id", std::to_string(id_)},
                     {"name", order_.name},
                     {"kind", order_.kind},
                     {"state", words[static_cast<int>(state_)]},
                     {"exit_code", exit_code_ ? ordered_json(*exit_code_) : ordered_json()},
                     {"started", started_s_},
                     {"ended", has_ended ? ordered_json(ended_s_) : ordered_json()},
                     {"verdict", has_ended ? ordered_json(verdict_of(exit_code_, how_it_ended_))
                                           : ordered_json()}};
    row["summary"] = summary_.empty() ? ordered_json() : ordered_json::parse(summary_);
    return row;
}

ordered_json StudioRun::to_json_in_full(std::uint64_t after) const {
    ordered_json row = to_json();
    const auto log = ordered_json::parse(log_.json_after(after), nullptr, false);
    if (log.is_object()) {
        row["next"] = log.value("next", std::uint64_t{0});
        row["log"] = log.value("lines", ordered_json::array());
    }
    row["yaml"] = order_.yaml;
    auto files = ordered_json::array();
    for (std::size_t i = 0; i < traces_.size(); ++i) {
        if (traces_[i].empty()) continue;
        const std::string href =
            "/api/studio/runs/" + std::to_string(id_) + "/trace?vehicle=" + std::to_string(i);
        files.push_back({{"path", traces_[i].filename().string()}, {"vehicle", i}, {"href", href}});
    }
    row["files"] = std::move(files);
    return row;
}

std::string StudioRun::trace(std::size_t vehicle) const {
    if (vehicle >= traces_.size() || traces_[vehicle].empty())
        throw Refusal(404, "this run records no trace of that vehicle; `trace: FILE` does it");
    std::error_code error;
    fs::path file = traces_[vehicle];
    if (state_ != State::ended) file = OutputFile::part_of(file);  // as it grows
    if (!fs::is_regular_file(file, error)) throw Refusal(404, "there is no trace yet");
    if (fs::file_size(file, error) > longest_trace)
        throw Refusal(413, "the trace is too long to be shown");
    return text_of(file);
}

}  // namespace gateway::studio

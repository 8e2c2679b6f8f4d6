// SPDX-License-Identifier: MIT
#include "studio_run.hpp"

#include "api/control_body.hpp"
#include "config/load_run_config.hpp"
#include "http/json_body.hpp"
#include "plant_server/load_plant_server_config.hpp"
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

constexpr std::chrono::seconds grace{10};
constexpr std::size_t longest_line = 8192;
constexpr std::size_t longest_result = std::size_t{4} << 20U;
/// Of what it says in one look: the others have their turn.
constexpr int most_reads = 64;

std::string table_name(int id) {
    return "studio." + std::to_string(::getpid()) + "." + std::to_string(id);
}

/// What the line of a data port tells, which is cut off behind the address: nobody else needs to
/// know the token. @throws std::invalid_argument for an address that is none
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
    std::uint16_t port = 0;
    std::from_chars(line.data() + colon + 1, line.data() + slash, port);
    address.endpoint = make_endpoint(host, port);
    const std::size_t token = line.find("token=", slash);
    if (token != std::string::npos) address.token = line.substr(token + 6);
    line.erase(slash + 1);
    return address;
}

/// What a call asks of a run; nothing for other calls, and for one that the run will refuse.
std::optional<Request> request_in(const data_port::Call& call) {
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
                     const Judgement& judgement)
    : folder_(std::move(folder)), draft_(std::move(draft)) {
    record_.id = folder_.id();
    record_.kind = order.kind;
    record_.name = order.name;
    record_.yaml = order.yaml;
    record_.table = table_name(record_.id);
    record_.files = folder_.inside();
    record_.started_s = now_s();
    try {
        if (judgement.run) add_trace(judgement);
        if (judgement.plant) add_peers(judgement);
        save(record_);
        start(command(judgement, order.pace));
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

/// One that asks for none gets one, so that there is something to plot.
void StudioRun::add_trace(const Judgement& judgement) {
    const RunConfig& config = *judgement.run;
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
    } catch (const std::invalid_argument&) {  // such as text in one pair of braces
    }
    draft_->write(record_.yaml);
}

/// It sends its STATEs to us as well.
void StudioRun::add_peers(const Judgement& judgement) {
    peers_ = std::make_shared<Peers>(*judgement.plant);
    draft_->write(peers_->joined_by_us(record_.yaml));
    try {
        vdsim::load_plant_server_config(draft_->file());
    } catch (const std::invalid_argument&) {  // what the two forms of a value differ in
        draft_->write(record_.yaml);
    }
}

std::vector<std::string> StudioRun::command(const Judgement& judgement, double pace) const {
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
                                          (folder_.path() / "summary.json").string()};
    if (judgement.run->mode == Mode::measured && pace > 0) {
        words_of_run.emplace_back("--pace");
        words_of_run.push_back(plant::plain(pace));
    }
    return words_of_run;
}

/// Each in a table of its own, unless its text names one.
void StudioRun::start(const std::vector<std::string>& command) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        throw std::system_error(errno, std::generic_category(), "no pipe for a run");
    output_ = Descriptor(ends[0]);
    const Descriptor theirs(ends[1]);
    ::fcntl(output_.get(), F_SETFL, O_NONBLOCK);
    child_ = std::make_unique<ChildProcess>(
        command, own_directory(),
        std::vector<std::pair<std::string, std::string>>{{"DDC_NAME", record_.table}},
        theirs.get());
}

void StudioRun::look() {
    if (record_.state == State::ended) return;
    if (peers_) peers_->look(Clock::now());
    if (!child_) return;
    const auto ended = child_->ended();
    take_output();
    if (ended) {
        record_.how_it_ended = *ended;
        return end();
    }
    if (force_at_ && Clock::now() > *force_at_) {
        record_.how_it_ended = "did not end when it was asked to, and was ended by force";
        end();
    }
}

void StudioRun::stop() {
    if (record_.state == State::ended || force_at_) return;
    if (!child_) {
        record_.how_it_ended = "is left to itself";
        return end();
    }
    force_at_ = Clock::now() + grace;
    record_.was_stopped = true;
    child_->interrupt();
}

void StudioRun::take_output() {
    char part[16384];
    for (int i = 0; i < most_reads; ++i) {
        const ssize_t count = ::read(output_.get(), part, sizeof part);
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
    const bool is_result = record_.kind == "vdsim_realtime" && (line == "{" || !result_.empty()) &&
                           line.rfind("vdsim_realtime: ", 0) != 0;
    if (is_result) {
        if (result_.size() < longest_result) result_ += line + "\n";
        return;
    }
    read_ports(line);
    const bool takes_cmd = line.find("CMD at ") != std::string::npos;
    if (record_.state == State::starting && (address_ || takes_cmd)) record_.state = State::running;
    if (line.size() > longest_line) line.resize(longest_line);
    log_.add("info", line);
}

/// Where it can be asked and driven. A program of the run may say anything.
void StudioRun::read_ports(std::string& line) {
    try {
        if (!address_) address_ = take_address(line);
        if (peers_) peers_->read_line(line);
    } catch (const std::exception& error) {  // such as a port that another has taken meanwhile
        log_.add("warning", std::string("the studio cannot use this: ") + error.what());
    }
}

void StudioRun::end() {
    if (child_) {
        record_.exit_code = child_->exit_code();
        child_.reset();
        take_output();
        if (!unfinished_.empty()) take_line(std::exchange(unfinished_, {}));
        output_ = Descriptor(-1);
        static_cast<void>(forget_table(record_.table));
    }
    log_.add("info", record_.kind + " " + record_.how_it_ended);
    record_.state = State::ended;
    record_.ended_s = now_s();
    address_.reset();
    if (peers_) peers_->close();
    peers_.reset();
    draft_.reset();
    keep();
}

void StudioRun::keep() {
    try {
        if (!result_.empty()) keep_summary(record_, result_);
        keep_traces(record_);
        read_summary(record_);
        keep_log(record_, log_.json_after(0));
        save(record_);
    } catch (const std::runtime_error& error) {  // such as a disk that is full
        record_.how_it_ended += std::string("; not all of it could be kept: ") + error.what();
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
        note(request_in(call));
        return relayed(*address_, call.request, call.target);
    }
    if (record_.state == State::starting) throw Refusal(503, "this run has not begun yet");
    throw Refusal(404, "a vehicle that is reached over VDS1 only does not report this");
}

/// What the answer of its data port does not tell the studio.
void StudioRun::note(const std::optional<Request>& request) {
    if (!request) return;
    const bool is_pause = std::holds_alternative<request::Pause>(*request);
    if (std::holds_alternative<request::Stop>(*request)) record_.was_stopped = true;
    if (peers_ && (is_pause || std::holds_alternative<request::Resume>(*request)))
        peers_->note_pause(is_pause);
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

bool forget_table(const std::string& name) {
    try {
        return ddc::remove_table(name, ddc::Removal::if_unused);
    } catch (const ddc::TableError&) {  // such as none: the run has named another one
        return true;
    }
}

}  // namespace gateway::studio

// SPDX-License-Identifier: MIT
#include "runs.hpp"

#include "config/common/named_files.hpp"
#include "control/control_socket.hpp"
#include "http/json_body.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <stdexcept>
#include <thread>

namespace gateway::studio {
namespace {

namespace fs = std::filesystem;
using data_port::Refusal;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds poll_interval{20}, destructor_timeout{5000}, guardian_timeout{1000};
/// Limit for the files of all runs that have ended.
constexpr std::uintmax_t most_bytes_kept = std::uintmax_t{1} << 30U;

/// Waits, since the run's guardian may not have ended the program yet.
void remove_left_table(const std::string& table) {
    const auto until = Clock::now() + guardian_timeout;
    while (!remove_unused_table(table) && Clock::now() < until)
        std::this_thread::sleep_for(poll_interval);
}

bool has_ended(const std::unique_ptr<StudioRun>& run) {
    return run->state() == StudioRun::State::ended;
}

}  // namespace

void refuse(const Problems& problems) {
    const Problem& first = problems.front();
    const std::string where =
        first.line == 0 ? ""
                        : std::to_string(first.line) + ":" + std::to_string(first.column) + ": ";
    throw Refusal(422, where + (first.key.empty() ? "" : first.key + ": ") + first.message,
                  "\"problems\":" + to_json(problems));
}

Runs::Runs(const Folder& folder) : folder_(folder) {
    remove_left_drafts(folder.root());
    try {
        for (RunFolder& left : RunFolder::lock_left(folder.root())) add_left(std::move(left));
    } catch (const std::runtime_error&) {  // reported when a run is started
    }
    remove_old();
    try {
        remove_dead_sockets();
    } catch (const std::runtime_error&) {  // no folder of sockets: there is nothing to remove
    }
}

/// Adds a run of an earlier studio, which may have been killed.
void Runs::add_left(RunFolder left) {
    auto record = load_record(left);
    if (!record) return left.remove();
    remove_left_table(record->table);
    runs_.push_back(std::make_unique<StudioRun>(std::move(left), std::move(*record)));
}

Runs::~Runs() {
    for (const auto& run : runs_) run->stop();
    const auto until = Clock::now() + destructor_timeout;
    while (has_live() && Clock::now() < until) {
        std::this_thread::sleep_for(poll_interval);
        poll();
    }
}

void Runs::check_room() const {
    const auto live =
        std::count_if(runs_.begin(), runs_.end(), [](const auto& run) { return !has_ended(run); });
    if (static_cast<std::size_t>(live) >= most_at_once)
        throw Refusal(409, std::to_string(live) + " runs are active; stop one of them first");
}

const StudioRun& Runs::attach(std::string name, std::shared_ptr<Peers> peers) {
    check_room();
    runs_.push_back(std::make_unique<StudioRun>(new_folder(), std::move(name), std::move(peers)));
    return *runs_.back();
}

const StudioRun& Runs::start(const RunOrder& order) {
    check_room();
    auto draft = std::make_unique<DraftFile>(order.place, order.yaml);
    const ValidationResult result = validate_draft(folder_, order.kind, *draft);
    if (!result.problems.empty()) refuse(result.problems);
    if (!result.run && !result.plant)
        throw Refusal(400, "kind: only run and vdsim_realtime can be started");
    check_traces(result);
    RunFolder files = new_folder();
    try {
        runs_.push_back(
            std::make_unique<StudioRun>(std::move(files), order, std::move(draft), result));
    } catch (const std::runtime_error& error) {
        throw Refusal(409, error.what());
    }
    return *runs_.back();
}

/// Rejects a trace file that another run is writing.
void Runs::check_traces(const ValidationResult& result) const {
    if (!result.run) return;
    for (const ProgramConfig& program : result.run->programs)
        for (const auto& run : runs_)
            for (const fs::path& trace : run->record().traces)
                if (program.trace && !has_ended(run) && !trace.empty() &&
                    is_same_file(*program.trace, trace))
                    refuse({{0,
                             0,
                             "trace",
                             "run " + std::to_string(run->id()) +
                                 " is writing this file; stop it, or choose another name",
                             {}}});
}

RunFolder Runs::new_folder() const {
    try {
        return RunFolder::make(folder_.root());
    } catch (const std::runtime_error& error) {
        throw Refusal(409, error.what());
    }
}

/// Removes old runs. The last one is kept, whatever its size.
void Runs::remove_old() {
    std::size_t count = 0;
    std::uintmax_t bytes = 0;
    for (auto run = runs_.rbegin(); run != runs_.rend(); ++run) {
        if (!has_ended(*run)) continue;
        bytes += (*run)->bytes();
        if (++count == 1 || (count <= most_kept && bytes <= most_bytes_kept)) continue;
        (*run)->remove_files();
        run->reset();
    }
    runs_.erase(std::remove(runs_.begin(), runs_.end(), nullptr), runs_.end());
}

StudioRun& Runs::find(const std::string& id) const {
    const auto found = std::find_if(runs_.begin(), runs_.end(), [&](const auto& run) {
        return std::to_string(run->id()) == id;
    });
    if (found == runs_.end()) throw Refusal(404, "there is no run '" + id + "'");
    return **found;
}

StudioRun& Runs::latest() const {
    if (runs_.empty())
        throw Refusal(409, "there is no run yet; start one with POST /api/studio/runs");
    const auto live = std::find_if_not(runs_.rbegin(), runs_.rend(), has_ended);
    return live == runs_.rend() ? *runs_.back() : **live;
}

std::string Runs::to_json() const {
    auto list = nlohmann::ordered_json::array();
    for (auto run = runs_.rbegin(); run != runs_.rend(); ++run)
        list.push_back(studio::to_json((*run)->record()));
    return list.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

bool Runs::has_live() const {
    return !std::all_of(runs_.begin(), runs_.end(), has_ended);
}

std::optional<Clock::time_point> Runs::poll() {
    for (const auto& run : runs_) run->poll();
    remove_old();
    return has_live() ? std::optional(Clock::now() + poll_interval) : std::nullopt;
}

}  // namespace gateway::studio

// SPDX-License-Identifier: MIT
#include "runs.hpp"

#include "../config/named_files.hpp"
#include "../data_port/json_body.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <stdexcept>
#include <system_error>
#include <thread>

namespace gateway::studio {
namespace {

namespace fs = std::filesystem;
using data_port::Refusal;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds look_interval{20}, end_patience{5000};

fs::path make_folder() {
    std::string name = (fs::temp_directory_path() / "ddc-studio.XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr)
        throw std::system_error(errno, std::generic_category(),
                                "no folder for what runs leave can be made: " + name);
    return name;
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

Runs::Runs(const Folder& folder) : folder_(folder), files_(make_folder()) {}

Runs::~Runs() {
    for (const auto& run : runs_) run->stop();
    const auto until = Clock::now() + end_patience;
    while (has_live() && Clock::now() < until) {
        std::this_thread::sleep_for(look_interval);
        look();
    }
    runs_.clear();
    std::error_code ignored;
    fs::remove_all(files_, ignored);
}

void Runs::check_room() const {
    const auto live =
        std::count_if(runs_.begin(), runs_.end(), [](const auto& run) { return !has_ended(run); });
    if (static_cast<std::size_t>(live) >= most_at_once)
        throw Refusal(409, std::to_string(live) + " runs go already; stop one of them first");
}

const StudioRun& Runs::attach(std::string name, std::shared_ptr<Peers> peers) {
    check_room();
    runs_.push_back(std::make_unique<StudioRun>(++count_, std::move(name), std::move(peers)));
    return *runs_.back();
}

const StudioRun& Runs::start(RunOrder order) {
    check_room();
    auto draft = std::make_unique<DraftFile>(order.place, order.yaml);
    const Judgement judgement = judge(folder_, order.kind, *draft);
    if (!judgement.problems.empty()) refuse(judgement.problems);
    if (!judgement.run && !judgement.plant)
        throw Refusal(400, "kind: must be run or vdsim_realtime to be started");
    check_traces(judgement);
    const int id = ++count_;
    fs::create_directory(files_of(id));
    runs_.push_back(std::make_unique<StudioRun>(id, std::move(order), std::move(draft), judgement,
                                                files_of(id)));
    forget_old();
    return *runs_.back();
}

/// Two that write the same file would mix.
void Runs::check_traces(const Judgement& judgement) const {
    if (!judgement.run) return;
    for (const ProgramConfig& program : judgement.run->programs)
        for (const auto& run : runs_)
            for (const fs::path& trace : run->traces())
                if (program.trace && !has_ended(run) && !trace.empty() &&
                    is_same_file(*program.trace, trace))
                    refuse({{0,
                             0,
                             "trace",
                             "run " + std::to_string(run->id()) +
                                 " is writing this file; stop it, or choose another name",
                             {}}});
}

void Runs::forget_old() {
    while (static_cast<std::size_t>(std::count_if(runs_.begin(), runs_.end(), has_ended)) >
           most_kept) {
        const auto oldest = std::find_if(runs_.begin(), runs_.end(), has_ended);
        std::error_code ignored;
        fs::remove_all(files_of((*oldest)->id()), ignored);
        runs_.erase(oldest);
    }
}

fs::path Runs::files_of(int id) const {
    return files_ / std::to_string(id);
}

StudioRun& Runs::find(const std::string& id) const {
    const auto found = std::find_if(runs_.begin(), runs_.end(), [&](const auto& run) {
        return std::to_string(run->id()) == id;
    });
    if (found == runs_.end()) throw Refusal(404, "there is no run '" + id + "'");
    return **found;
}

StudioRun& Runs::latest() const {
    if (runs_.empty()) throw Refusal(409, "nothing runs yet; POST /api/studio/runs starts a run");
    const auto live = std::find_if_not(runs_.rbegin(), runs_.rend(), has_ended);
    return live == runs_.rend() ? *runs_.back() : **live;
}

std::string Runs::to_json() const {
    auto list = nlohmann::ordered_json::array();
    for (auto run = runs_.rbegin(); run != runs_.rend(); ++run) list.push_back((*run)->to_json());
    return list.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

bool Runs::has_live() const {
    return !std::all_of(runs_.begin(), runs_.end(), has_ended);
}

std::optional<Clock::time_point> Runs::look() {
    for (const auto& run : runs_) run->look();
    return has_live() ? std::optional(Clock::now() + look_interval) : std::nullopt;
}

}  // namespace gateway::studio

// SPDX-License-Identifier: MIT
#include "run_programs.hpp"

#include "shared_world.hpp"

#include "../control/control_socket.hpp"
#include "../network/network.hpp"

#include <ddc/inspect.hpp>

#include <algorithm>
#include <thread>

namespace gateway {
namespace {

/// Where a table that a run made says so, for the run after one that was killed.
constexpr ddc::Id made_by_run_id = 0x2fff;
const std::string made_by_run = "made by ddc-gateway";

/// The run's table; removed at the end if a run made it and no other process uses it.
class OwnTable {
  public:
    explicit OwnTable(const ddc::TableOptions& options) {
        const auto names = ddc::table_names();
        is_others_ = std::find(names.begin(), names.end(), options.name) != names.end();
        table_ = ddc::Table::open_or_create(options);
        if (!is_others_) static_cast<void>(table_->write(made_by_run_id, made_by_run));
        std::string maker;
        static_cast<void>(table_->read(made_by_run_id, maker));
        if (maker == made_by_run) is_others_ = false;
    }
    ~OwnTable() {
        const std::string name = table_->name();
        table_.reset();
        if (is_others_) return;
        try {
            ddc::remove_table(name, ddc::Removal::if_unused);
        } catch (const ddc::TableError&) {  // another process removed it
        }
    }
    OwnTable(const OwnTable&) = delete;
    OwnTable& operator=(const OwnTable&) = delete;
    ddc::Table& operator*() { return *table_; }

  private:
    bool is_others_ = false;
    std::optional<ddc::Table> table_;
};

/// Claims the program's header, so that no other run touches it and this one touches no other's.
/// @throws ddc::TableError naming the process that holds some of it
ddc::Claim claim_header(const ProgramConfig& config, ddc::Table& table) {
    const ddc::Id first = config.options.reference_id;
    const ddc::Id size = ddc::interface::header::size;
    if (first > table.capacity() - size) return {};  // the handshake says what is wrong
    return table.claim(first, first + size - 1, config.name);
}

/// Claims the headers of all programs, before any of them is started, which writes there.
/// @param results get the name of each program, and why its header cannot be claimed
std::vector<ddc::Claim> claim_headers(const RunConfig& config, ddc::Table& table,
                                      std::vector<ProgramResult>& results) {
    std::vector<ddc::Claim> claims(config.programs.size());
    for (std::size_t i = 0; i < claims.size(); ++i) {
        results[i].name = config.programs[i].name;
        try {
            claims[i] = claim_header(config.programs[i], table);
        } catch (const ddc::TableError& error) {
            results[i].error = error.what();
        }
    }
    return claims;
}

/// Null if no SOCKET port is connected to anything.
std::unique_ptr<Network> create_network(const RunConfig& config) {
    if (!config.network) return nullptr;
    std::vector<std::string> addresses;
    for (const ProgramConfig& program : config.programs) addresses.push_back(program.address);
    return std::make_unique<Network>(*config.network, addresses);
}

/// Runs one program. Its end is the result, whatever it is.
/// @param world null with a simulated time of its own
void run_to_result(ProgramRun run, SharedWorld* world, ProgramResult& result) {
    std::optional<SharedMember> member;
    if (world != nullptr) run.shared = &member.emplace(*world, run.index, run.log);
    try {
        result.summary = run_program(run);
        if (result.summary) result.error = result.summary->error;
    } catch (const std::exception& error) {  // ProgramError, TableError, files that fail
        result.error = error.what();
    }
}

/// A run can do without: then it says so.
std::unique_ptr<ControlSocket> open_control_socket(const std::string& table_name,
                                                   RunControl& control, const Log& log) {
    try {
        return std::make_unique<ControlSocket>(table_name, control, log);
    } catch (const std::runtime_error& error) {
        log(std::string("ddc-gateway ctl cannot reach this run: ") + error.what());
        return nullptr;
    }
}

}  // namespace

std::vector<ProgramResult> run_programs(const RunConfig& config,
                                        const std::vector<std::shared_ptr<OutputFile>>& traces,
                                        RunControl& control, const Log& log) {
    OwnTable table(config.table());
    std::vector<ProgramResult> results(config.programs.size());
    std::vector<ddc::Claim> claims = claim_headers(config, *table, results);
    std::vector<std::thread> threads;
    const auto socket = config.mode == Mode::realtime
                            ? open_control_socket(config.table_name, control, log)
                            : nullptr;
    const auto network = create_network(config);
    const RunPlace place{*table, control, network.get(), config.program_environment()};
    std::optional<SharedWorld> world;
    if (config.shares_time) world.emplace(config, control.stop);
    for (std::size_t i = 0; world && i < results.size(); ++i)
        if (!results[i].error.empty()) world->leave(i);
    for (std::size_t i = 0; i < results.size(); ++i) {
        if (!results[i].error.empty()) continue;
        threads.emplace_back([&, i] {
            const Log log_with_name = [&](const std::string& text) {
                log(config.programs[i].name + ": " + text);
            };
            run_to_result({config.programs[i], config, i, traces[i], place,
                           config.is_list ? log_with_name : log, claims[i], nullptr},
                          world ? &*world : nullptr, results[i]);
        });
    }
    for (std::thread& thread : threads) thread.join();
    return results;
}

}  // namespace gateway

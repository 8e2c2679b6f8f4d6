// SPDX-License-Identifier: MIT
#include "fmu_host.hpp"

#include "futex.hpp"

#include "posix/spawn.hpp"

#include <gateway/base/signals.hpp>

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <new>
#include <stdexcept>
#include <system_error>

namespace gateway {
namespace {

using namespace fmu_host;
using std::chrono::nanoseconds;
using Clock = std::chrono::steady_clock;

/// Unpacking and initialising may take longer than a step.
constexpr nanoseconds shortest_start_limit{60'000'000'000};
/// A keeper that was killed cannot wake this process, so it is looked for.
constexpr nanoseconds look_interval{100'000'000};
constexpr nanoseconds farewell{2'000'000'000};
constexpr int keeper_end_ms = 5000;
constexpr int report_ms = 2000;

[[noreturn]] void fail(const std::string& what) {
    throw std::system_error(errno, std::generic_category(), what);
}

std::string seconds_text(double seconds) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6g s", seconds);
    return text;
}

SetupVariable setup_of(const FmuMapped& mapped, const std::string& signal, const char* unit) {
    return {mapped.variable, signal, unit, mapped.factor, mapped.gain, mapped.offset};
}

HostSetup setup_of(const FmuVehicleConfig& config, const FmuHostStart& start) {
    HostSetup setup;
    setup.file = std::filesystem::absolute(config.file).string();
    setup.only_check = start.only_check;
    setup.allow_tool = config.allow_tool;
    setup.memory_mb = config.memory_mb;
    const auto seconds = [](SimTime time) { return std::chrono::duration<double>(time).count(); };
    setup.step_s = seconds(start.step);
    if (config.map.step) setup.communication_step_s = seconds(*config.map.step);
    for (const FmuMapped& m : config.map.inputs)
        setup.inputs.push_back(
            setup_of(m, fmu_inputs()[m.signal].name, fmu_inputs()[m.signal].unit));
    for (const FmuMapped& m : config.map.outputs)
        setup.outputs.push_back(
            setup_of(m, fmu_outputs()[m.signal].name, fmu_outputs()[m.signal].unit));
    for (const FmuMapped& m : config.map.start) {
        setup.start.push_back(
            setup_of(m, fmu_starts()[m.signal].name, fmu_starts()[m.signal].unit));
        setup.start.back().value = start.values[m.signal];
    }
    for (const FmuParameter& p : config.map.parameters)
        setup.parameters.push_back({p.variable, p.value});
    return setup;
}

/// Few variables remain: an FMU may read any of them.
std::vector<std::string> environment() {
    std::vector<std::string> variables;
    for (const char* name : {"PATH", "TMPDIR", "TZ"})
        if (const char* value = ::getenv(name))
            variables.push_back(std::string(name) + "=" + value);
    variables.emplace_back("LANG=C.UTF-8");
    return variables;
}

std::string phase_text(Phase phase, double time_s) {
    switch (phase) {
        case Phase::unpack:
            return " while its archive is read";
        case Phase::load:
            return " while its library is loaded";
        case Phase::instantiate:
            return " in its instantiation";
        case Phase::initialise:
            return " in its initialisation";
        case Phase::set:
            return " while its inputs are set at " + seconds_text(time_s);
        case Phase::do_step:
            return " in doStep at " + seconds_text(time_s);
        case Phase::get:
            return " while its outputs are read at " + seconds_text(time_s);
        case Phase::terminate:
            return " in its termination";
        default:
            return {};
    }
}

}  // namespace

FmuHost::FmuHost(const FmuVehicleConfig& config, const FmuHostStart& first)
    : name_(config.file.filename().string()),
      memory_mb_(config.memory_mb),
      timeout_(config.step_timeout) {
    const std::string text = to_text(setup_of(config, first));
    if (text.size() >= text_bytes) throw std::runtime_error(name_ + ": its map is too long");
    create_block();
    try {
        std::memcpy(block_->text, text.c_str(), text.size() + 1);
        for (std::size_t i = 0; i < config.map.inputs.size(); ++i)
            block_->inputs[i] = first.inputs[config.map.inputs[i].signal];
        start(config);
        await_start(config);
    } catch (...) {
        end();
        throw;
    }
}

FmuHost::~FmuHost() {
    if (last_ == Exchange::done) static_cast<void>(exchange(Order::end, farewell));
    end();
}

/// Its size cannot be changed: otherwise the worker could make this process's accesses fail.
void FmuHost::create_block() {
    memory_ = Descriptor(::memfd_create("ddc-fmu", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    if (memory_.get() < 0) fail("cannot create shared memory for " + name_);
    if (::ftruncate(memory_.get(), sizeof(Block)) != 0 ||
        ::fcntl(memory_.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
        fail("cannot prepare shared memory for " + name_);
    void* const address =
        ::mmap(nullptr, sizeof(Block), PROT_READ | PROT_WRITE, MAP_SHARED, memory_.get(), 0);
    if (address == MAP_FAILED) fail("cannot map shared memory for " + name_);
    block_ = new (address) Block{};
}

void FmuHost::start(const FmuVehicleConfig& config) {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        fail("cannot start ddc-fmu-host");
    lifeline_ = Descriptor(ends[0]);
    const Descriptor theirs(ends[1]);
    Spawn spawn({config.host.string(), name_});
    spawn.open(STDIN_FILENO, "/dev/null", O_RDONLY);
    spawn.keep(memory_.get());
    spawn.keep(theirs.get());
    spawn.set_environment(environment());
    spawn.reset_signals(original_signals());
    const int error = spawn.start(keeper_);
    if (error != 0) {
        keeper_ = -1;
        throw std::runtime_error("cannot start " + config.host.string() +
                                 ", which is installed with ddc-gateway: " + std::strerror(error));
    }
    keeper_process_ = Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, keeper_, 0)));
    if (keeper_process_.get() < 0) fail("cannot watch ddc-fmu-host");
}

void FmuHost::await_start(const FmuVehicleConfig& config) {
    last_ = exchange(Order::start, std::max(shortest_start_limit, config.step_timeout));
    if (last_ == Exchange::ended) read_keeper_reports(report_ms);
    if (last_ != Exchange::done) throw std::runtime_error(explain());
    report_ = report_from(text_of_worker());
    throw_mistakes(config.map);
}

bool FmuHost::step() {
    last_ = exchange(Order::step, timeout_);
    if (last_ == Exchange::ended) read_keeper_reports(report_ms);
    return last_ == Exchange::done;
}

/// The worker is waited for by its futex, the keeper, which wakes this process at the worker's
/// end, too.
FmuHost::Exchange FmuHost::exchange(Order order, nanoseconds longest) noexcept {
    block_->order = order;
    const std::uint32_t number = ++number_;
    block_->request.store(number, std::memory_order_release);
    wake(block_->request);
    const Clock::time_point limit = Clock::now() + longest;
    for (;;) {
        const std::uint32_t seen = block_->reply.load(std::memory_order_acquire);
        if (seen == number)
            return block_->result == Result::done ? Exchange::done : Exchange::failed;
        if (seen == host_ended) return Exchange::ended;
        const nanoseconds left = limit - Clock::now();
        if (left.count() <= 0) return Exchange::late;
        const bool is_woken = wait_on(block_->reply, seen, std::min(left, look_interval));
        if (!is_woken && is_keeper_gone(0)) return Exchange::ended;
    }
}

bool FmuHost::is_keeper_gone(int limit_ms) const noexcept {
    pollfd event{keeper_process_.get(), POLLIN, 0};
    return ::poll(&event, 1, limit_ms) == 1;
}

/// Reads until the worker's end was reported.
void FmuHost::read_keeper_reports(int limit_ms) {
    KeeperReport report{};
    pollfd event{lifeline_.get(), POLLIN, 0};
    while (!worker_status_ && ::poll(&event, 1, limit_ms) == 1) {
        if (::recv(lifeline_.get(), &report, sizeof report, MSG_DONTWAIT) !=
            static_cast<ssize_t>(sizeof report))
            return;
        report.text[sizeof report.text - 1] = 0;
        if (report.what == KeeperReport::What::folder) folder_ = report.text;
        if (report.what == KeeperReport::What::ended) worker_status_ = report.status;
        if (report.what == KeeperReport::What::failed) keeper_error_ = report.text;
    }
}

std::string FmuHost::text_of_worker() const {
    return {block_->text, ::strnlen(block_->text, text_bytes)};
}

std::string FmuHost::what_it_did() const {
    return phase_text(block_->phase.load(), block_->time_s.load());
}

std::string FmuHost::how_it_ended() const {
    if (!worker_status_)
        return keeper_error_.empty() ? "its process was ended from outside" : keeper_error_;
    const int status = *worker_status_;
    if (block_->has_run_out_of_memory.load() != 0)
        return "ran out of memory (key memory_mb, " + std::to_string(memory_mb_) + " MB)" +
               what_it_did();
    if (WIFSIGNALED(status))
        return "crashed with signal " + std::to_string(WTERMSIG(status)) + " (" +
               ::strsignal(WTERMSIG(status)) + ")" + what_it_did();
    return "ended its process with exit code " + std::to_string(WEXITSTATUS(status)) +
           what_it_did();
}

std::string FmuHost::explain() const {
    if (last_ == Exchange::done) return {};
    if (last_ == Exchange::failed) {
        const bool is_short = block_->has_run_out_of_memory.load() != 0;
        const bool is_step = block_->order == Order::step;
        return name_ + ": " + printable(text_of_worker(), 4000) +
               (is_step ? " at " + seconds_text(block_->time_s.load()) : "") +
               (is_short ? "; it ran out of memory (key memory_mb)" : "");
    }
    if (last_ == Exchange::late)
        return name_ + ": did not return" + what_it_did() + " within " +
               seconds_text(std::chrono::duration<double>(timeout_).count()) +
               " (key step_timeout_s)";
    return name_ + ": " + how_it_ended();
}

/// Closing the lifeline makes the keeper end its worker and remove the folder.
void FmuHost::end() noexcept {
    if (keeper_ > 0) {
        read_keeper_reports(0);
        ::shutdown(lifeline_.get(), SHUT_WR);
        if (!is_keeper_gone(keeper_end_ms)) ::kill(keeper_, SIGKILL);
        const std::optional<int> status = await_end(keeper_);
        if (!status || !WIFEXITED(*status)) remove_folder();
    }
    if (block_ != nullptr) ::munmap(block_, sizeof(Block));
    block_ = nullptr;
    keeper_ = -1;
}

/// The keeper was killed.
void FmuHost::remove_folder() const {
    std::error_code ignored;
    if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
}

/// Reports what is wrong with the map, at its lines.
void FmuHost::throw_mistakes(const FmuMap& map) const {
    std::vector<plant::Mistake> mistakes;
    const auto add = [&](const auto& items, const WrongItem& wrong) {
        if (wrong.index >= items.size()) return;
        mistakes.push_back(items[wrong.index].place);
        mistakes.back().reason = wrong.text;
    };
    for (const WrongItem& wrong : report_.wrong) {
        if (wrong.section == Section::inputs) add(map.inputs, wrong);
        if (wrong.section == Section::outputs) add(map.outputs, wrong);
        if (wrong.section == Section::start) add(map.start, wrong);
        if (wrong.section == Section::parameters) add(map.parameters, wrong);
        if (wrong.section != Section::step) continue;
        mistakes.push_back(map.place);
        mistakes.back().reason = wrong.text;
    }
    if (!mistakes.empty()) throw plant::FileError(mistakes);
}

std::vector<std::string> check_fmu(const FmuVehicleConfig& config, SimTime step) {
    FmuHostStart start;
    start.step = step;
    start.only_check = true;
    return FmuHost(config, start).report().warnings;
}

}  // namespace gateway

// SPDX-License-Identifier: MIT
#include "beast_echo.hpp"
#include "percentile.hpp"
#include "port_client.hpp"
#include "suites.hpp"
#include "thread_counts.hpp"

#include "../support/child.hpp"
#include "../support/count_allocations.hpp"
#include "api/run_port.hpp"
#include "assembly/factories.hpp"
#include "assembly/run_programs.hpp"
#include "config/load_run_config.hpp"
#include "posix/descriptor.hpp"
#include "process/program_file.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <ctime>
#include <fstream>
#include <limits>
#include <thread>

namespace bench {
namespace {

using namespace std::chrono_literals;
using gateway::Descriptor;
using Clock = std::chrono::steady_clock;

constexpr int readers = 17, stalled = 3;

/// The work of the loop's thread in each of its periods.
struct Periods {
    std::vector<double> cpu_us;
    /// Work of one period.
    double locks = 0, allocations = 0, system_calls = 0;
};

/// The measured quantity: measuring one disturbs the others.
enum class Look { times, counts };

double thread_cpu_us() {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) * 1e-3;
}

/// The data port's observer, measured around its calls in the loop's thread. The first half second
/// is omitted: clients are still connecting.
class Meter : public gateway::Observer {
  public:
    /// @param calls null: measures the times
    Meter(std::unique_ptr<gateway::Observer> port, Periods& periods, SystemCalls* calls)
        : port_(std::move(port)), periods_(periods), calls_(calls) {
        periods_.cpu_us.reserve(100'000);
        if (calls_ != nullptr && !calls_->watch_this_thread())
            periods_.system_calls = std::numeric_limits<double>::quiet_NaN();
    }
    void after_cycle(const gateway::CycleRecord& record) override {
        if (port_) port_->after_cycle(record);
        ++cycles_;
        if (calls_ != nullptr) return count();
        const double now = thread_cpu_us();
        if (cycles_ > warm_up) periods_.cpu_us.push_back(now - before_);
        before_ = now;
    }
    void stand_by() override {
        if (port_) port_->stand_by();
    }
    void finish(gateway::Summary& summary) override {
        if (port_) port_->finish(summary);
        if (calls_ == nullptr) return;
        const double cycles = cycles_ - warm_up;
        periods_.locks = static_cast<double>(last_.locks - first_.locks) / cycles;
        periods_.allocations = static_cast<double>(last_.allocations - first_.allocations) / cycles;
        periods_.system_calls += static_cast<double>(last_.calls - first_.calls) / cycles;
    }

  private:
    static constexpr int warm_up = 50;
    struct Counts {
        std::uint64_t locks, allocations, calls;
    };
    void count() {
        last_ = {locks_of_this_thread(), tests::allocations(), calls_->count()};
        if (cycles_ == warm_up) first_ = last_;
    }

    std::unique_ptr<gateway::Observer> port_;
    Periods& periods_;
    SystemCalls* calls_;
    int cycles_ = 0;
    double before_ = 0;
    Counts first_{}, last_{};
};

/// Removes the table of the runs at any end of this process.
class Janitor {
  public:
    explicit Janitor(std::string table) {
        int ends[2] = {-1, -1};
        if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
        end_ = Descriptor(ends[1]);
        const Descriptor begin(ends[0]);
        child_ = ::fork();
        if (child_ != 0) return;
        ::setsid();
        ::close(ends[1]);
        char byte = 0;
        while (::read(ends[0], &byte, 1) < 0) {
        }
        ::shm_unlink(("/ddc." + table).c_str());
        ::_exit(0);
    }
    ~Janitor() {
        end_ = Descriptor(-1);
        ::waitpid(child_, nullptr, 0);
    }
    Janitor(const Janitor&) = delete;
    Janitor& operator=(const Janitor&) = delete;

  private:
    Descriptor end_{-1};
    pid_t child_ = -1;
};

std::string table_name() {
    return "bench." + std::to_string(::getpid());
}

/// A configuration of one program. @param text the rest of it
std::filesystem::path write_config(const std::string& text) {
    const auto file = std::filesystem::temp_directory_path() /
                      ("ddc_bench." + std::to_string(::getpid()) + ".yaml");
    std::ofstream(file) << "ddc: {name: " << table_name() << "}\n"
                        << "program: {exec: [autopilot_basic, \"4000\"]}\n"
                        << text;
    return file;
}

/// A run at 100 Hz with a data port, in this process.
class PortRun : public gateway::RunMonitor {
  public:
    /// @param calls null: measures the times
    explicit PortRun(double duration_s, SystemCalls* calls = nullptr) : calls_(calls) {
        const auto file = write_config("mode: realtime\nduration_s: " + std::to_string(duration_s) +
                                       "\ndata_port: {token: none, control: true}\n");
        config_ = gateway::load_run_config(file);
        std::filesystem::remove(file);
        port_.emplace(config_, "");
        run_ = std::thread([this] {
            results_ = gateway::run_programs(config_, {nullptr}, control_,
                                             [](const std::string&) {}, {{this}});
            begun_ = true;  // and ended
        });
        while (!begun_) std::this_thread::sleep_for(1ms);
    }
    ~PortRun() override {
        stop();
        if (run_.joinable()) run_.join();
        ::shm_unlink(("/ddc." + table_name()).c_str());  // a `ddc watch` may have kept it
    }
    std::uint16_t port() const { return port_->local().port; }
    void begin(const gateway::Controlled& run) override { port_->begin(run); }
    std::unique_ptr<gateway::Observer> look_at(const gateway::ProgramRun& run,
                                               const gateway::Assembly& assembly) override {
        auto meter = std::make_unique<Meter>(port_->look_at(run, assembly), periods_, calls_);
        begun_ = true;
        return meter;
    }
    void end() noexcept override { port_->end(); }
    void stop() { control_.stop = true; }
    const Periods& finish() {
        run_.join();
        lateness_p99_us = results_.at(0).summary.value().realtime.value().lateness_us.p99;
        return periods_;
    }

    double lateness_p99_us = 0;

  private:
    SystemCalls* calls_;
    gateway::RunConfig config_;
    gateway::RunControl control_;
    std::optional<gateway::data_port::RunPort> port_;
    Periods periods_;
    std::atomic<bool> begun_{false};
    std::vector<gateway::ProgramResult> results_;
    std::thread run_;
};

void send_all(int socket, const std::string& text) {
    if (::send(socket, text.data(), text.size(), MSG_NOSIGNAL) < 0)
        throw std::runtime_error("a connection was closed");
}

/// Streams at 60 Hz, three of which are never read, and a `ddc watch`.
class Clients {
  public:
    explicit Clients(std::uint16_t port)
        : watch_([table = table_name()] {
              const std::string command = gateway::own_directory() / "ddc";
              const int nowhere = ::open("/dev/null", O_RDWR);
              ::dup2(nowhere, 0);
              ::dup2(nowhere, 1);
              ::execl(command.c_str(), "ddc", "--name", table.c_str(), "watch", "4000", nullptr);
              return 1;
          }) {
        for (int i = 0; i < readers + stalled; ++i) {
            sockets_.push_back(connect_to(port));
            send_all(sockets_.back().get(),
                     "GET /api/stream?rate=60 HTTP/1.1\r\nHost: localhost\r\n\r\n");
        }
        thread_ = std::thread([this] { read(); });
    }
    ~Clients() {
        is_over_ = true;
        thread_.join();
    }

  private:
    void read() {
        std::vector<pollfd> waiting;
        for (int i = 0; i < readers; ++i)
            waiting.push_back({sockets_[static_cast<std::size_t>(i)].get(), POLLIN, 0});
        std::vector<char> bytes(65536);
        while (!is_over_) {
            ::poll(waiting.data(), waiting.size(), 50);
            for (pollfd& one : waiting)
                if (one.revents != 0 &&
                    ::recv(one.fd, bytes.data(), bytes.size(), MSG_DONTWAIT) == 0)
                    one.fd = -1;
        }
    }

    tests::Child watch_;
    std::vector<Descriptor> sockets_;
    std::atomic<bool> is_over_{false};
    std::thread thread_;
};

struct Round {
    Periods periods;
    double lateness_p99_us;
};

Round run_for(double duration_s, bool with_clients, Look look) {
    std::optional<SystemCalls> calls;
    if (look == Look::counts) calls.emplace();
    PortRun run(duration_s, calls ? &*calls : nullptr);
    std::optional<Clients> clients;
    if (with_clients) clients.emplace(run.port());
    Periods periods = run.finish();
    return {std::move(periods), run.lateness_p99_us};
}

std::vector<Result> loop_thread() {
    constexpr int rounds = 5;
    constexpr double duration_s = 5;
    std::vector<double> cpu[2], lateness[2], locks[2], allocations[2], calls[2];
    for (int i = 0; i < 2 * rounds; ++i) {
        const int with_clients = i % 2;
        const Round timed = run_for(duration_s, with_clients == 1, Look::times);
        cpu[with_clients].push_back(percentile(timed.periods.cpu_us, 0.99));
        lateness[with_clients].push_back(timed.lateness_p99_us);
        const Round counted = run_for(duration_s / 2, with_clients == 1, Look::counts);
        locks[with_clients].push_back(counted.periods.locks);
        allocations[with_clients].push_back(counted.periods.allocations);
        calls[with_clients].push_back(counted.periods.system_calls);
    }
    const auto line = [](const char* name, const char* unit, const std::vector<double>* numbers) {
        return Result{name, pick(numbers[1], Pick::lowest), unit, "without clients",
                      pick(numbers[0], Pick::lowest)};
    };
    return {line("loop's CPU time a period, p99, 20 streams", "us", cpu),
            line("loop's locks a period, 20 streams", "1", locks),
            line("loop's allocations a period, 20 streams", "1", allocations),
            line("loop's system calls a period, 20 streams", "1", calls),
            line("lateness p99, 20 streams", "us", lateness)};
}

/// Cost for a cycle of a measured run whose port gets no requests.
double measured_cycle_us(bool with_port) {
    constexpr double duration_s = 300, cycle_s = 0.01;
    const auto file = write_config("duration_s: " + std::to_string(duration_s) + "\n" +
                                   (with_port ? "data_port: {token: none}\n" : ""));
    gateway::RunConfig config = gateway::load_run_config(file);
    std::filesystem::remove(file);
    std::optional<gateway::data_port::RunPort> port;
    if (with_port) port.emplace(config, "");
    gateway::RunControl control;
    const auto start = Clock::now();
    std::vector<gateway::RunMonitor*> monitors;
    if (port) monitors.push_back(&*port);
    const auto results =
        gateway::run_programs(config, {nullptr}, control, [](const std::string&) {}, {monitors});
    const std::chrono::duration<double, std::micro> took = Clock::now() - start;
    if (!results.at(0).error.empty()) throw std::runtime_error(results[0].error);
    return took.count() / (duration_s / cycle_s);
}

Result idle_port() {
    return compare(Measured{"measured cycle, a port that no client asks",
                            [] { return measured_cycle_us(true); }},
                   Measured{"without a port", [] { return measured_cycle_us(false); }}, "us", {25});
}

/// A persistent connection.
class Asker {
  public:
    Asker(std::uint16_t port, const std::string& path)
        : socket_(connect_to(port)),
          request_("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 30\r\n\r\n" +
                   "{\"throttle\":0.25,\"steer\":0.01}") {}
    /// @return the size of the reply's body
    std::size_t ask() {
        send_all(socket_.get(), request_);
        std::size_t count = 0, head = 0, body = 0;
        while (head == 0 || count < head + body) {
            const ssize_t got =
                ::recv(socket_.get(), bytes_.data() + count, bytes_.size() - count, 0);
            if (got <= 0) throw std::runtime_error("the data port gave no answer");
            count += static_cast<std::size_t>(got);
            const std::string_view text(bytes_.data(), count);
            const auto end = text.find("\r\n\r\n"), length = text.find("Content-Length: ");
            if (head != 0 || end == std::string_view::npos) continue;
            head = end + 4;
            body = std::stoul(std::string(text.substr(length + 16, 10)));
        }
        return body;
    }
    double ask_us() {
        const auto start = Clock::now();
        ask();
        return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
    }

  private:
    Descriptor socket_;
    std::string request_;
    std::vector<char> bytes_ = std::vector<char>(65536);
};

Result io_latency() {
    constexpr int rounds = 9, count = 500;
    PortRun run(600);
    Asker port(run.port(), "/api/io");
    for (int i = 0; i < 100; ++i) port.ask();
    const BeastEcho echo(port.ask());
    Asker bare(echo.port(), "/");
    const auto median_us = [](Asker& asker) {
        std::vector<double> us;
        for (int i = 0; i < count; ++i) us.push_back(asker.ask_us());
        return percentile(us, 0.5);
    };
    const Result result = compare(
        Measured{"POST /api/io, p50", [&] { return median_us(port); }},
        Measured{"bare Beast echo, same sizes", [&] { return median_us(bare); }}, "us", {rounds});
    run.stop();
    run.finish();
    return result;
}

double resident_kb() {
    std::ifstream pages("/proc/self/statm");
    double total = 0, resident = 0;
    pages >> total >> resident;
    return resident * static_cast<double>(::sysconf(_SC_PAGESIZE)) / 1024;
}

/// CPU time of the whole process.
Result memory() {
    PortRun run(600);
    const Clients clients(run.port());
    std::this_thread::sleep_for(3s);
    const double before = resident_kb();
    std::this_thread::sleep_for(15s);
    const double after = resident_kb();
    run.stop();
    run.finish();
    return {"memory after 15 s more, 3 of 20 never read", after, "kB", "before", before};
}

}  // namespace

std::vector<Result> data_port() {
    const Janitor janitor(table_name());
    std::vector<Result> results = loop_thread();
    results.push_back(idle_port());
    results.push_back(io_latency());
    results.push_back(memory());
    return results;
}

}  // namespace bench

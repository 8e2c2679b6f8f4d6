// SPDX-License-Identifier: MIT
#include "beast_echo.hpp"
#include "percentile.hpp"
#include "suites.hpp"

#include "../support/child.hpp"
#include "config/load_run_config.hpp"
#include "control/descriptor.hpp"
#include "data_port/run_port.hpp"
#include "program/program_file.hpp"
#include "run/factories.hpp"
#include "run/run_programs.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <ctime>
#include <fstream>
#include <thread>

namespace bench {
namespace {

using namespace std::chrono_literals;
using gateway::Descriptor;
using Clock = std::chrono::steady_clock;

constexpr int readers = 17, stalled = 3;

/// What the loop's thread did in each of its periods.
struct Periods {
    std::vector<double> cpu_us;
    double switches = 0;  ///< a period: how often the thread gave up its core
};

double thread_cpu_us() {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) * 1e-3;
}

double thread_switches() {
    rusage usage{};
    ::getrusage(RUSAGE_THREAD, &usage);
    return static_cast<double>(usage.ru_nvcsw);
}

/// The data port's observer, and around it a look at the thread's own time. The first half second
/// is left out: the clients are still coming.
class Meter : public gateway::Observer {
  public:
    Meter(std::unique_ptr<gateway::Observer> port, Periods& periods)
        : port_(std::move(port)), periods_(periods) {
        periods_.cpu_us.reserve(100'000);
    }
    void after_turn(const gateway::TurnRecord& record) override {
        port_->after_turn(record);
        const double now = thread_cpu_us();
        if (turns_++ == warm_up) switches_ = thread_switches();
        if (turns_ > warm_up + 1) periods_.cpu_us.push_back(now - before_);
        before_ = now;
    }
    void stand_by() override { port_->stand_by(); }
    void finish(gateway::Summary& summary) override {
        periods_.switches = (thread_switches() - switches_) / static_cast<double>(turns_ - warm_up);
        port_->finish(summary);
    }

  private:
    static constexpr int warm_up = 50;
    std::unique_ptr<gateway::Observer> port_;
    Periods& periods_;
    int turns_ = 0;
    double before_ = 0, switches_ = 0;
};

/// A run at 100 Hz with a data port, in this process.
class PortRun : public gateway::Onlooker {
  public:
    explicit PortRun(double duration_s) {
        const auto file = std::filesystem::temp_directory_path() /
                          ("ddc_bench." + std::to_string(::getpid()) + ".yaml");
        std::ofstream(file) << "mode: realtime\nduration_s: " << duration_s
                            << "\nddc: {name: " << table() << "}\n"
                            << "program: {exec: [autopilot_basic, \"4000\"]}\n"
                            << "data_port: {token: none, control: true}\n";
        config_ = gateway::load_run_config(file);
        std::filesystem::remove(file);
        port_.emplace(config_, "");
        run_ = std::thread([this] {
            results_ = gateway::run_programs(
                config_, {nullptr}, control_, [](const std::string&) {}, this);
            begun_ = true;  // and ended
        });
        while (!begun_) std::this_thread::sleep_for(1ms);
    }
    ~PortRun() override {
        stop();
        if (run_.joinable()) run_.join();
        ::shm_unlink(("/ddc." + table()).c_str());  // a `ddc watch` may have kept it
    }
    static std::string table() { return "bench." + std::to_string(::getpid()); }
    std::uint16_t port() const {
        const std::string address = port_->address();
        return static_cast<std::uint16_t>(std::stoi(address.substr(address.rfind(':') + 1)));
    }
    void begin(const gateway::Controlled& run) override { port_->begin(run); }
    std::unique_ptr<gateway::Observer> look_at(const gateway::ProgramRun& run,
                                               const gateway::Assembly& assembly) override {
        auto meter = std::make_unique<Meter>(port_->look_at(run, assembly), periods_);
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
    gateway::RunConfig config_;
    gateway::RunControl control_;
    std::optional<gateway::data_port::RunPort> port_;
    Periods periods_;
    std::atomic<bool> begun_{false};
    std::vector<gateway::ProgramResult> results_;
    std::thread run_;
};

Descriptor connect_to(std::uint16_t port) {
    Descriptor client(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(port);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int on = 1;
    ::setsockopt(client.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (::connect(client.get(), reinterpret_cast<sockaddr*>(&to), sizeof to) != 0)
        throw std::runtime_error("cannot connect to the data port");
    return client;
}

void send_all(int socket, const std::string& text) {
    if (::send(socket, text.data(), text.size(), MSG_NOSIGNAL) < 0)
        throw std::runtime_error("a connection was closed");
}

/// Streams at 60 Hz, of which three are never read, and a `ddc watch`.
class Clients {
  public:
    explicit Clients(std::uint16_t port)
        : watch_([table = PortRun::table()] {
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
    double cpu_p99_us, switches, lateness_p99_us;
};

Round run_for(double duration_s, bool with_clients) {
    PortRun run(duration_s);
    std::optional<Clients> clients;
    if (with_clients) clients.emplace(run.port());
    const Periods& periods = run.finish();
    return {percentile(periods.cpu_us, 0.99), periods.switches, run.lateness_p99_us};
}

std::vector<Result> loop_thread() {
    constexpr int rounds = 5;
    constexpr double duration_s = 5;
    std::vector<double> cpu[2], switches[2], lateness[2];
    for (int i = 0; i < 2 * rounds; ++i) {
        const int with_clients = i % 2;
        const Round round = run_for(duration_s, with_clients == 1);
        cpu[with_clients].push_back(round.cpu_p99_us);
        switches[with_clients].push_back(round.switches);
        lateness[with_clients].push_back(round.lateness_p99_us);
    }
    const auto line = [](const char* name, const char* unit, const std::vector<double>* numbers) {
        return Result{name, pick(numbers[1], Pick::median), unit, "without clients",
                      pick(numbers[0], Pick::median)};
    };
    return {line("loop's CPU time a period, p99, 20 streams", "us", cpu),
            line("loop's waits a period, 20 streams", "1", switches),
            line("lateness p99, 20 streams", "us", lateness)};
}

/// One connection that is kept.
class Asker {
  public:
    Asker(std::uint16_t port, const std::string& path)
        : socket_(connect_to(port)),
          request_("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: 30\r\n\r\n" +
                   "{\"throttle\":0.25,\"steer\":0.01}") {}
    /// @return the size of the answer's body
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
    constexpr int count = 4000;
    PortRun run(600);
    Asker port(run.port(), "/api/io");
    for (int i = 0; i < 100; ++i) port.ask();
    const BeastEcho echo(port.ask());
    Asker bare(echo.port(), "/");
    std::vector<double> us, bare_us;
    for (int i = 0; i < count; ++i) {
        us.push_back(port.ask_us());
        bare_us.push_back(bare.ask_us());
    }
    run.stop();
    run.finish();
    return {"POST /api/io, p50", percentile(us, 0.5), "us", "bare Beast echo, same sizes",
            percentile(bare_us, 0.5)};
}

double resident_kb() {
    std::ifstream pages("/proc/self/statm");
    double total = 0, resident = 0;
    pages >> total >> resident;
    return resident * static_cast<double>(::sysconf(_SC_PAGESIZE)) / 1024;
}

/// Of the whole process.
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
    std::vector<Result> results = loop_thread();
    results.push_back(io_latency());
    results.push_back(memory());
    return results;
}

}  // namespace bench

// SPDX-License-Identifier: MIT
#include "viewers_load.hpp"

#include "percentile.hpp"
#include "port_client.hpp"

#include "api/run_port.hpp"
#include "assembly/factories.hpp"
#include "assembly/run_programs.hpp"
#include "config/load_run_config.hpp"
#include "foxglove/foxglove_publisher.hpp"
#include "posix/descriptor.hpp"

#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace bench {
namespace {

using gateway::Descriptor;

constexpr int vehicles = 10, viewers = 20, stalled_viewers = 3;
constexpr double load_duration_s = 6;

double own_cpu_us() {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) * 1e-3;
}

/// Wraps the data port's observer: the CPU time of its loop's thread in each period. The first
/// second is omitted, in which the viewers connect.
class CpuMeter : public gateway::Observer {
  public:
    CpuMeter(std::unique_ptr<gateway::Observer> port, std::vector<double>& cpu_us)
        : port_(std::move(port)), cpu_us_(cpu_us) {
        cpu_us_.reserve(100'000);
    }
    void after_cycle(const gateway::CycleRecord& record) override {
        port_->after_cycle(record);
        const double now = own_cpu_us();
        if (++cycles_ > warm_up_cycles) cpu_us_.push_back(now - before_);
        before_ = now;
    }
    void stand_by() override { port_->stand_by(); }
    void finish(gateway::Summary& summary) override { port_->finish(summary); }

  private:
    static constexpr int warm_up_cycles = 100;

    std::unique_ptr<gateway::Observer> port_;
    std::vector<double>& cpu_us_;
    int cycles_ = 0;
    double before_ = 0;
};

gateway::RunConfig ten_vehicles(const std::string& table) {
    const auto file = std::filesystem::temp_directory_path() / (table + ".yaml");
    std::ofstream out(file);
    out << "ddc: {name: " << table << "}\nmode: realtime\nduration_s: " << load_duration_s
        << "\ndata_port: {token: none}\nprograms:\n";
    for (int i = 0; i < vehicles; ++i) {
        std::ostringstream id;
        id << std::hex << 0x4000 + 0x100 * i;
        out << "  - {name: car" << i << ", reference_id: \"0x" << id.str()
            << "\", exec: [autopilot_basic, \"" << id.str() << "\"]}\n";
    }
    out.close();
    gateway::RunConfig config = gateway::load_run_config(file);
    std::filesystem::remove(file);
    return config;
}

/// A run of ten vehicles at 100 Hz with a data port, in this process.
class WatchedRun : public gateway::RunMonitor {
  public:
    WatchedRun() : table_("bench." + std::to_string(::getpid())), config_(ten_vehicles(table_)) {
        std::vector<std::unique_ptr<gateway::data_port::ProtocolPublisher>> publishers;
        publishers.push_back(
            std::make_unique<gateway::foxglove::FoxglovePublisher>(config_.data_port->origins));
        port_ = std::make_unique<gateway::data_port::RunPort>(
            config_, "", gateway::data_port::Page{}, std::move(publishers));
        run_ = std::thread([this] {
            const std::vector<std::shared_ptr<gateway::OutputFile>> no_traces(vehicles);
            results_ = gateway::run_programs(config_, no_traces, control_,
                                             [](const std::string&) {}, {{this}});
            has_ended_ = true;
        });
        while (there_ < vehicles && !has_ended_)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    ~WatchedRun() override {
        control_.stop = true;
        if (run_.joinable()) run_.join();
        ::shm_unlink(("/ddc." + table_).c_str());
    }
    std::uint16_t port() const { return port_->local().port; }
    void begin(const gateway::Controlled& run) override { port_->begin(run); }
    std::unique_ptr<gateway::Observer> look_at(const gateway::ProgramRun& run,
                                               const gateway::Assembly& assembly) override {
        auto meter = std::make_unique<CpuMeter>(port_->look_at(run, assembly), cpu_us_[run.index]);
        ++there_;
        return meter;
    }
    void end() noexcept override { port_->end(); }
    /// Sums of all loops, after the run.
    std::vector<double> finish() {
        run_.join();
        std::vector<double> all;
        for (const auto& result : results_)
            if (!result.error.empty()) throw std::runtime_error(result.error);
        for (const auto& one : cpu_us_) all.insert(all.end(), one.begin(), one.end());
        return all;
    }

  private:
    std::string table_;
    gateway::RunConfig config_;
    gateway::RunControl control_;
    std::unique_ptr<gateway::data_port::RunPort> port_;
    std::vector<double> cpu_us_[vehicles];
    std::atomic<int> there_{0};
    std::atomic<bool> has_ended_{false};
    std::vector<gateway::ProgramResult> results_;
    std::thread run_;
};

/// A viewer that subscribes to all topics.
Descriptor open_viewer(std::uint16_t port) {
    Descriptor viewer = connect_to(port);
    std::string text = "{\"op\":\"subscribe\",\"subscriptions\":[";
    for (int channel = 1; channel <= 200; ++channel)  // the first missing one ends the list
        text += (channel > 1 ? "," : "") + std::string("{\"id\":") + std::to_string(channel) +
                ",\"channelId\":" + std::to_string(channel) + "}";
    text += "]}";
    std::string bytes =
        "GET /foxglove HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: "
        "Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
        "dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: foxglove.sdk.v1\r\n\r\n\x81\xfe";
    bytes += static_cast<char>(text.size() >> 8U);
    bytes += static_cast<char>(text.size() & 255U);
    bytes += std::string(4, '\0') + text;  // masked with zeros
    if (::send(viewer.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL) < 0)
        throw std::runtime_error("the data port has closed a connection");
    return viewer;
}

class Viewers {
  public:
    explicit Viewers(std::uint16_t port) {
        for (int i = 0; i < viewers; ++i) sockets_.push_back(open_viewer(port));
        thread_ = std::thread([this] { read(); });
    }
    ~Viewers() { end(); }
    Viewers(const Viewers&) = delete;
    Viewers& operator=(const Viewers&) = delete;
    /// @return bytes that were read
    double end() {
        is_over_ = true;
        if (thread_.joinable()) thread_.join();
        return bytes_;
    }

  private:
    void read() {
        std::vector<pollfd> waiting;
        for (int i = 0; i < viewers - stalled_viewers; ++i)
            waiting.push_back({sockets_[static_cast<std::size_t>(i)].get(), POLLIN, 0});
        std::vector<char> buffer(std::size_t{1} << 20U);
        while (!is_over_) {
            ::poll(waiting.data(), waiting.size(), 50);
            for (pollfd& one : waiting) {
                if (one.revents == 0) continue;
                const ssize_t got = ::recv(one.fd, buffer.data(), buffer.size(), MSG_DONTWAIT);
                if (got == 0) one.fd = -1;
                if (got > 0) bytes_ += static_cast<double>(got);
            }
        }
    }

    std::vector<Descriptor> sockets_;
    std::atomic<bool> is_over_{false};
    double bytes_ = 0;
    std::thread thread_;
};

}  // namespace

std::vector<Result> viewers_load() {
    constexpr int rounds = 5;
    std::vector<double> cpu_us[2], rate;
    for (int i = 0; i < 2 * rounds; ++i) {
        const bool has_viewers = i % 2 == 1;
        WatchedRun run;
        std::unique_ptr<Viewers> load;
        if (has_viewers) load = std::make_unique<Viewers>(run.port());
        cpu_us[has_viewers ? 1 : 0].push_back(percentile(run.finish(), 0.99));
        if (load) rate.push_back(load->end() / load_duration_s / (viewers - stalled_viewers) / 1e6);
    }
    return {{"loop's CPU time a period, p99, 20 viewers of 10 vehicles",
             pick(cpu_us[1], Pick::lowest), "us", "without viewers", pick(cpu_us[0], Pick::lowest)},
            {"bytes a viewer reads, 20 viewers of 10 vehicles", pick(rate, Pick::median), "MB/s",
             "the fastest round", pick(rate, Pick::highest)}};
}

}  // namespace bench

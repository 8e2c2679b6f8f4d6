// SPDX-License-Identifier: MIT
// ddc-program-host SOCKET RESOURCES: executes the program of an FMU, whose library is at the other
// end of SOCKET, and ends it when the library or its process has ended. Not for users.
#include "../program_slave/exchange.hpp"
#include "hosted_program.hpp"

#include <ddc/standard_streams.hpp>

#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <optional>
#include <thread>

namespace {

using namespace gateway::fmu;

std::atomic<bool> stop{false};
int library = -1;  ///< the socket

/// Ends every wait. Called by a signal handler, too.
void end_all(int) {
    stop = true;
    ::shutdown(library, SHUT_RDWR);
}

void end_on_signals() {
    struct sigaction action {};
    action.sa_handler = end_all;
    for (const int number : {SIGHUP, SIGINT, SIGTERM}) ::sigaction(number, &action, nullptr);
}

/// Waits until the library has closed its socket, or its process has ended: a copy of the socket
/// may have been inherited by another process.
void watch_library(int parent) {
    pollfd waiting[] = {{library, POLLRDHUP, 0}, {parent, POLLIN, 0}};
    while (::poll(waiting, parent >= 0 ? 2 : 1, -1) <= 0 && !stop) continue;
    end_all(0);
}

/// The library's process. -1 if it cannot be watched, or has ended already.
int open_parent() {
    const pid_t parent = ::getppid();
    const int file = static_cast<int>(::syscall(SYS_pidfd_open, parent, 0));
    if (::getppid() != parent) end_all(0);
    return file;
}

void report(const gateway::LogMessage& message) {
    if (message.level >= gateway::LogLevel::warning)
        std::fprintf(stderr, "ddc-program-host: %s\n", message.text.c_str());
}

class Host {
  public:
    explicit Host(std::string resources)
        : resources_(std::move(resources)), package_(read_package(resources_)) {}

    /// Executes requests until the library ends. @return whether none has failed
    bool serve() {
        HostRequest request;
        while (receive(&request, sizeof request)) {
            if (!receive(inputs_.data(), inputs_.size())) break;
            if (!answer(request)) return false;
        }
        return true;
    }

  private:
    static bool receive(void* bytes, std::size_t size) {
        return receive_all(library, bytes, size, ExchangeTime::max()) == Exchanged::all;
    }

    bool answer(const HostRequest& request) {
        std::string failure;
        try {
            execute(request);
        } catch (const std::exception& error) {
            failure = error.what();
        }
        if (!failure.empty()) return send(true, failure), false;
        send(false, {});
        return true;
    }

    void execute(const HostRequest& request) {
        if (request.what == HostRequest::What::start) {
            const ProgramLimits limits{std::chrono::milliseconds(request.start_timeout_ms),
                                       std::chrono::milliseconds(request.answer_timeout_ms)};
            program_.emplace(package_, resources_, limits, stop, report);
        } else if (program_) {
            std::memcpy(program_->inputs().data(), inputs_.data(), inputs_.size());
            program_->run_cycle(request.delta_s);
        } else {
            throw std::runtime_error("the program has not been started");
        }
        std::memcpy(outputs_.data(), program_->outputs().data(), outputs_.size());
    }

    void send(bool has_failed, std::string text) {
        if (text.size() > HostReply::longest_text) text.resize(HostReply::longest_text);
        const HostReply reply{has_failed, static_cast<std::uint32_t>(text.size())};
        std::string bytes(reinterpret_cast<const char*>(&reply), sizeof reply);
        bytes.append(outputs_.data(), outputs_.size());
        send_all(library, (bytes + text).data(), bytes.size() + text.size(), ExchangeTime::max());
    }

    std::string resources_;
    ProgramPackage package_;
    ValueBlock inputs_{kinds_of(package_, true)};
    ValueBlock outputs_{kinds_of(package_, false)};
    std::optional<HostedProgram> program_;
};

int show_usage(int argc, char** argv) {
    const bool is_asked =
        argc == 2 && (std::strcmp(argv[1], "-h") == 0 || std::strcmp(argv[1], "--help") == 0);
    std::fputs(
        "Usage: ddc-program-host SOCKET RESOURCES\n"
        "The library of an FMU of a program starts it, so that the program runs in a separate "
        "process.\nThere is no need to start it by hand.\n",
        is_asked ? stdout : stderr);
    return is_asked ? 0 : 2;
}

}  // namespace

int main(int argc, char** argv) {
    ddc::open_standard_streams();
    if (argc != 3) return show_usage(argc, argv);
    library = std::atoi(argv[1]);
    end_on_signals();
    std::thread watch(watch_library, open_parent());
    bool is_well = false;
    try {
        const std::string resources = argv[2];
        if (::chdir((resources + "/" + packed::folder).c_str()) != 0)
            throw std::runtime_error(resources + "/" + packed::folder + ": " +
                                     std::strerror(errno));
        is_well = Host(resources).serve();
    } catch (const std::exception& error) {
        std::fprintf(stderr, "ddc-program-host: %s\n", error.what());
    }
    end_all(0);
    watch.join();
    return is_well ? 0 : 1;
}

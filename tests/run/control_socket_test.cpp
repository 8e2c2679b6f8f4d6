// SPDX-License-Identifier: MIT
// Another user than that of a realtime run can neither read nor send its requests, and cannot
// prevent the user from sending them.
#include "second_user.hpp"

#include "../support/child.hpp"
#include "../support/watchdog.hpp"
#include "command.hpp"
#include "control/control_folder.hpp"
#include "control/control_socket.hpp"
#include "skip.hpp"
#include "socket/local_socket.hpp"

#include <doctest/doctest.h>

#include <poll.h>
#include <signal.h>
#include <sys/fsuid.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <optional>
#include <vector>

namespace control_socket_test {

using namespace tests;
namespace fs = std::filesystem;

namespace {

/// A realtime run whose control socket is below a scratch directory.
struct ControlledRun {
    ScratchDirectory scratch;
    std::string table = "test.ctl." + scratch.path().filename().string();
    Command::Environment environment{{"XDG_RUNTIME_DIR", ""}, {"TMPDIR", scratch.path()}};
    fs::path folder = scratch.path() / ("ddc-gateway-" + std::to_string(::geteuid()));
    fs::path socket = folder / ("ddc-gateway-" + table + "-4000.socket");

    ~ControlledRun() { ::shm_unlink(("/ddc." + table).c_str()); }

    Command start() const {
        const auto config =
            scratch.write("run.yaml", "mode: realtime\nduration_s: 100\nddc: {name: " + table +
                                          "}\nprogram: {exec: [autopilot, ddc, \"4000\"]}\n");
        return Command(scratch, {"ddc-gateway", "run", config}, environment);
    }
    Finished ctl(const std::string& action) const {
        return run(scratch, {"ddc-gateway", "ctl", action, "--ddc", table}, environment);
    }
    /// Waits until a program runs, with or without a socket.
    static void await_run(const Command& gateway) {
        gateway.wait_for_stderr("started the program");
        gateway.wait_for_stderr("answering");
    }
    void make_folder(fs::perms mode = fs::perms::owner_all) const {
        fs::create_directory(folder);
        fs::permissions(folder, mode);
    }
    /// A run reports why it has no control socket, continues, and ends by a signal; `ctl` reports
    /// it too.
    void check_refusal(const std::string& reason) const {
        CAPTURE(reason);
        const Finished refused = ctl("stop");
        CHECK(refused.exit_code == 1);
        CHECK(refused.err.find(reason) != std::string::npos);
        Command gateway = start();
        gateway.wait_for_stderr("ddc-gateway ctl cannot reach this run: ");
        gateway.wait_for_stderr(reason);
        await_run(gateway);
        CHECK(ctl("stop").exit_code == 1);
        gateway.signal(SIGTERM);
        CHECK(gateway.finish().exit_code != 1);
    }
};

/// Sets a variable of this process's environment during its life.
class Setting {
  public:
    Setting(const char* name, const std::string& value) : name_(name) {
        if (const char* before = ::getenv(name)) before_ = before;
        ::setenv(name, value.c_str(), 1);
    }
    ~Setting() { before_ ? ::setenv(name_, before_->c_str(), 1) : ::unsetenv(name_); }
    Setting(const Setting&) = delete;
    Setting& operator=(const Setting&) = delete;

  private:
    const char* name_;
    std::optional<std::string> before_;
};

}  // namespace

TEST_CASE("a run's control socket is in a folder of the same user only, and removed with the run") {
    const ControlledRun sut;
    Command gateway = sut.start();
    ControlledRun::await_run(gateway);
    CHECK((fs::status(sut.folder).permissions() & fs::perms::mask) == fs::perms::owner_all);
    CHECK(fs::is_socket(sut.socket));
    CHECK(sut.ctl("status").out == "running, time scale as configured\n");
    CHECK(sut.ctl("stop").out == "ok\n");
    gateway.finish();
    CHECK_FALSE(fs::exists(sut.socket));
}

TEST_CASE("a folder that others may write to, a link or a file is not used") {
    const ControlledRun open, linked, file, given;
    open.make_folder(fs::perms::owner_all | fs::perms::others_read);
    open.check_refusal("does not have mode 0700");
    CHECK(fs::is_empty(open.folder));

    const fs::path elsewhere = linked.scratch.path() / "elsewhere";
    fs::create_directory(elsewhere);
    fs::permissions(elsewhere, fs::perms::owner_all);
    fs::create_directory_symlink(elsewhere, linked.folder);
    linked.check_refusal("is a symbolic link");
    CHECK(fs::is_empty(elsewhere));

    file.scratch.write(file.folder.filename(), "mine");
    file.check_refusal("is not a folder");
    CHECK(read_file(file.folder) == "mine");
}

TEST_CASE("the folder of XDG_RUNTIME_DIR is checked as well") {
    ControlledRun sut;
    const fs::path runtime = sut.scratch.path() / "runtime";
    sut.environment = {{"XDG_RUNTIME_DIR", runtime}};
    sut.check_refusal("No such file");
    fs::create_directory(runtime);
    fs::permissions(runtime, fs::perms::owner_all | fs::perms::group_read);
    sut.check_refusal("does not have mode 0700");
}

TEST_CASE("a folder of another user is not used") {
    if (!no_second_user().empty()) TEST_SKIPPED(no_second_user());
    const ControlledRun sut;
    sut.make_folder();
    REQUIRE(::chown(sut.folder.c_str(), second_user_id, second_user_id) == 0);
    sut.check_refusal("belongs to user " + std::to_string(second_user_id));
    CHECK(fs::is_empty(sut.folder));
}

TEST_CASE("an object that is not a socket is neither deleted nor followed") {
    const ControlledRun file, link;
    file.make_folder();
    file.scratch.write(file.folder.filename() / file.socket.filename(), "precious");
    file.check_refusal("is not a socket and is not used");
    CHECK(read_file(file.socket) == "precious");

    link.make_folder();
    const fs::path target = link.scratch.write("target", "precious");
    fs::create_symlink(target, link.socket);
    link.check_refusal("is not a socket and is not used");
    CHECK(fs::is_symlink(link.socket));
    CHECK(read_file(target) == "precious");
}

TEST_CASE("ctl does not use another user's process that serves the socket") {
    if (!no_second_user().empty()) TEST_SKIPPED(no_second_user());
    const ControlledRun sut;
    sut.make_folder();
    const Watchdog watchdog(60);
    const Child stranger([&] {
        const Setting no_runtime("XDG_RUNTIME_DIR", ""), temporary("TMPDIR", sut.scratch.path());
        const gateway::ControlFolder folder;
        const gateway::Descriptor listener = gateway::make_local_socket();
        const sockaddr_un address = folder.address_of(sut.socket.filename());
        if (::bind(listener.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) !=
            0)
            return 1;
        if (::seteuid(second_user_id) != 0 || ::listen(listener.get(), 5) != 0) return 1;
        for (;;) {
            if (!gateway::await_ready(listener.get(), POLLIN, 10'000)) return 1;
            const gateway::Descriptor peer(::accept(listener.get(), nullptr, nullptr));
            gateway::send_message(peer.get(), "ok");
        }
    });
    // Refused: bound, but not listening yet.
    Finished answer = sut.ctl("stop");
    while (answer.err.find("Connection refused") != std::string::npos ||
           answer.err.find("no run in table") != std::string::npos)
        answer = sut.ctl("stop");
    CHECK(answer.exit_code == 1);
    CHECK(answer.out.empty());
    INFO("standard error: " << answer.err);
    CHECK(answer.err.find("is of user 65534") != std::string::npos);
}

TEST_CASE("the run does not serve another user's process that reaches its socket") {
    if (!no_second_user().empty()) TEST_SKIPPED(no_second_user());
    const ControlledRun sut;
    Command gateway = sut.start();
    ControlledRun::await_run(gateway);
    Child stranger([&] {
        const Setting no_runtime("XDG_RUNTIME_DIR", ""), temporary("TMPDIR", sut.scratch.path());
        const gateway::ControlFolder folder;
        const gateway::Descriptor socket = gateway::make_local_socket();
        if (::seteuid(second_user_id) != 0) return 1;
        ::setfsuid(0);  // an open path to the socket: his credentials remain those of another user
        if (gateway::connect_to(socket.get(), folder.address_of(sut.socket.filename())) != 0)
            return 2;
        gateway::send_message(socket.get(), "9000000000000000000 stop");
        gateway::await_ready(socket.get(), POLLIN, 10'000);
        return gateway::receive_message(socket.get()).empty() ? 0 : 3;
    });
    CHECK(stranger.wait() == 0);
    gateway.wait_for_stderr("refused user 65534");
    CHECK(sut.ctl("status").out == "running, time scale as configured\n");
}

TEST_CASE("idle clients do not block others") {
    const ControlledRun sut;
    Command gateway = sut.start();
    ControlledRun::await_run(gateway);
    const Setting no_runtime("XDG_RUNTIME_DIR", ""), temporary("TMPDIR", sut.scratch.path());
    const gateway::ControlFolder folder;
    std::vector<gateway::Descriptor> idle;
    for (int i = 0; i < 40; ++i) {
        idle.push_back(gateway::make_local_socket());
        static_cast<void>(
            gateway::connect_to(idle.back().get(), folder.address_of(sut.socket.filename())));
        if (i == 5 || i == 39) CHECK(sut.ctl("status").exit_code == 0);
    }
    CHECK(sut.ctl("stop").exit_code == 0);
    gateway.finish();
}

TEST_CASE("a stopped run: ctl times out, and its request is not executed later") {
    const ControlledRun sut;
    Command gateway = sut.start();
    ControlledRun::await_run(gateway);
    gateway.signal(SIGSTOP);
    const auto check_no_answer = [&](const std::string& action) {
        const auto start = std::chrono::steady_clock::now();
        const Finished answer = sut.ctl(action);
        CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(20));
        CHECK(answer.exit_code == 1);
        CHECK(answer.err.find("does not answer") != std::string::npos);
    };
    check_no_answer("stop");
    const Setting no_runtime("XDG_RUNTIME_DIR", ""), temporary("TMPDIR", sut.scratch.path());
    const gateway::ControlFolder folder;
    std::vector<gateway::Descriptor> queue;
    do queue.push_back(gateway::make_local_socket());
    while (gateway::connect_to(queue.back().get(), folder.address_of(sut.socket.filename())) !=
           EAGAIN);
    check_no_answer("stop");  // its queue is full
    queue.clear();
    gateway.signal(SIGCONT);
    gateway.wait_for_stderr("did not execute 'stop'");
    CHECK(sut.ctl("status").out == "running, time scale as configured\n");
    CHECK(sut.ctl("stop").exit_code == 0);
    gateway.finish();
}

}  // namespace control_socket_test

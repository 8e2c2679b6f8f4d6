// SPDX-License-Identifier: MIT
#include "command_fixture.hpp"
#include "scratch_file.hpp"

#include <ddc/inspect.hpp>
#include <ddc/recording/cdr.hpp>
#include <ddc/recording/ddc_messages.hpp>
#include <ddc/recording/mcap_reader.hpp>
#include "child.hpp"
#include "process.hpp"
#include "raw_table.hpp"
#include "watchdog.hpp"

#include <doctest/doctest.h>

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <thread>

namespace process_test {

/// The command as a separate process.
namespace {

using ddc::tests::CommandTable;
using tests::Child;
using tests::Watchdog;

/// `ddc args...` with its standard output in a pipe; its messages are discarded.
class CommandProcess {
  public:
    explicit CommandProcess(std::vector<std::string> args)
        : pipe_(make_pipe()), child_([&] { return become(std::move(args)); }) {
        ::close(pipe_.write);
    }
    ~CommandProcess() { close_output(); }

    /// The next line without its end; at the end of the output, the rest.
    std::string read_line() {
        std::string line;
        for (char c = 0; ::read(pipe_.read, &c, 1) == 1 && c != '\n';) line += c;
        return line;
    }
    void close_output() {
        if (pipe_.read >= 0) ::close(pipe_.read);
        pipe_.read = -1;
    }
    void interrupt() const { child_.signal(SIGINT); }
    void kill() const { child_.signal(SIGKILL); }
    int wait() { return child_.wait(); }

  private:
    struct Pipe {
        int read = -1;
        int write = -1;
    };
    static Pipe make_pipe() {
        int ends[2];
        REQUIRE(::pipe2(ends, O_CLOEXEC) == 0);
        return {ends[0], ends[1]};
    }
    int become(std::vector<std::string> args) const {
        std::vector<char*> argv{const_cast<char*>("ddc")};
        for (std::string& arg : args) argv.push_back(arg.data());
        argv.push_back(nullptr);
        ::dup2(pipe_.write, STDOUT_FILENO);
        ::dup2(::open("/dev/null", O_WRONLY), STDERR_FILENO);
        ::execv(DDC_COMMAND, argv.data());
        return 98;
    }

    Pipe pipe_;
    Child child_;
};

/// A process that has the table open, and changes an entry every millisecond.
Child writer_of(const std::string& table) {
    return Child([table] {
        ddc::TableOptions options;
        options.name = table;
        auto opened = ddc::Table::open(options);
        for (int i = 0;; ++i) {
            opened.write(0x0100, i);
            ::usleep(1000);
        }
        return 0;
    });
}

void await_attached(const std::string& table, pid_t pid) {
    tests::await([&] {
        for (const ddc::Process& process : ddc::attached_processes(table))
            if (process.pid == pid) return true;
        return false;
    });
}

TEST_CASE("a reader that closes the pipe early is not a failure") {
    const Watchdog watchdog;
    CommandTable table;
    table.add_basic_program();
    const Child writer = writer_of(table.name());
    for (const char* format : {"table", "json", "ndjson", "csv"}) {
        CommandProcess sut({"echo", "0x0100", "--name", table.name(), "--format", format});
        sut.read_line();
        sut.close_output();
        CHECK(sut.wait() == 0);
    }
}

TEST_CASE("a full disk is a failure") {
    const Watchdog watchdog;
    CommandTable table;
    table.add_basic_program();
    CommandProcess sut(
        {"record", "4000", "--name", table.name(), "--output", "/dev/full", "--duration", "0.1"});
    CHECK(sut.wait() == 1);
}

/// Number of chunks in a recording, closed or not; checks that the values of its changes rise.
std::uint64_t chunks_in(const std::string& path) {
    std::ifstream in(path);
    if (in.peek() == std::ifstream::traits_type::eof()) return 0;
    ddc::recording::McapReader reader(in, path);
    std::int32_t last = -1;
    while (const auto item = reader.next())
        if (const auto* message = std::get_if<ddc::recording::McapMessage>(&*item)) {
            const auto entry = ddc::recording::from_cdr<ddc::recording::Entry>(
                reinterpret_cast<const std::byte*>(message->data.data()), message->data.size());
            if (entry.type != 2) continue;  // from before the writer
            CHECK(entry.int32_value > last);
            last = entry.int32_value;
        }
    CHECK(reader.is_cut());
    return reader.chunks();
}

TEST_CASE("a recorder that is killed leaves a recording that can be played") {
    const Watchdog watchdog;
    const CommandTable table;
    const Child writer = writer_of(table.name());
    const ddc::tests::ScratchFile file(".mcap");
    CommandProcess sut({"record", "0x0100", "--name", table.name(), "--output", file.path});
    tests::await([&] { return chunks_in(file.path) >= 2; });
    sut.kill();
    CHECK(sut.wait() != 0);
    CHECK(chunks_in(file.path) >= 2);
    CommandTable target;
    CHECK(target.run({"play", file.path, "--rate", "1000"}).code == 3);
    CHECK(target.table().entry(0x0100).type == ddc::Type::int32);
}

TEST_CASE("the values of an unchanged table are soon in its recording") {
    const Watchdog watchdog;
    const CommandTable table;
    const ddc::tests::ScratchFile file(".mcap");
    CommandProcess sut({"record", "0x0100", "--name", table.name(), "--output", file.path});
    tests::await([&] { return chunks_in(file.path) == 1; });
    sut.interrupt();
    CHECK(sut.wait() == 0);
}

TEST_CASE("Ctrl-C ends verbs without an end, cleanly") {
    const Watchdog watchdog;
    const CommandTable table;
    const Child writer = writer_of(table.name());
    for (const char* verb : {"echo", "watch", "record", "hz"}) {
        CommandProcess sut({verb, "0x0100", "--name", table.name()});
        sut.read_line();
        sut.interrupt();
        const int code = sut.wait();
        CHECK_MESSAGE((code == 0 || (code == 3 && verb == std::string("record"))), verb);
    }
}

TEST_CASE("a table that another process uses is written to only with --yes") {
    const Watchdog watchdog;
    CommandTable table;
    const Child user = writer_of(table.name());
    await_attached(table.name(), user.pid());
    const auto refused = table.run({"set", "0x0200", "5"});
    CHECK(refused.code == 1);
    CHECK(refused.err.find("(" + std::to_string(user.pid()) + ")") != std::string::npos);
    CHECK(table.run({"set", "0x0200", "5", "--yes"}).code == 0);
    CHECK(table.run({"remove"}).code == 1);
    CHECK(table.run({"list", "--format", "json"}).json()[0]["attached"][0]["pid"] == user.pid());
}

TEST_CASE("a table with monitors only is changed without consent") {
    const Watchdog watchdog;
    CommandTable table;
    CommandProcess monitor({"watch", "--name", table.name(), "--format", "json"});
    monitor.read_line();
    CHECK_FALSE(ddc::attached_processes(table.name()).empty());
    CHECK(table.run({"set", "0x0200", "5"}).code == 0);
}

TEST_CASE("doctor reports a writer that was killed while writing, until the next write") {
    const Watchdog watchdog;
    CommandTable table;
    {
        Child victim([&] {
            const tests::RawTable raw(table.name());
            raw.lock().owner.store(ddc::process::self());
            raw.lock().intent.store(std::uint64_t{0x100} << 32 | 0x100);
            raw.cell(0x100).sequence.fetch_or(1);
            ::raise(SIGKILL);
            return 0;
        });
        CHECK(victim.wait() == -SIGKILL);
    }
    CommandProcess sick({"doctor", "--name", table.name()});
    CHECK(sick.wait() == 1);
    CHECK(table.run({"doctor"}).out.find("which is dead") != std::string::npos);
    CHECK(table.run({"dump"}).out.find("half-written") != std::string::npos);
    CHECK(table.run({"set", "0x0200", "5"}).code == 0);
    CommandProcess healed({"doctor", "--name", table.name()});
    CHECK(healed.wait() == 0);
}

TEST_CASE("a process that was stopped while writing does not delay inspection") {
    const Watchdog watchdog;
    CommandTable table;
    Child stopped([&] {
        const tests::RawTable raw(table.name());
        raw.lock().owner.store(ddc::process::self());
        raw.cell(0x100).sequence.fetch_or(1);
        ::raise(SIGSTOP);
        return 0;
    });
    stopped.await_stop();
    const auto doctor = table.run({"doctor"});
    CHECK(doctor.code == 1);
    CHECK(doctor.out.find("kill -CONT") != std::string::npos);
    CHECK(table.run({"dump"}).code == 0);
    CHECK(table.run({"get", "0x0100"}).code == 1);
}

}  // namespace

}  // namespace process_test

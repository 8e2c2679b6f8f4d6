// SPDX-License-Identifier: MIT
// Output of `ddc` that cannot be written, or that is no longer read.
#include "command.hpp"
#include "scratch_table.hpp"

#include <ddc/inspect.hpp>
#include <ddc/table.hpp>

#include <doctest/doctest.h>

#include <unistd.h>

#include <csignal>

namespace command_output_test {

using namespace tests;

namespace {

/// A table with a program's header and many entries, and shell commands that read it.
struct Scene {
    Scene() {
        for (ddc::Id id = 0x0100; id < 0x1100; ++id) scratch.table().write(id, id);
    }

    /// `$ddc` represents the command on this table.
    Finished shell(const std::string& line) const {
        const std::string ddc = (binary_directory() / "ddc").string();
        return run(files, {"/bin/sh", "-c",
                           "ddc='" + ddc + " --name " + scratch.options().name + "'; " + line});
    }

    ScratchDirectory files;
    ddc::tests::ScratchTable scratch{0x4400};
};

}  // namespace

TEST_CASE("a full disk is reported by every command") {
    const Scene sut;
    for (const char* words :
         {"dump", "list", "info", "doctor", "get 0x0100", "get 0x0100 0x0101", "clean --dry-run",
          "watch --count 1", "record 0x0100 --count 1", "completion bash", "--help", "--version",
          "dump --format json", "dump --help"}) {
        const Finished finished = sut.shell("$ddc " + std::string(words) + " > /dev/full");
        CHECK_MESSAGE(finished.exit_code == 1, words);
        CHECK_MESSAGE(
            finished.err.find("output cannot be written: No space left") != std::string::npos,
            words, ": ", finished.err);
    }
}

TEST_CASE("a command ends without a message when the reader of its output closes") {
    const Scene sut;
    for (const char* words : {"dump", "dump --format json", "list", "watch --interval 0.05"}) {
        const Finished finished =
            sut.shell("{ $ddc " + std::string(words) + "; echo code $? >&2; } | head -1");
        CHECK_MESSAGE(finished.err == "code 0\n", words);
    }
}

TEST_CASE("a command that waits for changes ends when its reader closes, even without a change") {
    const Scene sut;
    for (const char* words :
         {"echo 0x0100", "record 0x0100", "hz 0x0100", "watch --interval 600"}) {
        const Finished finished =
            sut.shell("{ $ddc " + std::string(words) + " 2>/dev/null; echo code $? >&2; } | true");
        CHECK_MESSAGE(finished.err == "code 0\n", words);
    }
}

TEST_CASE("a player whose terminal closes leaves the table's lock alone") {
    Scene sut;
    const std::string recording =
        sut.files.write("run.csv", "time_s,id,type,value\n0,0x1,int32,1\n0.001,0x1,int32,2\n");
    Command player(sut.files, {"ddc", "--name", sut.scratch.options().name, "play", recording,
                               "--loop", "--yes"});
    std::int32_t value = 0;
    while (sut.scratch.table().read(0x0001, value) != ddc::Status::ok) ::usleep(1000);
    player.signal(SIGHUP);
    const Finished finished = player.finish();
    CHECK(finished.exit_code == 0);
    CHECK(finished.err.find("records played") != std::string::npos);
    CHECK_FALSE(ddc::diagnose(sut.scratch.options().name).lock.owner);
}

TEST_CASE("output that is not read does not delay a request to end") {
    const Scene sut;
    // The pipe's reader is stopped: its buffer is full long before the dumps end.
    const std::string pid = sut.files.path() / "pid";
    const Finished finished =
        sut.shell("{ $ddc watch --interval 0.001 & pid=$!; echo $pid > " + pid +
                  "; wait $pid; } | "
                  "{ sleep 1; kill -TERM $(cat " +
                  pid + "); while kill -0 $(cat " + pid +
                  ") 2>/dev/null; do "
                  "sleep 0.1; done; echo over; }");
    CHECK(finished.out.find("over") != std::string::npos);
}

}  // namespace command_output_test

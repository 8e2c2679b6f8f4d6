// SPDX-License-Identifier: MIT
#include "campaign/store/shard_writer.hpp"
#include "number/random.hpp"

#include "child.hpp"
#include "scratch_folder.hpp"
#include "watchdog.hpp"

#include <sys/resource.h>

#include <doctest/doctest.h>

#include <chrono>
#include <fstream>
#include <iterator>
#include <thread>

namespace store_test {

using namespace gateway;
using namespace gateway::campaign;
namespace fs = std::filesystem;

namespace {

/// A campaign's folder.
class Folder : public tests::ScratchFolder {
  public:
    Shard shard(std::uint64_t size = 40) const { return {path(), "plan", 0, 0, size}; }
};

Row row_of(std::uint64_t run) {
    const auto value = std::to_string(random_bits({1, run, 2, 0}));
    return {run, R"({"value":)" + value + "}", R"({"pid":)" + std::to_string(::getpid()) + "}"};
}

/// The result of a merge: every row, without the columns that depend on the machine.
std::string merged(const Shard& shard) {
    std::string text;
    const RowSet rows = read_shard(shard, list_parts(shard.folder));
    for (const auto& [run, row] : rows.rows()) text += std::to_string(run) + row.result + '\n';
    return text;
}

std::string expected(std::uint64_t runs) {
    std::string text;
    for (std::uint64_t run = 0; run < runs; ++run)
        text += std::to_string(run) + row_of(run).result + '\n';
    return text;
}

void work(const Shard& shard, std::chrono::microseconds per_run = {}) {
    ShardWriter sut(shard, "{}");
    if (sut.is_published()) return;
    for (std::uint64_t run = shard.first; run < shard.end; ++run) {
        if (sut.has(run)) continue;
        std::this_thread::sleep_for(per_run);
        sut.add(row_of(run));
    }
    sut.publish();
}

/// The same worker in a separate process.
tests::Child worker(const Shard& shard, std::chrono::microseconds per_run) {
    return tests::Child([&shard, per_run] {
        try {
            work(shard, per_run);
            return 0;
        } catch (const std::exception&) {
            return 1;
        }
    });
}

std::string bytes(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

void put(const fs::path& file, const std::string& text) {
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
}

std::size_t parts_of(const Folder& folder) {
    const Parts parts = list_parts(folder.path());
    return parts.empty() ? 0 : parts.begin()->second.size();
}

}  // namespace

TEST_CASE("A row is read as it was written and a change of any character is detected") {
    const Row row{12, R"({"a":"},\"wall\":{"})", R"({"time_s":0.5})"};
    std::string line = to_line(row);
    CHECK(line.back() == '\n');
    line.pop_back();
    const auto read = read_row(line);
    REQUIRE(read);
    CHECK(read->run == 12);
    CHECK(read->result == row.result);
    CHECK(read->wall == row.wall);
    for (std::size_t i = 0; i < line.size(); ++i) {
        std::string changed = line;
        changed[i] = static_cast<char>(changed[i] ^ 1);
        CHECK_FALSE(read_row(changed));
        CHECK_FALSE(read_row(line.substr(0, i)));
    }
}

TEST_CASE("A shard is published once and leaves no partial file") {
    const Folder folder;
    work(folder.shard());
    CHECK(merged(folder.shard()) == expected(40));
    CHECK(fs::exists(folder.shard().done()));
    CHECK(parts_of(folder) == 0);
    const std::string before = bytes(folder.shard().done());
    work(folder.shard());
    CHECK(bytes(folder.shard().done()) == before);
}

TEST_CASE("Runs that a killed worker has completed are not repeated") {
    const Folder folder;
    {
        ShardWriter killed(folder.shard(), "{}");
        for (std::uint64_t run = 0; run < 25; ++run) killed.add(row_of(run));
    }
    ShardWriter sut(folder.shard(), "{}");
    CHECK(sut.rows().size() == 25);
    CHECK(sut.has(24));
    CHECK_FALSE(sut.has(25));
}

TEST_CASE("A truncated last line is dropped at any length") {
    const Folder folder;
    const std::string whole =
        to_header_line("plan", "{}") + to_line(row_of(0)) + to_line(row_of(1));
    const fs::path part = folder.shard().part_folder() / "0.elsewhere.1.jsonl";
    const std::size_t second = whole.size() - to_line(row_of(1)).size();
    for (std::size_t size = 0; size < whole.size(); ++size) {
        put(part, whole.substr(0, size));
        RowSet rows;
        read_part(folder.shard(), part, rows);
        REQUIRE(rows.size() == (size >= second ? 1 : 0));
    }
    work(folder.shard());
    CHECK(merged(folder.shard()) == expected(40));
}

TEST_CASE("Two different rows of one run are an error that names the run") {
    const Folder folder;
    put(folder.shard().part_folder() / "0.elsewhere.1.jsonl",
        to_header_line("plan", "{}") + to_line({7, R"({"value":0})", "{}"}));
    CHECK_THROWS_WITH_AS(
        [&] {
            ShardWriter sut(folder.shard(), "{}");
            sut.add(row_of(7));
        }(),
        doctest::Contains("run 7: has two different results"), StoreError);
}

TEST_CASE("Wall times of two rows may differ") {
    RowSet sut;
    sut.add({1, "{}", R"({"time_s":1})"});
    CHECK_NOTHROW(sut.add({1, "{}", R"({"time_s":2})"}));
}

TEST_CASE("If two workers do not see each other the second one finds the results of the first") {
    const Folder folder;
    ShardWriter slow(folder.shard(), "{}");
    work(folder.shard());
    const std::string first = bytes(folder.shard().done());
    for (std::uint64_t run = 0; run < 40; ++run) slow.add(row_of(run));
    slow.publish();
    CHECK(slow.is_published());
    CHECK(bytes(folder.shard().done()) == first);
    CHECK(parts_of(folder) == 0);
}

TEST_CASE("A second worker with another result reports it at the end") {
    const Folder folder;
    ShardWriter slow(folder.shard(1), "{}");
    work(folder.shard(1));
    slow.add({0, R"({"value":"other"})", "{}"});
    CHECK_THROWS_WITH_AS(slow.publish(), doctest::Contains("run 0"), StoreError);
}

TEST_CASE("A link that was made although its creation reported that it exists counts") {
    const Folder folder;
    ShardWriter sut(folder.shard(1), "{}");
    sut.add(row_of(0));
    fs::create_hard_link(list_parts(folder.path())[0][0], folder.shard(1).done());
    CHECK_NOTHROW(sut.publish());
    CHECK(parts_of(folder) == 0);
    CHECK(merged(folder.shard(1)) == expected(1));
}

TEST_CASE("A worker whose partial file was removed after another had published succeeds") {
    const Folder folder;
    ShardWriter slow(folder.shard(1), "{}");
    slow.add(row_of(0));
    const fs::path part = list_parts(folder.path())[0][0];
    work(folder.shard(1));
    fs::remove(part);
    CHECK_NOTHROW(slow.publish());
}

TEST_CASE("Rows of another plan are rejected") {
    const Folder folder;
    work(folder.shard());
    Shard other = folder.shard();
    other.plan = "another";
    CHECK_THROWS_WITH_AS(ShardWriter(other, "{}"), doctest::Contains("another plan"), StoreError);
}

TEST_CASE("A published file that was truncated or changed is rejected by name") {
    const Folder folder;
    work(folder.shard());
    const std::string whole = bytes(folder.shard().done());
    put(folder.shard().done(), whole.substr(0, whole.size() - 5));
    CHECK_THROWS_WITH_AS(merged(folder.shard()), doctest::Contains("0.jsonl: is damaged"),
                         StoreError);
    const std::size_t last_line = whole.rfind('\n', whole.size() - 2) + 1;
    put(folder.shard().done(), whole.substr(0, last_line));
    CHECK_THROWS_AS(merged(folder.shard()), StoreError);
}

TEST_CASE(
    "Partial files of a live process and of another host stay and those of a dead process are "
    "removed") {
    const Folder folder;
    const std::string header = to_header_line("plan", "{}");
    tests::Child dead([] { return 0; });
    const pid_t dead_pid = dead.pid();
    dead.wait();
    const std::string here = "0." + host_name() + ".";
    const fs::path parts = folder.shard().part_folder();
    put(parts / (here + std::to_string(dead_pid) + ".jsonl"), header);
    put(parts / (here + std::to_string(::getppid()) + ".jsonl"), header);
    put(parts / "0.elsewhere.1.jsonl", header);
    put(parts / "notes.txt", "mine");
    work(folder.shard());
    CHECK(parts_of(folder) == 2);
    CHECK(fs::exists(parts / "notes.txt"));
}

TEST_CASE("A full disk is reported and complete rows are not lost") {
    const Folder folder;
    tests::Child full([&] {
        const rlimit limit{1000, 1000};
        ::signal(SIGXFSZ, SIG_IGN);
        ::setrlimit(RLIMIT_FSIZE, &limit);
        try {
            work(folder.shard());
        } catch (const std::system_error& error) {
            return error.code().value() == EFBIG ? 0 : 1;
        }
        return 2;
    });
    REQUIRE(full.wait() == 0);
    CHECK_FALSE(fs::exists(folder.shard().done()));
    {
        const ShardWriter sut(folder.shard(), "{}");
        CHECK(sut.rows().size() > 0);
        CHECK(sut.rows().size() < 40);
    }
    work(folder.shard());
    CHECK(merged(folder.shard()) == expected(40));
}

TEST_CASE("Workers killed at 200 random instants leave the result of an undisturbed worker") {
    const tests::Watchdog watchdog(120);
    std::uint64_t kills = 0;
    for (std::uint64_t round = 0; kills < 200; ++round) {
        const Folder folder;
        const Shard shard = folder.shard();
        for (std::uint64_t i = 0; i < 20 && !fs::exists(shard.done()); ++i, ++kills) {
            const auto wait = std::chrono::microseconds(random_bits({round, i, 3, 0}) % 4000);
            const tests::Child first = worker(shard, std::chrono::microseconds(100));
            const tests::Child second = worker(shard, std::chrono::microseconds(130));
            std::this_thread::sleep_for(wait);
        }
        work(shard);
        REQUIRE(merged(shard) == expected(40));
        REQUIRE(parts_of(folder) == 0);
    }
}

TEST_CASE("Two simultaneous workers on one shard both succeed with one result") {
    const tests::Watchdog watchdog;
    for (int i = 0; i < 20; ++i) {
        const Folder folder;
        const Shard shard = folder.shard();
        tests::Child first = worker(shard, std::chrono::microseconds(20));
        tests::Child second = worker(shard, std::chrono::microseconds(20));
        REQUIRE(first.wait() == 0);
        REQUIRE(second.wait() == 0);
        REQUIRE(merged(shard) == expected(40));
        REQUIRE(parts_of(folder) == 0);
    }
}

}  // namespace store_test

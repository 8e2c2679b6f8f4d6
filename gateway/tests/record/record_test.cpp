// SPDX-License-Identifier: MIT
#include "observer/wrapped_count.hpp"
#include "scratch_file.hpp"

#include "child.hpp"
#include "config/common/named_files.hpp"
#include "observer/row_writer.hpp"
#include "output/free_name.hpp"
#include "output/output_queue.hpp"
#include "pipe.hpp"
#include "summary/samples.hpp"
#include "watchdog.hpp"

#include <gateway/base/process_start.hpp>

#include <doctest/doctest.h>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <iterator>
#include <thread>

namespace record_test {

using gateway::tests::ScratchFile;

std::shared_ptr<gateway::OutputFile> output(const std::filesystem::path& file) {
    return std::make_shared<gateway::OutputFile>(file);
}

/// As many columns as a trace has.
const std::vector<std::string> twelve{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"};

std::string text_of(const std::filesystem::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// The peak memory of this process.
long memory_kb() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

TEST_CASE("percentiles are by nearest rank, the maximum includes values out of range") {
    gateway::Samples sut(101);
    for (int i = 0; i <= 100; ++i) sut.add(i);
    sut.add(1000);
    CHECK(sut.percentiles().p50 == 50);
    CHECK(sut.percentiles().p99 == 99);
    CHECK(sut.percentiles().max == 1000);
    CHECK(gateway::Samples(5).percentiles().p99 == 0);
}

TEST_CASE("rows are written while more are added, each once") {
    const tests::Watchdog watchdog;
    const ScratchFile file(".csv", "");
    const auto part = gateway::OutputFile::part_of(file.path());
    std::string expected = "a,b\n";
    {
        gateway::RowWriter sut(output(file.path()), {"a", "b"}, nullptr);
        for (int i = 0, next_look = 3; i < 3000; ++i) {
            double* row = sut.next_row();
            row[0] = i;
            row[1] = 0.5;
            if (i == next_look) {  // all but the last row
                tests::await([&] { return text_of(part) == expected; });
                next_look += 1030;
            }
            expected += std::to_string(i) + ",0.5\n";
        }
        sut.close();
        CHECK(sut.rows_dropped() == 0);
    }
    CHECK(text_of(file.path()) == expected);
}

TEST_CASE("every row that was added is in the file, bit for bit") {
    const ScratchFile file(".csv", "");
    const int rows = 5000;
    {
        gateway::RowWriter sut(output(file.path()), {"a", "b"}, nullptr);
        for (int i = 0; i < rows; ++i) {
            double* row = sut.next_row();
            row[0] = i;
            row[1] = std::sqrt(i) / 3;
        }
        sut.close();
        CHECK(sut.rows_dropped() == 0);
        CHECK(sut.problem().empty());
    }
    std::ifstream in(file.path());
    std::string line;
    std::getline(in, line);
    CHECK(line == "a,b");
    int mismatches = 0, count = 0;
    for (; std::getline(in, line); ++count) {
        const std::size_t comma = line.find(',');
        mismatches += std::stod(line.substr(0, comma)) != count;
        mismatches += std::stod(line.substr(comma + 1)) != std::sqrt(count) / 3;
    }
    CHECK(count == rows);
    CHECK(mismatches == 0);
}

TEST_CASE("a trace that cannot be written is reported immediately, and once") {
    std::atomic<int> reports{0};
    gateway::RowWriter sut(output("/dev/full"), {"a"}, [&](const std::string& text) {
        ++reports;
        CHECK(text.find("trace /dev/full: could not be written in full: No space left") == 0);
    });
    const ::tests::Watchdog watchdog;
    ::tests::await([&] { return reports == 1; });
    for (int i = 0; i < 1000; ++i) *sut.next_row() = i;
    sut.close();
    CHECK(reports == 1);
    CHECK(sut.rows_dropped() == 1000);
    CHECK(sut.problem().find("No space left") != std::string::npos);
}

TEST_CASE("a blocked file costs limited memory and two seconds, and its rows are counted") {
    const ::tests::Watchdog watchdog;
    std::signal(SIGPIPE, SIG_IGN);  // as in the gateway: the abandoned thread gets the signal
    ::tests::Pipe pipe;
    pipe.fill();
    const auto start = std::chrono::steady_clock::now();
    const long before_kb = memory_kb();
    gateway::RowWriter sut(output(pipe.name()), twelve, nullptr);
    constexpr int rows = 700'000;  // 67 MB
    for (int i = 0; i < rows; ++i) *sut.next_row() = i;
    sut.close();
    CHECK(sut.rows_dropped() == rows);
    CHECK(sut.problem().find("does not accept data") != std::string::npos);
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(20));
#if !defined(__SANITIZE_THREAD__)  // which uses several bytes of memory for each byte of the file
    CHECK(memory_kb() - before_kb < 50'000);
#else
    static_cast<void>(before_kb);
#endif
}

TEST_CASE("a file that was too slow is reported when it accepts rows again") {
    const ::tests::Watchdog watchdog;
    ::tests::Pipe pipe;
    pipe.fill();
    std::atomic<int> reports{0};
    gateway::RowWriter sut(output(pipe.name()), twelve, [&](const std::string& text) {
        CHECK(text.find("the disk is too slow") != std::string::npos);
        ++reports;
    });
    constexpr int rows = 700'000;
    for (int i = 0; i < rows; ++i) *sut.next_row() = i;
    constexpr std::uint64_t rows_kept = 32 * 1024 * 1024 / (12 * sizeof(double));
    std::atomic<bool> is_done{false};
    std::atomic<std::uint64_t> lines{0};
    std::thread reader([&] {
        while (!is_done) {
            const std::string text = pipe.read_all();
            lines += static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
        }
    });
    ::tests::await([&] { return reports == 1 && lines >= rows_kept; });
    sut.close();  // which waits for two seconds: a slow machine may need longer for all rows
    is_done = true;
    reader.join();
    CHECK(sut.rows_dropped() > 0);
    CHECK(sut.rows_dropped() < rows);
    CHECK(sut.problem().find("the disk is too slow") != std::string::npos);
}

TEST_CASE("an unfinished file is FILE.part, and the earlier file is kept until it is finished") {
    const ScratchFile file(".csv", "before");
    const std::string part = file.path().string() + ".part";
    {
        gateway::OutputFile sut(file.path());
        CHECK(sut.grows_as() == part);
        REQUIRE(sut.write("after") == 0);
        CHECK(text_of(file.path()) == "before");
        CHECK(text_of(part) == "after");
        CHECK_THROWS_WITH_AS(gateway::OutputFile second(file.path()),
                             doctest::Contains("another run is writing it"), std::runtime_error);
    }
    CHECK(text_of(file.path()) == "after");
    CHECK_FALSE(std::filesystem::exists(part));
}

TEST_CASE("an object at the name of a .part file stays, and only one writer uses that name") {
    const ScratchFile file(".csv", "before");
    const std::string part = file.path().string() + ".part";
    std::ofstream(part) << "of a user";
    {
        gateway::OutputFile sut(file.path());
        CHECK(sut.grows_as() == file.path().string() + ".2.part");
        REQUIRE(sut.write("after") == 0);
        CHECK(gateway::OutputFile::newest_part_of(file.path()) == sut.grows_as());
        CHECK_THROWS_WITH_AS(gateway::OutputFile second(file.path()),
                             doctest::Contains("another run is writing it"), std::runtime_error);
    }
    CHECK(text_of(file.path()) == "after");
    CHECK(text_of(part) == "of a user");
    CHECK_FALSE(std::filesystem::exists(file.path().string() + ".2.part"));
    std::ofstream(part, std::ios::trunc).close();
    { CHECK(gateway::OutputFile(file.path()).grows_as() == part); }
    CHECK_FALSE(std::filesystem::exists(part));
}

TEST_CASE("an output to which nothing was written leaves the earlier file") {
    const ScratchFile file(".csv", "before");
    { const gateway::OutputFile sut(file.path()); }
    CHECK(text_of(file.path()) == "before");
    CHECK_FALSE(std::filesystem::exists(file.path().string() + ".part"));
}

TEST_CASE("a link stays a link, and the file keeps its mode") {
    const ScratchFile file(".csv", "before");
    ::chmod(file.path().c_str(), 0640);
    const std::string link = file.path().string() + ".link";
    std::filesystem::create_symlink(file.path(), link);
    {
        gateway::OutputFile sut(link);
        REQUIRE(sut.write("after") == 0);
    }
    CHECK(std::filesystem::is_symlink(link));
    CHECK(text_of(file.path()) == "after");
    CHECK(std::filesystem::status(file.path()).permissions() == std::filesystem::perms(0640));
    std::filesystem::remove(link);
}

TEST_CASE("after a reload an output has a free name, and no program inherits its mark") {
    const ScratchFile file(".csv", "before");
    char* no_arguments[] = {nullptr};
    CHECK(gateway::output_name(file.path()) == file.path());
    ::setenv("DDC_GATEWAY_STARTED_ANEW", "1", 1);
    { const gateway::ProcessStart restarted(no_arguments); }
    CHECK(::getenv("DDC_GATEWAY_STARTED_ANEW") == nullptr);
    CHECK(gateway::output_name(file.path()).filename() == file.path().stem().string() + ".2.csv");
    { const gateway::ProcessStart first(no_arguments); }
    CHECK(gateway::output_name(file.path()) == file.path());
}

TEST_CASE("standard output has no free name, whatever file it is") {
    const ScratchFile file(".txt", "before");
    ::tests::Child child([&] {
        ::dup2(::open(file.path().c_str(), O_WRONLY | O_APPEND), STDOUT_FILENO);
        return gateway::free_name("/dev/stdout") == "/dev/stdout" ? 0 : 1;
    });
    CHECK(child.wait() == 0);
}

TEST_CASE("a text that does not fit leaves nothing in the file") {
    const ScratchFile file(".csv", "");
    const ::tests::Child child([&] {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{100, 100};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        gateway::OutputFile sut(file.path());
        if (sut.write(std::string(90, 'a')) != 0) return 1;
        if (sut.write(std::string(90, 'b')) != EFBIG) return 2;
        return sut.finish() == EFBIG ? 0 : 3;
    });
    CHECK(const_cast<::tests::Child&>(child).wait() == 0);
    CHECK(text_of(file.path()) == std::string(90, 'a'));
}

TEST_CASE("two names of one file are recognised in any spelling, also before it exists") {
    using gateway::is_same_file;
    const ScratchFile file(".csv", "");
    const auto directory = file.path().parent_path();
    const std::string name = file.path().filename();
    CHECK(is_same_file(file.path(), directory / "." / name));
    CHECK(is_same_file(file.path(), directory / ".." / directory.filename() / name));
    CHECK(is_same_file(directory / "none.csv", directory / "./none.csv"));
    CHECK_FALSE(is_same_file(file.path(), directory / "none.csv"));
    CHECK_FALSE(is_same_file("/dev/null", "/dev/null"));
    const std::string hard_link = file.path().string() + ".hard";
    std::filesystem::create_hard_link(file.path(), hard_link);
    CHECK(is_same_file(file.path(), hard_link));
    std::filesystem::remove(hard_link);
}

TEST_CASE("a publisher to a pipe that is not read never blocks, drops the oldest and counts") {
    const ::tests::Watchdog watchdog;
    ::tests::Pipe pipe;
    pipe.fill();
    gateway::OutputQueue sut(pipe.write_end(), 100);
    for (int i = 0; i < 50; ++i) sut.push(std::to_string(100 + i) + "......\n");  // 10 bytes each
    CHECK_FALSE(sut.drain(std::chrono::steady_clock::now() + std::chrono::milliseconds(20)));
    CHECK(sut.dropped() >= 39);
    CHECK(sut.dropped() <= 40);
    std::string text = pipe.read_all();
    CHECK(sut.drain(std::chrono::steady_clock::now() + std::chrono::seconds(20)));
    text += pipe.read_all();
    CHECK(text.find("149......") != std::string::npos);
    CHECK(text.find("120......") == std::string::npos);
}

TEST_CASE("the counts of status entries continue below zero after the largest int32") {
    CHECK(gateway::wrapped_count(0x7fffffff) == 2147483647);
    CHECK(gateway::wrapped_count(0x80000000) == -2147483647 - 1);
    CHECK(gateway::wrapped_count(0xffffffff) == -1);
    CHECK(gateway::wrapped_count(0x100000000) == 0);
    CHECK(gateway::wrapped_count(0x100000001) == 1);
}

}  // namespace record_test

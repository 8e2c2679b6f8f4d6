// SPDX-License-Identifier: MIT
// Parts of the studio, without a process or a socket.
#include "count_allocations.hpp"
#include "studio/draft/draft_file.hpp"
#include "studio/draft/path_rules.hpp"
#include "studio/draft/validation.hpp"
#include "studio/draft/yaml_json.hpp"
#include "studio/run/run_record.hpp"
#include "studio/studio.hpp"
#include "watchdog.hpp"

#include "child.hpp"
#include "refused_call.hpp"
#include "skip.hpp"
#include "watchdog.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>

namespace parts_test {

using namespace gateway::studio;
namespace fs = std::filesystem;
using nlohmann::ordered_json;

namespace {

/// A folder `inside` beside a file `secret`, removed at the end.
struct Place {
    Place() {
        std::string name = (fs::temp_directory_path() / "ddc_studio_test.XXXXXX").string();
        REQUIRE(::mkdtemp(name.data()) != nullptr);
        outside = name;
        root = outside / "inside";
        fs::create_directory(root);
        write(outside / "secret", "0,0\n");
    }
    ~Place() {
        std::error_code ignored;
        fs::remove_all(outside, ignored);
    }
    static void write(const fs::path& file, const std::string& text) {
        std::ofstream(file, std::ios::binary) << text;
    }
    Problems problems(const std::string& yaml) const {
        write(root / "run.yaml", yaml);
        return path_problems(Folder(root), root / "run.yaml");
    }
    fs::path outside, root;
};

RunRecord record_in(const RunFolder& folder) {
    RunRecord record;
    record.id = folder.id();
    record.files = folder.inside();
    record.kind = "run";
    record.name = "a \"name\"\xff";
    record.yaml = "a: 1\n";
    record.started_s = 5;
    record.traces = {record.files / "trace.csv", "/elsewhere/own.csv"};
    return record;
}

}  // namespace

TEST_CASE("studio: all links of a path are resolved before the folder is checked") {
    const Place place;
    const Folder sut(place.root);
    fs::create_directory(place.root / "sub");
    fs::create_symlink(place.outside, place.root / "up");
    fs::create_symlink(place.root / "sub", place.root / "inner");
    fs::create_symlink(place.outside / "none", place.root / "nowhere");
    for (const char* name : {"x.yaml", "sub/../x", "inner/x", "sub/none/x", "./x", "up/inside/x"})
        CHECK_MESSAGE(sut.resolve(name).has_value(), name);
    for (const char* name : {"..", "../secret", "up/secret", "nowhere", "/etc/passwd", "up",
                             "sub/../../secret", "/proc/self/root", "inner/../../secret"})
        CHECK_MESSAGE(!sut.resolve(name).has_value(), name);
}

TEST_CASE("studio: a file's kind follows from its first line, else from its keys") {
    const Place place;
    const std::pair<const char*, const char*> texts[] = {
        {"run", "duration_s: 3\nprogram:\n  exec: [a]\n"},
        {"run", "programs: [{}]\n"},
        {"vdsim_realtime", "# two cars\nvehicles: [{}, {}]\n"},
        {"tyre", "# yaml-language-server: $schema=../tyre.schema.json\nprogram: {}\n"},
        {"yaml", "run: a.yaml\nruns: 3\nnote: a program:\n"},
        {"yaml", "vehicle:\n  program: 3\n"}};
    for (const auto& [kind, text] : texts) {
        place.write(place.root / "file.yaml", text);
        const auto files = Folder(place.root).files();
        REQUIRE(files.size() == 1);
        CHECK_MESSAGE(files[0].kind == kind, text);
    }
}

TEST_CASE("studio: a value that names a file outside is rejected at its position") {
    const Place place;
    const Problems found = place.problems("a: 1\nroute:\n  file: ../secret\n");
    REQUIRE(found.size() == 1);
    CHECK(found[0].key == "route.file");
    CHECK(found[0].line == 3);
    CHECK(found[0].column == 9);
    CHECK(found[0].file.empty());
}

TEST_CASE("studio: files named by a file are checked as well, also in a cycle of files") {
    const Place place;
    Place::write(place.root / "a.yaml", "other: b.yaml\n");
    Place::write(place.root / "b.yaml", "other: a.yaml\nmap: ../secret\n");
    const Problems found = place.problems("vehicle: {parameters: a.yaml}");
    REQUIRE(found.size() == 1);
    CHECK(found[0].file == "b.yaml");
    CHECK(found[0].key == "map");
}

TEST_CASE("studio: only regular files of limited length are opened") {
    const Place place;
    REQUIRE(::mkfifo((place.root / "fifo").c_str(), 0600) == 0);
    Place::write(place.root / "long.yaml", "a: 1\n");
    fs::resize_file(place.root / "long.yaml", std::uintmax_t{10} << 20U);
    fs::create_directory(place.root / "sedan");
    CHECK(place.problems("a: fifo").size() == 1);
    CHECK(place.problems("a: long.yaml").size() == 1);
    CHECK(place.problems("name: sedan").empty());
}

TEST_CASE("studio: excessive nesting or repetition is rejected") {
    const Place place;
    CHECK(place.problems("a: " + std::string(30, '[') + std::string(30, ']')).size() == 1);
    std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
    for (int i = 1; i < 9; ++i) {
        const std::string before = "*a" + std::to_string(i - 1);
        bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
        for (int n = 0; n < 10; ++n) bomb += (n == 0 ? "" : ", ") + before;
        bomb += "]\n";
    }
    CHECK(place.problems(bomb).size() == 1);
    Problems problems;
    to_json(bomb, problems);
    CHECK(problems.size() == 1);
}

TEST_CASE("studio: a program is one of this project, or an executable file of the folder") {
    const Place place;
    const Folder folder(place.root);
    Place::write(place.root / "own", "#!/bin/sh\n");
    CHECK(!program_refusal(folder, "./own").empty());
    fs::permissions(place.root / "own", fs::perms::owner_all);
    CHECK(program_refusal(folder, "./own").empty());
    fs::create_symlink("/bin/sh", place.root / "shell");
    for (const char* name : {"own", "sh", "/bin/sh", "./shell", "../inside/shell", "", ".", "..",
                             "ddc-gateway", "ddc-gateway-full", "ddc-guardian", "/proc/self/exe"})
        CHECK_MESSAGE(!program_refusal(folder, name).empty(), name);
}

TEST_CASE("studio: a word without quotes is what a configuration has it for") {
    Problems problems;
    const auto meaning = [&](const std::string& word) {
        return to_json("a: " + word + "\n", problems)["a"];
    };
    for (const char* word : {"", "~", "null", "Null", "NULL"}) CHECK(meaning(word).is_null());
    for (const char* word : {"true", "True", "TRUE"}) CHECK(meaning(word) == true);
    for (const char* word : {"false", "False", "FALSE"}) CHECK(meaning(word) == false);
    CHECK(meaning("18446744073709551615").dump() == "18446744073709551615");
    CHECK(meaning("-9223372036854775808").dump() == "-9223372036854775808");
    CHECK(meaning("+5").dump() == "5");
    CHECK(meaning("1e3").dump() == "1000.0");
    for (const char* text :
         {"yes", "nULL", "010", "-01.5", "0x10", "0o10", "inf", ".inf", "nan", "+-1", "1e400"}) {
        CHECK(meaning(text) == text);
        CHECK(meaning('"' + std::string(text) + '"') == text);
        CHECK(to_json(to_yaml({{"a", text}}), problems)["a"] == text);
    }
    CHECK(to_yaml({{"a", "010"}}) == "a: \"010\"\n");
    CHECK(problems.empty());
}

TEST_CASE("studio: YAML and JSON are two forms of a value") {
    const ordered_json value{{"number", 1},        {"word", "1"},        {"text", "no: yes # x"},
                             {"nothing", nullptr}, {"list", {1.5, "a"}}, {"map", {{"b", {true}}}},
                             {"lines", "a\nb\n"},  {"quote", "\"'\\"},   {"empty", ""}};
    Problems problems;
    CHECK(to_json(to_yaml(value), problems) == value);
    CHECK(problems.empty());
    for (const char* text : {"a: [", "a: b: c", "? [x]\n: 1", "\t"}) {
        Problems wrong;
        CHECK_MESSAGE(to_json(text, wrong).is_null(), text);
    }
}

TEST_CASE("studio: a draft is removed in the end, and those of a killed studio can be removed") {
    const Place place;
    Place::write(place.root / ".studio-abcdef.yaml", "");
    Place::write(place.root / ".studio-mine.yaml", "");
    {
        const DraftFile draft(place.root, "a: 1");
        remove_left_drafts(place.root);
        CHECK(fs::exists(draft.file()));
        CHECK(!fs::exists(place.root / ".studio-abcdef.yaml"));
        CHECK(fs::exists(place.root / ".studio-mine.yaml"));
    }
    CHECK(std::distance(fs::directory_iterator(place.root), {}) == 1);
}

TEST_CASE("studio: the status of a run is read from its folder") {
    const Place place;
    const RunFolder folder = RunFolder::make(place.root);
    RunRecord record = record_in(folder);
    record.state = RunRecord::State::ended;
    record.ended_s = 7;
    record.exit_code = 3;
    Place::write(folder.path() / "summary.json", "{\"a\": 1}");
    save(record);
    const auto read = load_record(folder);
    REQUIRE(read);
    CHECK(to_json(*read)["verdict"] == "degraded");
    CHECK(to_json(*read)["summary"] == ordered_json{{"a", 1}});
    CHECK(read->yaml == record.yaml);
    CHECK(read->ended_s == 7);
    CHECK(read->traces[0] == record.traces[0]);
    CHECK(read->traces[1].empty());  // another process owns it now
}

TEST_CASE("studio: a run that was killed with its studio has ended") {
    const Place place;
    const RunFolder folder = RunFolder::make(place.root);
    RunRecord record = record_in(folder);
    record.started_s = now_s();
    save(record);
    Place::write(folder.path() / "trace.csv.part", "t\n0\n");
    const auto read = load_record(folder);
    REQUIRE(read);
    CHECK(read->state == RunRecord::State::ended);
    CHECK(!read->exit_code);
    CHECK(read->ended_s >= read->started_s);
    CHECK(trace_text(*read, 0) == "t\n0\n");
}

TEST_CASE("studio: a run that was stopped and succeeded is stopped, any other as it ended") {
    const Place place;
    const RunFolder folder = RunFolder::make(place.root);
    RunRecord record = record_in(folder);
    record.state = RunRecord::State::ended;
    record.was_stopped = true;
    for (const auto& [code, verdict] : {std::pair(0, "stopped"), {1, "failed"}, {3, "degraded"}}) {
        record.exit_code = code;
        save(record);
        const auto read = load_record(folder);
        REQUIRE(read);
        CHECK(to_json(*read)["verdict"] == verdict);
    }
}

TEST_CASE("studio: an invalid record is not a run") {
    const Place place;
    const RunFolder folder = RunFolder::make(place.root);
    CHECK(!load_record(folder));
    for (const char* text : {"", "{", "[]", "{\"kind\": 1}", "null",
                             "{\"kind\":\"run\",\"name\":\"\",\"table\":\"\",\"started\":1,"
                             "\"ended\":2,\"exit_code\":{},\"how\":\"\",\"traces\":[]}"}) {
        Place::write(folder.path() / "run.json", text);
        CHECK_MESSAGE(!load_record(folder), text);
    }
}

TEST_CASE("studio: the folder of a run belongs to one studio") {
    const Place place;
    const RunFolder first = RunFolder::make(place.root);
    CHECK(RunFolder::lock_left(place.root).empty());
    CHECK(RunFolder::make(place.root).id() == first.id() + 1);
    CHECK(RunFolder::lock_left(place.root).size() == 1);
}

TEST_CASE("studio: a lock that is denied ends the search for a folder, with its reason") {
    const tests::Watchdog watchdog;
    const Place place;
    constexpr int cannot_refuse = 2;
    tests::Child child([&] {
        if (!tests::refuse_call(SYS_flock, ENOLCK)) return cannot_refuse;
        try {
            RunFolder::make(place.root);
        } catch (const std::runtime_error& error) {
            const std::string reported = error.what();
            return reported.find("No locks available") == std::string::npos ? 1 : 0;
        }
        return 1;
    });
    const int code = child.wait();
    if (code == cannot_refuse) TEST_SKIPPED("no system call can be refused here");
    CHECK(code == 0);
}

TEST_CASE("studio: runs are not kept in a folder reached through a link") {
    const Place place;
    fs::create_directory(place.outside / "other");
    fs::create_symlink(place.outside / "other", place.root / ".ddc-studio");
    CHECK_THROWS_AS(RunFolder::make(place.root), std::runtime_error);
    CHECK(RunFolder::lock_left(place.root).empty());
    CHECK(fs::is_empty(place.outside / "other"));
}

TEST_CASE("studio: runs are not kept in a folder that others may use or have made") {
    const Place place;
    const fs::path kept = place.root / ".ddc-studio";
    { const RunFolder made = RunFolder::make(place.root); }
    const auto is_refused = [&] {
        CHECK_THROWS_AS(RunFolder::make(place.root), std::runtime_error);
        CHECK_THROWS_AS(RunFolder::lock_left(place.root), std::runtime_error);
    };
    fs::permissions(kept, fs::perms::all);
    is_refused();
    fs::permissions(kept, fs::perms::owner_all);
    CHECK(RunFolder::lock_left(place.root).size() == 1);
    if (::geteuid() != 0) return;
    constexpr uid_t other_user = 12345;
    REQUIRE(::chown((kept / "1").c_str(), other_user, other_user) == 0);
    CHECK(RunFolder::lock_left(place.root).empty());
    REQUIRE(::chown(kept.c_str(), other_user, other_user) == 0);
    is_refused();
}

TEST_CASE("studio: links in the folder of a run, or in its place, are not followed") {
    const Place place;
    const RunFolder folder = RunFolder::make(place.root);
    fs::create_symlink(place.outside / "secret", folder.path() / "run.json.part");
    CHECK_THROWS_AS(save(record_in(folder)), std::runtime_error);
    fs::remove(folder.path() / "run.json.part");
    fs::create_directory_symlink(place.outside, folder.path() / "other");
    fs::rename(place.root / ".ddc-studio", place.root / "moved");
    fs::create_directory_symlink(place.outside, place.root / ".ddc-studio");
    fs::create_directory(place.outside / "1");
    save(record_in(folder));
    CHECK(fs::exists(place.root / "moved" / "1" / "run.json"));
    CHECK(fs::is_empty(place.outside / "1"));
    folder.remove();
    CHECK(!fs::exists(place.root / "moved" / "1"));
    CHECK(fs::exists(place.outside / "1"));
    CHECK(fs::file_size(place.outside / "secret") == 4);
}

TEST_CASE("studio: a run writes new files, or replaces files that a run has written") {
    const Place place;
    const Folder folder(place.root);
    Place::write(place.root / "start.sh", "#!/bin/sh\n");
    Place::write(place.root / "route.csv", "0,0\n");
    Place::write(place.root / "trace.csv", "t_s,delta_sec,execution_time_s,act_s,x_m\n0,0,0,0,0\n");
    Place::write(place.root / "run.mcap", "\x89MCAP0\r\n\x01........\x04...ros2.ddc-gateway 1");
    Place::write(place.root / "own.mcap", "\x89MCAP0\r\n\x01........\x04...ros2.rosbag2");
    const auto may_write = [&](const char* name, Output kind) {
        return output_refusal(folder, place.root / name, kind).empty();
    };
    for (const char* name : {"new.csv", "out/new.csv", "trace.csv"})
        CHECK_MESSAGE(may_write(name, Output::trace), name);
    for (const char* name : {"new.mcap", "run.mcap"})
        CHECK_MESSAGE(may_write(name, Output::recording), name);
    for (const char* name : {"start.sh", "new.sh", "route.csv", ".hidden.csv", ".git/new.csv",
                             "new", "run.mcap", "../new.csv"})
        CHECK_MESSAGE(!may_write(name, Output::trace), name);
    for (const char* name : {"own.mcap", "start.sh", ".new.mcap", "trace.csv"})
        CHECK_MESSAGE(!may_write(name, Output::recording), name);
    CHECK(place.problems("trace: start.sh").size() == 1);
    CHECK(place.problems("programs: [{record: own.mcap}]").size() == 1);
}

TEST_CASE("studio: failures in its server are reported") {
    const tests::Watchdog watchdog;
    const Place place;
    std::mutex mutex;
    std::string reported;
    const Studio sut(
        place.root, 0,
        [](const std::string&) { return std::optional<gateway::data_port::PageFile>(); },
        [&](const std::string& text) {
            const std::lock_guard lock(mutex);
            reported += text + "\n";
        });
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    to.sin_port = htons(sut.local().port);
    const tests::NoMemory for_connections(4096);
    const gateway::Descriptor client(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    REQUIRE(::connect(client.get(), reinterpret_cast<sockaddr*>(&to), sizeof to) == 0);
    tests::await([&] {
        const std::lock_guard lock(mutex);
        return reported == "the data port: a connection has failed: std::bad_alloc\n";
    });
}

}  // namespace parts_test

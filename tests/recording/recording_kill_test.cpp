// SPDX-License-Identifier: MIT
// Recordings whose writers are killed at random instants.
#include "delays.hpp"

#include "child.hpp"
#include "command.hpp"
#include "mcap/recording_file.hpp"
#include "shared.hpp"
#include "watchdog.hpp"

#include <ddc/recording/ddc_messages.hpp>
#include <ddc/recording/mcap_reader.hpp>

#include <doctest/doctest.h>

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <set>
#include <sstream>

namespace recording_kill_test {

namespace fs = std::filesystem;
using namespace ddc::recording;
using gateway::SimTime;
using tests::Child;
using tests::Command;
using tests::ScratchDirectory;

constexpr std::size_t magic_bytes = 8, prefix_bytes = 9;

/// The messages of a recording, topic by topic.
struct Shown {
    struct Message {
        std::uint32_t sequence;
        std::uint64_t time_ns;
        std::string data;
        bool operator==(const Message& other) const {
            return sequence == other.sequence && time_ns == other.time_ns && data == other.data;
        }
    };

    explicit Shown(const std::string& file) {
        std::istringstream in(file);
        McapReader reader(in, "recording");
        while (const auto item = reader.next()) {
            if (const auto* attachment = std::get_if<McapAttachment>(&*item))
                attachments[attachment->name] = attachment->data;
            const auto* message = std::get_if<McapMessage>(&*item);
            if (message == nullptr) continue;
            topics[reader.channel(message->channel).topic].push_back(
                {message->sequence, message->log_time_ns, std::string(message->data)});
            last_ns = static_cast<std::int64_t>(message->log_time_ns);
        }
        is_cut = reader.is_cut();
        chunks = reader.chunks();
        good_bytes = reader.good_bytes();
    }

    std::map<std::string, std::vector<Message>> topics;
    std::map<std::string, std::string> attachments;
    std::int64_t last_ns = 0;
    bool is_cut = false;
    std::uint64_t chunks = 0, good_bytes = 0;
};

std::uint64_t record_length(const std::string& file, std::size_t at) {
    std::uint64_t length = 0;
    for (std::size_t i = 8; i > 0; --i)
        length = length << 8U | static_cast<unsigned char>(file[at + i]);
    return length;
}

/// The records of a file by their lengths only.
struct Records {
    explicit Records(const std::string& file) {
        constexpr char chunk = 6;
        while (good_bytes + prefix_bytes <= file.size()) {
            const std::uint64_t length = record_length(file, good_bytes);
            if (length > file.size() - good_bytes - prefix_bytes) break;
            chunks += file[good_bytes] == chunk;
            good_bytes += prefix_bytes + length;
        }
    }

    std::size_t good_bytes = magic_bytes;
    std::uint64_t chunks = 0;
};

/// Without this record a file is not a recording yet.
bool has_header(const std::string& file) {
    return file.size() >= magic_bytes + prefix_bytes && Records(file).good_bytes > magic_bytes;
}

/// Topics without a message in each cycle.
const std::set<std::string> not_each_cycle{"/scene", "/route", "/vehicle/fix", "/diagnostics"};

/// No cycle is missing among the recorded ones.
void check_cycles(const Shown& shown) {
    for (const auto& [topic, messages] : shown.topics) {
        if (not_each_cycle.count(topic) > 0) continue;
        CAPTURE(topic);
        std::uint32_t gaps = 0;
        for (std::size_t i = 0; i < messages.size(); ++i) gaps += messages[i].sequence != i;
        CHECK(gaps == 0);
    }
}

/// Reads the file of a killed writer, has it repaired and reads it again.
/// @param file its final name
/// @return the readable content
std::optional<Shown> check_left(const ScratchDirectory& scratch, const fs::path& file) {
    const fs::path part = file.string() + ".part";
    if (!fs::exists(part)) return std::nullopt;
    const std::string left = tests::read_file(part);
    const bool can_be_read = has_header(left);
    const auto repaired = tests::run(scratch, {"ddc-gateway", "mcap", "repair", file});
    INFO(repaired.err);
    CHECK(repaired.exit_code == (can_be_read ? 0 : 2));
    if (!can_be_read) return std::nullopt;
    Shown before(left);
    CHECK(before.is_cut);
    CHECK(before.chunks == Records(left).chunks);
    CHECK(before.good_bytes == Records(left).good_bytes);
    check_cycles(before);
    const Shown after(tests::read_file(file));
    CHECK_FALSE(after.is_cut);
    CHECK(after.topics == before.topics);
    CHECK(after.attachments == before.attachments);
    CHECK_FALSE(fs::exists(part));
    return before;
}

/// The report of a victim.
struct Report {
    std::atomic<std::int64_t> last_cycle_ns{0};  ///< passed to its recording
    std::atomic<std::uint64_t> dropped{0};
};

/// The load of a victim: small or large, in cycles of this distance.
struct Load {
    std::size_t text_bytes;
    std::chrono::microseconds pause;
    std::chrono::microseconds longest_life;
};
constexpr Load loads[] = {
    {40, std::chrono::milliseconds(10), std::chrono::milliseconds(2500)},
    {40, std::chrono::milliseconds(2), std::chrono::milliseconds(2500)},
    {1000, std::chrono::milliseconds(1), std::chrono::milliseconds(1500)},
    {16000, std::chrono::microseconds(500), std::chrono::milliseconds(500)},  // many full chunks
};

/// All values follow from the number and the time of a cycle.
Entry entry_of(std::uint32_t number, SimTime time, std::size_t text_bytes) {
    std::minstd_rand random(number + 1);
    Entry entry;
    entry.stamp.nanosec = static_cast<std::uint32_t>(time.count() % 1'000'000'000);
    entry.id = static_cast<std::int32_t>(number);
    entry.string_value.resize(text_bytes);
    for (char& letter : entry.string_value) letter = static_cast<char>('!' + random() % 90);
    return entry;
}

/// Records two topics until it is killed.
int record_on(const fs::path& file, const Load& load, Report& report) {
    gateway::RecordingFile sut(std::make_shared<gateway::OutputFile>(file),
                               [](const std::string&) {});
    const McapId first = sut.add_topic<Entry>("/first"), second = sut.add_topic<Entry>("/second");
    const std::int64_t start_ns = tests::now_ns();
    for (std::uint32_t number = 0;; ++number) {
        const SimTime now(tests::now_ns() - start_ns);
        const Entry entry = entry_of(number, now, load.text_bytes);
        sut.add(first, now, entry);
        sut.add(second, now, entry);
        sut.end_cycle();
        report.dropped = sut.dropped();
        report.last_cycle_ns = now.count();
        ::usleep(static_cast<useconds_t>(load.pause.count()));
    }
}

void check_values(const Shown& shown, const Load& load) {
    std::size_t wrong = 0;
    for (const auto& [topic, messages] : shown.topics)
        for (const Shown::Message& message : messages) {
            const SimTime time(static_cast<std::int64_t>(message.time_ns));
            const Bytes bytes = to_cdr(entry_of(message.sequence, time, load.text_bytes));
            const std::string_view expected(reinterpret_cast<const char*>(bytes.data()),
                                            bytes.size());
            wrong += message.data != expected;
        }
    CHECK(wrong == 0);
}

/// Time lost by each victim, beyond the scheduling delays of the machine.
class Losses {
  public:
    void add(std::int64_t lost_ns, std::int64_t waiting_ns) {
        all_ms_.push_back(1e-6 * static_cast<double>(std::max<std::int64_t>(0, lost_ns)));
        late_ += lost_ns - waiting_ns > 1'000'000'000;
    }
    void add_torn() { ++torn_; }
    void check() {
        std::sort(all_ms_.begin(), all_ms_.end());
        const std::size_t last = all_ms_.size() - 1;
        MESSAGE(all_ms_.size() << " kills; lost in ms: p50 " << all_ms_[last / 2] << ", p99 "
                               << all_ms_[last * 99 / 100] << ", max " << all_ms_[last]
                               << "; files that end within a record: " << torn_);
        CHECK(late_ <= all_ms_.size() / 100);
    }

  private:
    std::vector<double> all_ms_;
    std::size_t late_ = 0, torn_ = 0;
};

constexpr std::size_t group_size = 20;

/// Victims that record concurrently and are killed one by one.
struct VictimGroup {
    struct Victim {
        fs::path file;
        const Load* load;
        std::int64_t end_ns;
        Child process;
    };

    void send(const ScratchDirectory& scratch, std::mt19937& random, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            const Load& load = loads[random() % std::size(loads)];
            const fs::path file = scratch.path() / (std::to_string(i) + ".mcap");
            const auto life_us =
                random() % static_cast<std::uint64_t>(load.longest_life.count() + 1);
            (*report)[i].last_cycle_ns = 0;
            victims.push_back({file, &load, tests::now_ns() + 1000 * std::int64_t(life_us),
                               Child([&, i] { return record_on(file, load, (*report)[i]); })});
        }
    }
    void kill_all() {
        std::vector<const Victim*> order;
        for (const Victim& victim : victims) order.push_back(&victim);
        std::sort(order.begin(), order.end(),
                  [](const Victim* a, const Victim* b) { return a->end_ns < b->end_ns; });
        for (const Victim* victim : order) {
            while (tests::now_ns() < victim->end_ns) ::usleep(100);
            victim->process.kill();
        }
        for (const Victim& victim : victims) victim.process.await_death();
    }

    tests::Shared<std::array<Report, group_size>> report;
    std::vector<Victim> victims;
};

void check_group(const ScratchDirectory& scratch, VictimGroup& group, std::int64_t waiting_ns,
                 Losses& losses) {
    for (std::size_t i = 0; i < group.victims.size(); ++i) {
        const VictimGroup::Victim& victim = group.victims[i];
        CAPTURE(victim.load->text_bytes);
        const Report& report = (*group.report)[i];
        CHECK(report.dropped == 0);
        const fs::path part = victim.file.string() + ".part";
        const std::uintmax_t size = fs::exists(part) ? fs::file_size(part) : 0;
        const auto shown = check_left(scratch, victim.file);
        losses.add(report.last_cycle_ns - (shown ? shown->last_ns : 0), waiting_ns);
        if (!shown) continue;
        if (shown->good_bytes < size) losses.add_torn();
        check_values(*shown, *victim.load);
    }
}

TEST_CASE("a process killed at a random instant loses at most a second of its recording") {
    const tests::Watchdog watchdog(600);
    tests::WakeUpDelay machine;
    Losses losses;
    std::mt19937 random(20261123);
    std::size_t left = static_cast<std::size_t>(tests::kill_rounds());
    while (left > 0) {
        const ScratchDirectory scratch;
        VictimGroup victims;
        machine.take_longest_ns();
        victims.send(scratch, random, std::min(left, group_size));
        left -= victims.victims.size();
        victims.kill_all();
        check_group(scratch, victims, machine.take_longest_ns(), losses);
    }
    losses.check();
}

TEST_CASE("a run that is killed at a random instant leaves a recording without gaps") {
    const tests::Watchdog watchdog(600);
    std::mt19937 random(20261124);
    std::size_t cycles = 0;
    for (int round = 0; round < tests::kill_rounds() / 4; ++round) {
        const ScratchDirectory scratch;
        const std::string table = "test." + scratch.path().filename().string();
        const fs::path file = scratch.path() / "run.mcap";
        const fs::path config = scratch.write(
            "run.yaml", "ddc: {name: " + table + "}\nduration_s: 100000\nrecord: run.mcap\n" +
                            "program: {exec: [autopilot_basic, \"4000\"]}\n");
        Command run(scratch, {"ddc-gateway", "run", config, "--pace", "50"});
        tests::await([&] { return fs::exists(file.string() + ".part"); });
        ::usleep(static_cast<useconds_t>(random() % 500'000));
        run.signal(SIGKILL);
        run.finish();
        const auto shown = check_left(scratch, file);
        if (shown && !shown->topics.empty()) cycles += shown->topics.at("/timing").size();
        ::shm_unlink(("/ddc." + table).c_str());
    }
    CHECK(cycles > 0);
}

}  // namespace recording_kill_test

// SPDX-License-Identifier: MIT
#include "change_writer.hpp"

#include <ddc/version.h>
#include <ddc/recording/cdr.hpp>
#include <ddc/recording/ddc_messages.hpp>
#include <ddc/recording/mcap_writer.hpp>

#include <cctype>
#include <limits>
#include <set>
#include <unordered_map>
#include <utility>

namespace ddc::command {
namespace {

/// Longest time of a change in the open chunk. Another tenth of a second may pass until it is
/// written, in which the follower waits.
constexpr std::chrono::milliseconds longest_open{800};
constexpr std::size_t most_topics = std::numeric_limits<recording::McapId>::max();

/// `/ddc_0x4000/true_position_x` for `0x4000/true_position.x`: letters, digits, `_` and `/`, and no
/// digit at the start, as ROS 2 requires.
std::string topic_of(const std::string& name) {
    std::string topic = "/ddc_";
    for (const char c : name) {
        const bool is_kept = c == '/' || (std::isalnum(static_cast<unsigned char>(c)) != 0);
        if (is_kept || topic.back() != '_') topic += is_kept ? c : '_';
    }
    if (topic.back() == '_') topic.pop_back();
    return topic;
}

recording::Time as_stamp(std::int64_t time_ns) {
    constexpr std::int64_t second = 1'000'000'000;
    return {static_cast<std::int32_t>(time_ns / second),
            static_cast<std::uint32_t>(time_ns % second)};
}

struct SetEntryValue {
    void operator()(std::monostate /*value*/) const {}
    void operator()(bool value) const { to.bool_value = value; }
    void operator()(std::int32_t value) const { to.int32_value = value; }
    void operator()(double value) const { to.float64_value = value; }
    void operator()(const std::string& value) const { to.string_value = value; }

    recording::Entry& to;
};

class McapChangeWriter : public ChangeWriter {
  public:
    McapChangeWriter(std::ostream& out, const std::vector<Target>& entries,
                     const std::string& table)
        : writer_(
              [&out](std::string_view piece) {
                  out.write(piece.data(), static_cast<std::streamsize>(piece.size()));
                  out.flush();
              },
              {{"ros2", "ddc " DDC_VERSION}}) {
        writer_.write(recording::McapMetadata{"recording", {{"table", table}}});
        const recording::MessageType& type = *recording::message_type<recording::Entry>();
        const auto schema = writer_.add_schema({type.name, "ros2msg", recording::ros2msg(type)});
        for (const Target& entry : entries) add_topic(schema, entry);
    }

    void add(std::int64_t time_ns, const Target& target, const Reading& reading) override {
        recording::Entry entry;
        entry.stamp = as_stamp(time_ns);
        entry.id = target.first;
        entry.type = static_cast<std::uint8_t>(reading.exact.index());
        std::visit(SetEntryValue{entry}, reading.exact);
        recording::to_cdr(entry, bytes_);
        if (writer_.open_bytes() == 0) begun_ = Clock::now();
        const auto time = static_cast<std::uint64_t>(time_ns);
        writer_.write(
            recording::McapMessage{topics_.at(target.first),
                                   sequence_++,
                                   time,
                                   time,
                                   {reinterpret_cast<const char*>(bytes_.data()), bytes_.size()}});
    }
    Deadline due() const override {
        return writer_.open_bytes() > 0 ? begun_ + longest_open : Deadline::max();
    }
    void keep_up() override {
        if (Clock::now() >= due()) writer_.flush();
    }
    void finish() override { writer_.close(); }

  private:
    void add_topic(recording::McapId schema, const Target& entry) {
        std::string topic = topic_of(entry.name);
        for (int number = 2; !taken_.insert(topic).second; ++number)
            topic = topic_of(entry.name) + "_" + std::to_string(number);
        recording::McapTexts metadata{{"name", entry.name}, {"offered_qos_profiles", ""}};
        if (!entry.unit.empty()) metadata["unit"] = entry.unit;
        topics_[entry.first] = writer_.add_channel({schema, topic, "cdr", std::move(metadata)});
    }

    recording::McapWriter writer_;
    std::set<std::string> taken_;
    std::unordered_map<Id, recording::McapId> topics_;
    recording::Bytes bytes_;
    std::uint32_t sequence_ = 0;
    Deadline begun_;
};

}  // namespace

std::unique_ptr<ChangeWriter> create_mcap_writer(std::ostream& out,
                                                 const std::vector<Target>& entries,
                                                 const std::string& table) {
    if (entries.size() > most_topics)
        throw UsageError("a recording in MCAP has at most " + std::to_string(most_topics) +
                         " entries, not " + std::to_string(entries.size()));
    return std::make_unique<McapChangeWriter>(out, entries, table);
}

}  // namespace ddc::command

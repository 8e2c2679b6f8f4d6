// SPDX-License-Identifier: MIT
// The input is the bytes of a client after the upgrade of its connection: frames of a WebSocket
// with messages of a viewer of a run. With any division of the bytes the replies are the same while
// the connection is open. A viewer of a recording sends the same.
#include "expect.hpp"

#include "board/log_board.hpp"
#include "foxglove/player.hpp"
#include "foxglove/run_source.hpp"
#include "foxglove/viewer.hpp"
#include "foxglove/viewers.hpp"
#include "http/web_socket.hpp"

#include <ddc/recording/common_messages.hpp>
#include <ddc/recording/mcap_writer.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace gateway;
using namespace gateway::data_port;

constexpr std::size_t most_bytes = 65536;

using fuzz::expect;

/// A run of two topics.
struct Scene {
    LogBoard log;
    RunControl control;
    Controlled run{control, {}, false};
    RunView view{RunFacts{}};
    std::shared_ptr<foxglove::LiveFeed> feed =
        std::make_shared<foxglove::LiveFeed>("", view.bell());
    foxglove::RunSource source{view, log, WorldOrigin{}};
    foxglove::Viewers viewers{source};

    Scene() {
        feed->add_topic<ddc::recording::Clock>("/clock");
        feed->add_topic<ddc::recording::TFMessage>("/tf");
        view.run = &run;
        view.add({}).facts.vehicle.emplace();
        source.add({feed, {{0, "", "cog"}}});
    }
    void cycle(std::int64_t ns) {
        feed->begin_cycle(SimTime(ns));
        feed->add(1, SimTime(ns), ddc::recording::Clock{});
        feed->add(2, SimTime(ns), ddc::recording::TFMessage{});
        feed->end_cycle();
        log.add("a line");
    }
};

std::size_t number_at(const std::string& bytes, std::size_t at, std::size_t count) {
    expect(at + count <= bytes.size(), "a frame's head is whole");
    std::size_t value = 0;
    for (std::size_t i = 0; i < count; ++i)
        value = value << 8U | static_cast<unsigned char>(bytes[at + i]);
    return value;
}

/// The texts of the replies, without their frames.
std::vector<std::string> texts_of(const std::string& reply) {
    std::vector<std::string> texts;
    for (std::size_t at = 0; at < reply.size();) {
        const std::size_t opcode = number_at(reply, at, 1) & 15U,
                          length = number_at(reply, at + 1, 1);
        expect(length < 128, "a server masks nothing");
        const std::size_t width = length < 126 ? 0 : length == 126 ? 2 : 8;
        const std::size_t size = width == 0 ? length : number_at(reply, at + 2, width);
        at += 2 + width;
        expect(at + size <= reply.size(), "a frame is whole");
        if (opcode == 1) texts.push_back(reply.substr(at, size));
        at += size;
    }
    return texts;
}

/// The replies to these bytes, passed in parts of that length.
std::vector<std::string> answers_to(const std::string& bytes, std::size_t step) {
    Scene scene;
    WebSocketConnection talk(
        std::make_shared<foxglove::Viewer>(scene.viewers, &scene.view, nullptr, false), most_bytes);
    std::string reply = talk.next();
    for (std::size_t at = 0; at < bytes.size() && !talk.has_ended(); at += step) {
        talk.receive(std::string_view(bytes).substr(at, step));
        reply += talk.next();
    }
    for (std::int64_t ns = 1; ns < 4; ++ns) {
        scene.cycle(ns);
        reply += talk.next();
    }
    scene.viewers.to_json();
    auto texts = texts_of(reply);
    for (std::string& text : texts) {
        auto json = nlohmann::json::parse(text);
        json.erase("sessionId");
        text = json.dump();
    }
    return texts;
}

/// A recording of one topic.
std::string recording() {
    std::string file;
    ddc::recording::McapWriter writer([&](std::string_view piece) { file += piece; }, {});
    const auto channel = writer.add_channel({0, "/clock", "json", {}});
    for (std::uint32_t i = 0; i < 20; ++i) {
        writer.write({channel, i, i * 1000U, i * 1000U, "{}"});
        if (i % 5 == 0) writer.flush();
    }
    writer.close();
    return file;
}

/// Checks that the replies to viewers of a recording are complete, whatever one of them sends.
void play(const std::string& bytes) {
    static const std::string file = recording();
    std::istringstream in(file);
    ddc::recording::McapIndexedReader reader(in, "file");
    foxglove::Player player(reader, {}, [](const std::string&) {});
    foxglove::Viewers viewers(player);
    WebSocketConnection talk(std::make_shared<foxglove::Viewer>(viewers, nullptr, &player, true),
                             most_bytes);
    WebSocketConnection other(std::make_shared<foxglove::Viewer>(viewers, nullptr, nullptr, false),
                              most_bytes);
    std::string reply = talk.next(), other_reply = other.next();
    talk.receive(bytes);
    for (int i = 0; i < 3; ++i) {
        reply += talk.next();
        other_reply += other.next();
    }
    texts_of(reply);
    expect(texts_of(other_reply).size() >= 2, "another viewer is greeted");
    expect(player.now_ns() <= 19'000, "no time is behind the end");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    const auto whole = answers_to(bytes, bytes.size() + 1);
    expect(whole.size() >= 2, "a viewer is greeted");
    const auto cut = answers_to(bytes, 7);
    expect(cut.size() >= whole.size() && std::equal(whole.begin(), whole.end(), cut.begin()),
           "bytes mean the same however they are cut");
    play(bytes);
    return 0;
}

// SPDX-License-Identifier: MIT
// The packets and values of the simulator's TCP protocol, by the vectors of schemas/.
#include "montisim/value_codec.hpp"
#include "montisim_bridge/json_value.hpp"

#include <ddc/interface/elements.hpp>
#include <ddc/interface/entry_type.hpp>
#include <ddc/interface/parse.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <string>
#include <utility>

namespace montisim_codec_test {

using gateway::montisim::PacketBuffer;
using gateway::montisim::PacketError;
using gateway::montisim::PacketKind;
using gateway::montisim::PacketNumbering;
using gateway::montisim::PayloadReader;
using nlohmann::json;
namespace interface = ddc::interface;
namespace montisim = gateway::montisim;
using Bytes = std::vector<std::byte>;

const json& vectors() {
    static const json all =
        json::parse(std::ifstream(std::string(SCHEMAS) + "/montisim_vectors.json"));
    return all;
}

Bytes bytes_of(const json& hex) {
    const std::string text = hex.get<std::string>();
    Bytes bytes;
    for (std::size_t i = 0; i < text.size(); i += 2)
        bytes.push_back(static_cast<std::byte>(std::stoi(text.substr(i, 2), nullptr, 16)));
    return bytes;
}

Bytes bytes_of(const PacketBuffer& packets) {
    return {packets.data(), packets.data() + packets.size()};
}

interface::DataType type_of(const json& type) {
    const json program{
        {"name", "test"},
        {"version", "2.0"},
        {"ports", json::array({{{"name", "port"}, {"direction", "INPUT"}, {"data_type", type}}})}};
    interface::Warnings warnings;
    return interface::parse(program.dump(), warnings).ports.at(0).data_type;
}

ddc::Group group_of(const interface::DataType& type) {
    ddc::Group group;
    for (const interface::Element& element : interface::elements(type))
        group.add(static_cast<ddc::Id>(group.size()), interface::entry_type(element.kind));
    return group;
}

/// The error of a value on the wire, or nothing.
std::string error_of(const interface::DataType& type, const Bytes& bytes) {
    ddc::Group group = group_of(type);
    PayloadReader payload(bytes.data(), bytes.size());
    try {
        montisim::read_value(type, payload, group, 0);
    } catch (const PacketError& error) {
        return error.what();
    }
    return {};
}

TEST_CASE("every packet of the vectors is complete, and has its kind in its numbering") {
    for (const json& vector : vectors().at("packets")) {
        INFO(vector.dump());
        const Bytes bytes = bytes_of(vector.at("hex"));
        const auto packet = montisim::first_packet(bytes.data(), bytes.size());
        REQUIRE(packet);
        CHECK(packet->bytes() == bytes.size());
        CHECK(packet->id == vector.at("id"));
        const auto numbering =
            montisim::numbering_named(vector.value("numbering", std::string("newest")));
        REQUIRE(numbering);
        const auto kind = montisim::kind_of(packet->id, *numbering);
        REQUIRE(kind);
        CHECK(montisim::name_of(*kind) == vector.at("packet").get<std::string>());
        CHECK(montisim::id_of(*kind, *numbering) == packet->id);
    }
}

TEST_CASE("a packet is incomplete until its last byte") {
    const Bytes bytes = bytes_of("0600083f947ae147ae147b");
    for (std::size_t size = 0; size < bytes.size(); ++size)
        CHECK_FALSE(montisim::first_packet(bytes.data(), size));
}

TEST_CASE("every value of the vectors is converted from the wire to table items and back") {
    for (const json& vector : vectors().at("values")) {
        INFO(vector.dump());
        const interface::DataType type = type_of(vector.at("type"));
        const Bytes bytes = bytes_of(vector.at("hex"));
        ddc::Group group = group_of(type);
        PayloadReader payload(bytes.data(), bytes.size());
        montisim::read_value(type, payload, group, 0);
        CHECK(payload.left() == 0);

        PacketBuffer again(PacketNumbering::newest);
        again.begin(PacketKind::output);
        montisim::write_value(type, group, 0, again);
        again.end();
        const Bytes sent = bytes_of(again);
        CHECK(Bytes(sent.begin() + montisim::packet_header_bytes, sent.end()) == bytes);
    }
}

TEST_CASE("every value of the vectors is converted from JSON to table items and back") {
    for (const json& vector : vectors().at("values")) {
        INFO(vector.dump());
        const interface::DataType type = type_of(vector.at("type"));
        ddc::Group group = group_of(type);
        montisim::read_json_value(type, vector.at("json").dump(), group, 0);
        PacketBuffer again(PacketNumbering::newest);
        again.begin(PacketKind::output_json);
        montisim::write_json_value(type, group, 0, again);
        again.end();
        const auto packet = montisim::first_packet(again.data(), again.size());
        REQUIRE(packet);
        CHECK(json::parse(PayloadReader(*packet).last_text()) == vector.at("json"));
    }
}

TEST_CASE("a value truncated at any byte is rejected") {
    for (const json& vector : vectors().at("values")) {
        INFO(vector.dump());
        const interface::DataType type = type_of(vector.at("type"));
        Bytes bytes = bytes_of(vector.at("hex"));
        while (!bytes.empty()) {
            bytes.pop_back();
            CHECK_FALSE(error_of(type, bytes).empty());
        }
    }
}

TEST_CASE("a boolean is false for the byte 0 only") {
    ddc::Group group = group_of(interface::BasicType::boolean);
    for (const auto& [hex, is_true] : {std::pair{"00", false}, {"01", true}, {"02", true}}) {
        CAPTURE(hex);
        const Bytes bytes = bytes_of(hex);
        PayloadReader payload(bytes.data(), bytes.size());
        montisim::read_value(interface::BasicType::boolean, payload, group, 0);
        CHECK(group.boolean(0) == is_true);
    }
}

TEST_CASE("a vector with fewer elements leaves the others unchanged, one with more is rejected") {
    const interface::DataType type = interface::vector_of(interface::BasicType::z, 3);
    ddc::Group group = group_of(type);
    for (std::int32_t i = 0; i < 3; ++i) group.set(static_cast<std::size_t>(i), 7 + i);
    const Bytes one = bytes_of("00010000002a");
    PayloadReader payload(one.data(), one.size());
    montisim::read_value(type, payload, group, 0);
    CHECK(group.int32(0) == 42);
    CHECK(group.int32(1) == 8);
    CHECK(group.int32(2) == 9);
    CHECK(error_of(type, bytes_of("000400000001000000020000000300000004")) ==
          "it has 4 elements, but the port has 3");
}

TEST_CASE("JSON vectors that do not begin with their length are rejected") {
    const interface::DataType type = interface::vector_of(interface::BasicType::q, 2);
    ddc::Group group = group_of(type);
    for (const char* text : {"[1.0,2.0]", "[3,1.0,2.0]", "[2,1.0]", "{}", "", "[2,1.0,", "nan"}) {
        INFO(text);
        CHECK_THROWS_AS(montisim::read_json_value(type, text, group, 0), PacketError);
    }
    const std::string deep = std::string(30000, '[') + std::string(30000, ']');
    CHECK_THROWS_AS(montisim::read_json_value(type, deep, group, 0), PacketError);
}

TEST_CASE("values that the simulator could not read are not sent") {
    PacketBuffer sut(PacketNumbering::newest);
    sut.begin(PacketKind::ping);
    sut.end();
    const std::size_t size = sut.size();
    sut.begin(PacketKind::error);
    sut.text(std::string(montisim::most_sent_bytes, 'x'));
    CHECK_THROWS_AS(sut.end(), PacketError);
    CHECK(sut.size() == size);
    CHECK_THROWS_AS(PacketBuffer(PacketNumbering::middle).begin(PacketKind::suspend), PacketError);
}

}  // namespace montisim_codec_test

// SPDX-License-Identifier: MIT
// The input is packets of a simulator over TCP: decoded packets are encoded to the same bytes, and
// a session ends with a reason after the last packet at the latest.
#include "montisim_bridge/json_value.hpp"
#include "montisim_bridge/session.hpp"

#include <ddc/interface/elements.hpp>
#include <ddc/interface/entry_type.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

namespace {

namespace interface = ddc::interface;
namespace montisim = gateway::montisim;
namespace tcp = gateway::tcp;
using interface::BasicType;
using montisim::PacketKind;
using montisim::PacketNumbering;
using montisim::PayloadReader;

void expect(bool holds) {
    if (!holds) std::abort();
}

const std::vector<interface::DataType>& types() {
    static const std::vector<interface::DataType> all{
        BasicType::q,
        BasicType::boolean,
        interface::vector_of(BasicType::q, 10),
        interface::matrix_of(BasicType::z, 2, 3),
        interface::struct_of("Item", {{"mode", interface::enum_of("Mode", {"a", "b", "c"})},
                                      {"place", BasicType::vec3}}),
        interface::dyn_vector_of(interface::vector_of(BasicType::n, 2), 3),
        interface::simple_packet_of(interface::vector_of(BasicType::vec2, 2))};
    return all;
}

ddc::Group group_of(const interface::DataType& type) {
    ddc::Group group;
    for (const interface::Element& element : interface::elements(type))
        group.add(static_cast<ddc::Id>(group.size()), interface::entry_type(element.kind));
    return group;
}

bool is_taken(const interface::DataType& type, PayloadReader payload, bool is_json,
              ddc::Group& group) {
    try {
        if (is_json)
            montisim::read_json_value(type, payload.last_text(), group, 0);
        else
            montisim::read_value(type, payload, group, 0);
        return true;
    } catch (const montisim::PacketError&) {
        return false;
    }
}

/// Checks that a decoded packet, encoded and decoded again, is the same.
void check_value(const interface::DataType& type, PayloadReader payload, bool is_json) {
    ddc::Group group = group_of(type), again = group_of(type);
    if (!is_taken(type, payload, is_json, group)) return;
    std::array<montisim::PacketBuffer, 2> written{montisim::PacketBuffer(PacketNumbering::newest),
                                                  montisim::PacketBuffer(PacketNumbering::newest)};
    for (std::size_t i = 0; i < written.size(); ++i) {
        written[i].begin(PacketKind::output);
        montisim::write_value(type, i == 0 ? group : again, 0, written[i]);
        written[i].end();
        const auto packet = montisim::first_packet(written[i].data(), written[i].size());
        expect(packet && packet->bytes() == written[i].size());
        if (i == 0) expect(is_taken(type, PayloadReader(*packet), false, again));
    }
    expect(std::equal(written[0].data(), written[0].data() + written[0].size(), written[1].data(),
                      written[1].data() + written[1].size()));
}

void check_packet(const montisim::PacketView& packet, PacketNumbering numbering) {
    const auto kind = montisim::kind_of(packet.id, numbering);
    const bool is_json = kind == PacketKind::input_json;
    if ((!is_json && kind != PacketKind::input) || packet.size < 2) return;
    PayloadReader payload(packet);
    check_value(types()[payload.u16() % types().size()], payload, is_json);
}

/// A session without a table: REF_ID is omitted.
class LonelySession {
  public:
    explicit LonelySession(PacketNumbering numbering) : answer_(numbering) {
        options_.numbering = numbering;
        session_.emplace(options_,
                         tcp::SessionHost{stop_, [](const std::string&) {}, [] { return true; },
                                          [](ddc::Id) { return tcp::NetworkPart{}; }});
    }
    void take(const montisim::PacketView& packet) {
        if (is_over_ || montisim::kind_of(packet.id, answer_.numbering()) == PacketKind::ref_id)
            return;
        answer_.clear();
        is_over_ = !session_->take(packet, answer_);
        const bool is_error = !session_->error().empty();
        expect(is_over_ == (is_error || session_->has_ended()));
        expect(!is_error || montisim::first_packet(answer_.data(), answer_.size()));
    }

  private:
    tcp::SessionOptions options_;
    std::atomic<bool> stop_{false};
    montisim::PacketBuffer answer_;
    std::optional<tcp::Session> session_;
    bool is_over_ = false;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    for (const auto numbering :
         {PacketNumbering::newest, PacketNumbering::middle, PacketNumbering::oldest}) {
        LonelySession session(numbering);
        const auto* next = reinterpret_cast<const std::byte*>(data);
        const std::byte* const end = next + size;
        while (const auto packet =
                   montisim::first_packet(next, static_cast<std::size_t>(end - next))) {
            check_packet(*packet, numbering);
            session.take(*packet);
            next += packet->bytes();
            expect(next <= end);
        }
    }
    return 0;
}

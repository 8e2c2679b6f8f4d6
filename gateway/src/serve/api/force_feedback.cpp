// SPDX-License-Identifier: MIT
#include "force_feedback.hpp"

#include "http/json_body.hpp"
#include "http/json_text.hpp"
#include "run_calls.hpp"

#include <array>

namespace gateway::data_port {
namespace {

/// Limit of one call, so that requests are handled in between.
constexpr int most_at_once = 64;
constexpr std::size_t most_bytes = 1024;

}  // namespace

ForceFeedback::ForceFeedback(RunView& view, std::uint16_t port)
    : view_(view), vehicle_(*view.vehicles().front()), socket_(make_endpoint("127.0.0.1", port)) {}

void ForceFeedback::handle_datagrams() {
    std::array<std::byte, most_bytes> bytes{};
    Endpoint from;
    view_.poll();
    for (int i = 0; i < most_at_once; ++i) {
        const auto size = socket_.receive(bytes.data(), bytes.size(), from);
        if (!size) break;
        drive({reinterpret_cast<const char*>(bytes.data()), *size});
        const std::string answer = wheel_state();
        static_cast<void>(
            socket_.send(from, reinterpret_cast<const std::byte*>(answer.data()), answer.size()));
    }
    view_.request_states();
}

/// An invalid command has no effect. The wheel gets no reason, since it would not read one.
void ForceFeedback::drive(const std::string& datagram) {
    if (!vehicle_.facts.refusal.empty() || !vehicle_.board.is_driven_here) return;
    try {
        const nlohmann::json body = parse_body(datagram);
        check_keys(body, {"steer", "throttle", "brake"});
        send_command(view_, vehicle_, body);
    } catch (const Refusal&) {
    }
}

std::string ForceFeedback::wheel_state() const {
    const Publication* latest = vehicle_.latest();
    JsonText json;
    json.open('{');
    if (latest == nullptr) {
        for (const char* key : {"rack_torque", "vx", "steer", "susp"}) json.key(key).null();
        return json.close('}').take();
    }
    const vds1::State& state = latest->snapshot.state;
    json.member("rack_torque", state.rack_torque_nm).member("vx", state.vx_mps);
    json.member("steer", state.steering_tire_angle_applied_rad);
    return json.list("susp", state.susp_compression_m).close('}').take();
}

}  // namespace gateway::data_port

// SPDX-License-Identifier: MIT
#include "session.hpp"

#include <ddc/interface/layout.hpp>
#include <ddc/interface/visible.hpp>

namespace gateway::tcp {

using montisim::PacketBuffer;
using montisim::PacketError;
using montisim::PacketKind;
using montisim::PacketView;
using montisim::PayloadReader;

namespace {

/// Existing clients have a buffer of 4096 bytes for a packet.
constexpr std::size_t longest_error = 4000;

[[noreturn]] void refuse_mode(const std::string& mode) {
    if (mode == "realtime")
        throw PacketError(
            "time mode realtime: the TCP protocol does not define it. Set the computer's "
            "time_model to measured or constant; a program runs in realtime with ddc-gateway run");
    throw PacketError("time mode '" + ddc::interface::visible(mode) +
                      "': this server supports only 'measured'. Set the computer's time_model to "
                      "measured or constant");
}

[[noreturn]] void refuse_reference_id(std::uint32_t id) {
    throw PacketError("ref_id " + std::to_string(id) + ", which is hexadecimal " +
                      ddc::interface::hex(id) + ": must be 16384 (0x4000) to " +
                      std::to_string(ddc::max_capacity) +
                      ". A scenario has it in decimal: 16384 for a program that was started with "
                      "4000");
}

/// Reads a number of a packet. The error for a payload that is too short names the packet.
template <class Read>
auto number_of(PacketKind kind, const Read& read) {
    try {
        return read();
    } catch (const PacketError& error) {
        throw PacketError(std::string(name_of(kind)) + ": " + error.what());
    }
}

/// Throws an error for a packet that is unknown, or not valid in this state.
[[noreturn]] void refuse(PacketKind kind) {
    switch (kind) {
        case PacketKind::config:
            throw PacketError(
                "CONFIG: this server drives a program and needs no configuration. Use a computer "
                "with the backend tcp, without remote");
        case PacketKind::suspend:
        case PacketKind::reconnect:
            throw PacketError(std::string(name_of(kind)) +
                              ": this server keeps no data of a session that has ended. Set emu_id "
                              "to 0, and let the vehicle stay in this simulator");
        case PacketKind::ref_id:
            throw PacketError("REF_ID: only one is allowed after INIT");
        default:
            throw PacketError(std::string(name_of(kind)) + ": is only sent by servers");
    }
}

}  // namespace

void answer_error(const std::string& text, PacketBuffer& answer) {
    answer.clear();
    answer.begin(PacketKind::error);
    answer.text(text.size() > longest_error ? text.substr(0, longest_error) + "..." : text);
    answer.end();
}

bool Session::take(const PacketView& packet, PacketBuffer& answer) {
    try {
        handle(packet, answer);
        return !has_ended_;
    } catch (const std::exception& error) {  // PacketError, ProgramError, TableError
        error_ = error.what();
    }
    answer_error(error_, answer);
    let_go();
    return false;
}

void Session::handle(const PacketView& packet, PacketBuffer& answer) {
    const auto kind = montisim::kind_of(packet.id, options_.numbering);
    if (!kind)
        throw PacketError(
            "packet of unknown id " + std::to_string(packet.id) + " with " +
            std::to_string(packet.size) +
            " bytes; ddcserver --numbering selects the "
            "ids, now '" +
            montisim::numbering_names()[static_cast<std::size_t>(options_.numbering)] + "'");
    switch (*kind) {
        case PacketKind::init:
            return begin(PayloadReader(packet));
        case PacketKind::ref_id:
            return attach(PayloadReader(packet), answer);
        case PacketKind::input:
            return take_input(PayloadReader(packet), ValueFormat::binary);
        case PacketKind::input_json:
            return take_input(PayloadReader(packet), ValueFormat::json);
        case PacketKind::run_cycle:
            return run_cycle(PayloadReader(packet), answer);
        case PacketKind::ping:
            answer.begin(PacketKind::ping);
            return answer.end();
        case PacketKind::end:
            has_ended_ = true;
            return let_go();
        case PacketKind::error:
            throw PacketError("the simulator gave up: " +
                              ddc::interface::visible(PayloadReader(packet).last_text()));
        default:
            refuse(*kind);
    }
}

void Session::begin(PayloadReader payload) {
    const std::string mode(payload.last_text());
    let_go();
    if (mode != "measured") refuse_mode(mode);
    has_begun_ = true;
}

void Session::attach(PayloadReader payload, PacketBuffer& answer) {
    if (!has_begun_) throw PacketError("REF_ID: must come after INIT, which has the time mode");
    if (program_) refuse(PacketKind::ref_id);
    const std::uint32_t id = number_of(PacketKind::ref_id, [&] { return payload.u32(); });
    const auto least = static_cast<std::uint32_t>(ddc::interface::min_reference_id);
    if (id < least || id > static_cast<std::uint32_t>(ddc::max_capacity)) refuse_reference_id(id);
    const ProgramOptions options = program_options(static_cast<ddc::Id>(id));
    reference_id_ = options.reference_id;
    table_ = std::make_unique<OwnTable>(options_.table);
    program_ = std::make_unique<BridgedProgram>(
        options, BridgePlace{**table_, host_.stop, host_.report, host_.is_client_there,
                             host_.network_of(options.reference_id)});
    answer.begin(PacketKind::interface);
    answer.text(program_->interface_text());
    try {
        answer.end();
    } catch (const PacketError& error) {
        throw PacketError(std::string("the program's interface is too long: ") + error.what());
    }
    host_.report("drives the program at " + hex(options.reference_id));
}

ProgramOptions Session::program_options(ddc::Id reference_id) const {
    for (const ProgramOptions& options : options_.programs)
        if (options.reference_id == reference_id) return options;
    ProgramOptions options = options_.program;
    options.reference_id = reference_id;
    return options;
}

void Session::let_go() {
    dropped_before_ = dropped_messages();
    program_.reset();
    table_.reset();
    has_begun_ = false;
    format_ = ValueFormat::binary;
}

std::uint64_t Session::dropped_messages() const noexcept {
    return dropped_before_ + (program_ ? program_->dropped_messages() : 0);
}

void Session::take_input(PayloadReader payload, ValueFormat format) {
    const bool is_json = format == ValueFormat::json;
    const PacketKind kind = is_json ? PacketKind::input_json : PacketKind::input;
    BridgedProgram& driven = program(kind);
    const std::uint16_t port = number_of(kind, [&] { return payload.u16(); });
    driven.take_input(port, payload, format);
    format_ = format;
}

void Session::run_cycle(PayloadReader payload, PacketBuffer& answer) {
    BridgedProgram& driven = program(PacketKind::run_cycle);
    const double delta_s = number_of(PacketKind::run_cycle, [&] { return payload.f64(); });
    driven.run_cycle(delta_s, format_, answer);
    ++cycles_;
}

BridgedProgram& Session::program(PacketKind kind) const {
    if (program_) return *program_;
    throw PacketError(std::string(name_of(kind)) +
                      ": no program is attached yet; INIT and REF_ID must come before");
}

}  // namespace gateway::tcp

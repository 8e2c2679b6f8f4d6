// SPDX-License-Identifier: MIT
#include "tcp_program.hpp"

#include "montisim/value_codec.hpp"
#include "socket/tcp_connect.hpp"

#include <ddc/interface/layout.hpp>
#include <ddc/interface/parse.hpp>
#include <ddc/interface/visible.hpp>

#include <algorithm>
#include <utility>

namespace gateway::tcp {

namespace interface = ddc::interface;
using ddc::Status;
using interface::Port;
using montisim::PacketError;
using montisim::PacketKind;
using montisim::PacketView;
using montisim::PayloadReader;

namespace {

/// Time between two attempts to connect: a starting program listens soon.
constexpr std::chrono::milliseconds retry_pause{20};
/// For a program that does not read: the gateway's time-out is much shorter.
constexpr std::chrono::hours sending_limit{1};

bool is_socket(const Port& port) {
    return port.port_type == interface::PortType::socket;
}

/// Thrown to end a session when that is requested.
struct Stopped {};

class ConnectionLost : public PacketError {
  public:
    ConnectionLost() : PacketError("it has closed the connection") {}
};

std::string refusal_of(std::string_view text) {
    const std::string shown = interface::visible(text);
    const bool is_bare =
        text == "std::exception";  // the text of public programs for an invalid port
    return "it has sent ERROR: " + shown +
           (is_bare ? " (public programs send this for an input that is not one of its ports, or "
                      "has another "
                      "size)"
                    : "");
}

}  // namespace

TcpProgram::TcpProgram(ddc::Table& table, ddc::Id reference_id, const TcpProgramConfig& config,
                       Log log)
    : table_(table),
      reference_id_(reference_id),
      config_(config),
      log_(std::move(log)),
      packets_(config.numbering),
      failed_at_(table.sequence(running())) {
    set_awaited("to listen");
    thread_ = std::thread([this] { run(); });
}

TcpProgram::~TcpProgram() {
    stop_ = true;
    thread_.join();
}

std::optional<std::string> TcpProgram::failure() const {
    const std::lock_guard lock(mutex_);
    return table_.sequence(running()) > failed_at_ ? std::nullopt : failure_;
}

std::string TcpProgram::awaited() const {
    const std::lock_guard lock(mutex_);
    return awaited_;
}

void TcpProgram::set_awaited(const std::string& what) {
    const std::lock_guard lock(mutex_);
    awaited_ = "the program at " + to_string(config_.server) + " " + what;
}

void TcpProgram::run() {
    while (await_reset()) {
        try {
            serve();
        } catch (const Stopped&) {
            break;
        } catch (const std::exception& error) {
            fail("the program at " + to_string(config_.server) + ": " + error.what());
        }
    }
    end();
}

void TcpProgram::fail(const std::string& why) {
    constexpr std::uint64_t one_write = 2;  // Table::sequence counts by two
    {
        const std::lock_guard lock(mutex_);
        failure_ = why;
        failed_at_ = table_.sequence(running()) + (program_ ? one_write : 0);
    }
    connection_.reset();
    program_.reset();  // sets `running` to false
}

/// Waits until the gateway searches for the program, for the first time or again. @return false to
/// stop
bool TcpProgram::await_reset() {
    const ddc::Watch seen{running(), failed_at_};
    while (!stop_) {
        const Status status =
            table_.wait_for_change(&seen, 1, ddc::Clock::now() + Connection::slice);
        if (status == Status::ok) return true;
        if (status != Status::timed_out) std::this_thread::sleep_for(Connection::slice);
    }
    return false;
}

void TcpProgram::serve() {
    for (bool is_there = false; !is_there;) {
        connect();
        try {
            publish(ask_for_interface());
            is_there = true;
        } catch (const ConnectionLost& lost) {  // it may start soon, behind another server
            set_awaited("to answer INIT with its interface (" + std::string(lost.what()) + ")");
            std::this_thread::sleep_for(retry_pause);
        }
    }
    run_cycles();
}

void TcpProgram::connect() {
    for (;;) {
        if (stop_) throw Stopped{};
        std::string problem;
        auto connected = connect_tcp(config_.server, Connection::slice, problem);
        if (connected) {
            connection_.emplace(std::move(*connected));
            return;
        }
        set_awaited("to listen (" + problem + ")");
        std::this_thread::sleep_for(retry_pause);
    }
}

std::string TcpProgram::ask_for_interface() {
    set_awaited("to answer INIT with its interface");
    packets_.clear();
    packets_.begin(PacketKind::init);
    packets_.text("measured");
    packets_.end();
    packets_.begin(PacketKind::ref_id);
    packets_.u32(static_cast<std::uint32_t>(reference_id_));
    packets_.end();
    send();
    const PacketView packet = receive();
    const auto kind = kind_of(packet.id, config_.numbering);
    if (kind == PacketKind::request_config)
        throw PacketError(
            "it requests the configuration of a computer, as an emulator does and a program "
            "does not");
    if (kind != PacketKind::interface)
        throw PacketError("it has answered INIT with packet " + std::to_string(packet.id) +
                          " instead of its interface");
    return std::string(PayloadReader(packet).last_text());
}

void TcpProgram::publish(const std::string& interface_text) {
    interface::Warnings ignored;  // reported when the gateway reads the text
    auto program = std::make_unique<interface::Program>(table_, reference_id_,
                                                        interface::parse(interface_text, ignored));
    program->publish();
    program_ = std::move(program);
    place_ports();
    log_("connected to the program at " + to_string(config_.server));
}

void TcpProgram::place_ports() {
    places_.clear();
    Place next;
    for (const Port& port : program_->program_interface().ports) {
        next.count = element_count(port.data_type);
        places_.push_back(next);
        if (is_socket(port)) {
            ++next.socket;
            continue;
        }
        if (port.is_input()) next.first_input += next.count;
        if (port.is_output()) next.first_output += next.count;
    }
}

void TcpProgram::run_cycles() {
    while (!stop_) {
        const Status status = program_->begin_cycle(ddc::Clock::now() + Connection::slice);
        if (status == Status::timed_out || status == Status::interrupted) continue;
        if (status != Status::ok) throw PacketError(table_.explain(status));
        run_cycle();
    }
    throw Stopped{};
}

void TcpProgram::run_cycle() {
    packets_.clear();
    const std::vector<Port>& ports = program_->program_interface().ports;
    for (std::size_t i = 0; i < ports.size(); ++i) {
        if (!ports[i].is_input()) continue;
        if (is_socket(ports[i]))
            add_messages(i);
        else
            add_inputs(i);
    }
    packets_.begin(PacketKind::run_cycle);
    packets_.f64(program_->delta_s());
    packets_.end();
    send();
    take_answer();
    const Status status = program_->end_cycle(execution_time_s_);
    if (status != Status::ok) throw PacketError(table_.explain(status));
}

/// An input that was never set is not sent.
void TcpProgram::add_inputs(std::size_t port) {
    const Place& place = places_[port];
    const ddc::Group& items = program_->input_items();
    for (std::size_t i = 0; i < place.count; ++i)
        if (items.item(place.first_input + i).status != Status::ok) return;
    packets_.begin(PacketKind::input);
    packets_.u16(static_cast<std::uint16_t>(port));
    montisim::write_value(program_->program_interface().ports[port].data_type, items,
                          place.first_input, packets_);
    packets_.end();
}

void TcpProgram::add_messages(std::size_t port) {
    const interface::SocketPort& socket = program_->sockets()[places_[port].socket];
    for (std::size_t i = 0; i < socket.received_count(); ++i) {
        packets_.begin(PacketKind::input);
        packets_.u16(static_cast<std::uint16_t>(port));
        montisim::write_value(program_->program_interface().ports[port].data_type,
                              socket.received_items(), i * socket.packet_size(), packets_);
        packets_.end();
    }
}

void TcpProgram::take_answer() {
    for (;;) {
        const PacketView packet = receive();
        PayloadReader payload(packet);
        const auto kind = kind_of(packet.id, config_.numbering);
        if (kind == PacketKind::time) {
            execution_time_s_ = payload.f64();
            return;
        }
        if (kind != PacketKind::output)
            throw PacketError("it has sent packet " + std::to_string(packet.id) +
                              " instead of its outputs and TIME");
        take_output(payload);
    }
}

void TcpProgram::take_output(PayloadReader& payload) {
    const std::size_t index = payload.u16();
    const std::vector<Port>& ports = program_->program_interface().ports;
    if (index >= ports.size() || !ports[index].is_output())
        throw PacketError("it has sent an output of port " + std::to_string(index) +
                          ", which its interface does not have");
    const interface::DataType& type = ports[index].data_type;
    if (!is_socket(ports[index]))
        return montisim::read_value(type, payload, program_->output_items(),
                                    places_[index].first_output);
    interface::SocketPort& socket = program_->sockets()[places_[index].socket];
    const auto first = socket.queue_packet();
    if (first) return montisim::read_value(type, payload, socket.queued_items(), *first);
    if (dropped_++ == 0)
        log_("the program's port " + ports[index].name +
             " sends too many messages in one cycle; the rest is dropped");
}

void TcpProgram::send() {
    if (connection_->send(packets_, ddc::Clock::now() + sending_limit, stop_)) return;
    if (stop_) throw Stopped{};
    throw ConnectionLost();
}

/// @return the next packet; throws if it is ERROR
PacketView TcpProgram::receive() {
    std::optional<PacketView> packet = connection_->next();
    while (!packet) {
        const Connection::Receipt receipt = connection_->receive();
        if (stop_) throw Stopped{};
        if (receipt == Connection::Receipt::end) throw ConnectionLost();
        packet = connection_->next();
    }
    if (kind_of(packet->id, config_.numbering) != PacketKind::error) return *packet;
    throw PacketError(refusal_of(PayloadReader(*packet).last_text()));
}

/// Public programs wait for a byte after the header, and leave the connection open.
void TcpProgram::end() {
    if (!connection_) return;
    packets_.clear();
    packets_.begin(PacketKind::end);
    packets_.u8(0);
    packets_.end();
    static_cast<void>(connection_->send(packets_, ddc::Clock::now(), stop_));
    connection_.reset();
}

}  // namespace gateway::tcp

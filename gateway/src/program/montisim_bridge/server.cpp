// SPDX-License-Identifier: MIT
#include "server.hpp"

#include "tcp_faults.hpp"

#include "service/watched_loop.hpp"

#include <algorithm>
#include <stdexcept>
#include <system_error>

namespace gateway::tcp {

using Clock = std::chrono::steady_clock;
using montisim::PacketBuffer;

namespace {

/// How long the simulator may take to read the reason for the end.
constexpr std::chrono::seconds error_timeout{1};
constexpr std::chrono::seconds one_second{1};

}  // namespace

/// One connection, from its first byte to its end.
class Server::Client {
  public:
    Client(Server& server, Accepted accepted, std::uint64_t number, const std::atomic<bool>& stop)
        : server_(server),
          stop_(stop),
          name_("session " + std::to_string(number) + " (" + accepted.name + "): "),
          connection_(std::move(accepted.socket)),
          session_(server.options_.session,
                   {stop, [this](const LogMessage& message) { log(message); },
                    [this] { return connection_.is_open(); },
                    [this](ddc::Id id) { return server_.network_of(id); }}),
          answer_(server.options_.session.numbering) {}

    void run() {
        const WatchedLoop watched(name_.substr(0, name_.find(':')));
        ++server_.live_.sessions;
        try {
            serve();
        } catch (const std::exception& error) {  // out of memory
            error_ = error.what();
        }
        --server_.live_.sessions;
        log(error_.empty() ? "ended after " + std::to_string(session_.cycles()) + " cycles"
                           : error_);
        count();
    }

  private:
    void log(const std::string& text) const { server_.log_(name_ + text); }

    void serve() {
        while (!stop_) {
            WatchedLoop::goes_on();
            const Connection::Receipt receipt = connection_.receive();
            if (receipt == Connection::Receipt::end) return;
            if (receipt == Connection::Receipt::bytes && !take_packets()) return;
            if (is_cut()) return;
            if (is_too_late()) return send_error(too_late());
        }
        send_error("ddcserver is being stopped");
    }

    /// @return false if the session is over
    bool take_packets() {
        const SteadyTime arrived = Clock::now();
        while (const auto packet = connection_.next()) {
            answer_.clear();
            const std::uint64_t cycles = session_.cycles();
            const bool has_more = session_.take(*packet, answer_);
            error_ = session_.error();
            if (!send()) return false;
            if (session_.cycles() != cycles) add_round_trip(Clock::now() - arrived);
            if (has_more) continue;
            if (!error_.empty()) connection_.finish(Clock::now() + error_timeout);
            return false;
        }
        return true;
    }

    /// Null while no program is attached, or if its connection has no faults.
    TcpFaults* faults() {
        const auto id = session_.reference_id();
        const auto planned = id ? server_.options_.faults.find(*id) : server_.options_.faults.end();
        if (planned == server_.options_.faults.end()) return nullptr;
        if (!faults_)
            faults_.emplace(planned->second, Clock::now(),
                            [this](const LogMessage& message) { log(message); });
        return &*faults_;
    }

    /// Ends the connection without a reason for the simulator.
    bool is_cut() {
        TcpFaults* const faults = this->faults();
        return faults != nullptr && faults->at(Clock::now()).is_cut;
    }

    /// @return false if the connection is cut
    bool pass_faults() {
        TcpFaults* const faults = this->faults();
        if (faults == nullptr) return true;
        const TcpFaults::Effect effect = faults->at(Clock::now());
        if (effect.is_cut) return false;
        const SteadyTime until = Clock::now() + effect.delay;
        while (!stop_ && Clock::now() < until) {
            WatchedLoop::goes_on();
            std::this_thread::sleep_until(std::min(until, Clock::now() + Connection::slice));
        }
        return true;
    }

    bool send() {
        if (answer_.size() == 0) return true;
        if (!pass_faults()) return false;
        if (connection_.send(answer_, Clock::now() + patience, stop_)) return true;
        if (error_.empty()) error_ = "the simulator does not read its packets, or has disconnected";
        return false;
    }

    void add_round_trip(std::chrono::nanoseconds time) {
        round_trip_.add(time);
        server_.live_.round_trips_ns += static_cast<std::uint64_t>(time.count());
        ++server_.live_.cycles;
    }

    /// The simulator may pause without a limit, except before a program is attached and within a
    /// packet.
    bool is_too_late() {
        if (session_.is_attached() && !connection_.has_part()) {
            patience_ends_.reset();
            return false;
        }
        const SteadyTime now = Clock::now();
        if (!patience_ends_) patience_ends_ = now + patience;
        return now >= *patience_ends_;
    }

    std::string too_late() const {
        const std::string time = " within " + seconds_text(patience);
        return connection_.has_part() ? "the rest of a packet was not received" + time
                                      : "INIT and REF_ID were not received" + time;
    }

    void send_error(const std::string& reason) {
        error_ = reason;
        answer_error(reason, answer_);
        static_cast<void>(connection_.send(answer_, Clock::now() + error_timeout, stop_));
        connection_.finish(Clock::now() + error_timeout);
    }

    void count() {
        const std::lock_guard<std::mutex> lock(server_.mutex_);
        ServerSummary& summary = server_.summary_;
        ++(!error_.empty()        ? summary.errors
           : session_.has_ended() ? summary.ended
                                  : summary.closed);
        if (!error_.empty()) summary.last_error = error_;
        summary.cycles += session_.cycles();
        summary.dropped_messages += session_.dropped_messages();
        summary.round_trip.add(round_trip_);
    }

    Server& server_;
    const std::atomic<bool>& stop_;
    std::string name_;
    Connection connection_;
    Session session_;
    PacketBuffer answer_;
    std::optional<SteadyTime> patience_ends_ = Clock::now() + patience;
    Histogram round_trip_;
    std::optional<TcpFaults> faults_;  ///< since a program was attached
    std::string error_;
};

Server::Server(ServerOptions options, Log log)
    : options_(std::move(options)), log_(std::move(log)) {
    listen();
    looks_.at = Clock::now();
}

/// Addresses without a port use that of the first.
void Server::listen() {
    std::uint16_t port = options_.port;
    for (const HostAddress& address : options_.bind) {
        try {
            listeners_.emplace_back(address, port);
            port = listeners_.front().port();
        } catch (const std::runtime_error& error) {
            const bool may_be_absent = !listeners_.empty() && address.is_ipv6();
            if (!may_be_absent) throw;
            log_(error.what());
        }
    }
}

std::vector<std::string> Server::addresses() const {
    std::vector<std::string> names;
    for (const TcpListener& listener : listeners_) names.push_back(listener.name());
    return names;
}

void Server::run(const RunControl& control) {
    std::string problem, reported;
    while (!control.stop) {
        WatchedLoop::goes_on();
        if (auto accepted = TcpListener::accept_one(listeners_, Connection::slice, problem))
            start_session(std::move(*accepted), control.stop);
        if (!problem.empty() && problem != reported)
            log_("further connections must wait: " + problem);
        reported = problem;
        join(false);
        report_if_due();
        if (options_.is_once && accepted_ > 0 && served_.empty()) return;
    }
    join(true);
}

/// A refused client gets the reason from a separate thread, since that may take a moment. If there
/// are too many sessions, the server does not wait until the client has read it.
void Server::start_session(Accepted accepted, const std::atomic<bool>& stop) {
    const std::string reason = refusal(accepted.from);
    if (served_.size() >= most_sessions)
        return refuse(std::move(accepted), reason, SteadyTime{}, stop);
    if (reason.empty()) {
        ++accepted_;
        const std::lock_guard<std::mutex> lock(mutex_);
        ++summary_.sessions;
    }
    Served& served = served_.emplace_back();
    auto serve = [this, &served, &stop, reason, number = accepted_,
                  accepted = std::move(accepted)]() mutable {
        if (reason.empty())
            Client(*this, std::move(accepted), number, stop).run();
        else
            refuse(std::move(accepted), reason, Clock::now() + error_timeout, stop);
        served.is_over = true;
    };
    try {
        served.thread = std::thread(std::move(serve));
    } catch (const std::system_error& error) {
        served_.pop_back();
        log_(std::string("no thread for a session: ") + error.what());
    }
}

/// Why a connection from this address is refused, or nothing.
std::string Server::refusal(const HostAddress& from) const {
    const auto& allow = options_.allow;
    if (!from.is_loopback() && std::find(allow.begin(), allow.end(), from) == allow.end())
        return "connections from " + from.text() + " are not allowed; ddcserver --allow " +
               from.text() + " allows them";
    if (options_.is_once && accepted_ > 0)
        return "ddcserver --once serves one session, which has begun";
    if (served_.size() >= most_sessions)
        return "there are " + std::to_string(most_sessions) +
               " sessions, the most that ddcserver accepts; end one of them";
    return {};
}

void Server::refuse(Accepted accepted, const std::string& reason, SteadyTime until,
                    const std::atomic<bool>& stop) {
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        ++summary_.refused;
    }
    log_(accepted.name + ": " + reason);
    Connection connection(std::move(accepted.socket));
    PacketBuffer answer(options_.session.numbering);
    answer_error(reason, answer);
    static_cast<void>(connection.send(answer, until, stop));
    connection.finish(until);
}

void Server::join(bool all) {
    for (auto served = served_.begin(); served != served_.end();) {
        if (!all && !served->is_over) {
            ++served;
            continue;
        }
        served->thread.join();
        served = served_.erase(served);
    }
}

void Server::report_if_due() {
    const SteadyTime now = Clock::now();
    if (now - looks_.at < one_second) return;
    const bool is_quiet =
        looks_.sessions == 0 && live_.sessions == 0 && looks_.cycles == live_.cycles;
    const std::string text = live_text(live_, now, looks_);
    if (!is_quiet) log_(text);
}

NetworkPart Server::network_of(ddc::Id reference_id) {
    if (!options_.links) return {};
    const auto& ids = options_.links->reference_ids;
    const auto found = std::find(ids.begin(), ids.end(), reference_id);
    if (found == ids.end()) return {};
    const std::lock_guard<std::mutex> lock(mutex_);
    std::shared_ptr<Network> network = network_.lock();
    if (!network)
        network = std::make_shared<Network>(options_.links->network, options_.links->addresses);
    network_ = network;
    return {std::move(network), static_cast<std::size_t>(found - ids.begin())};
}

}  // namespace gateway::tcp

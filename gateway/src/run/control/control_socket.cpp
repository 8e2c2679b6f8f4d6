// SPDX-License-Identifier: MIT
#include "control_socket.hpp"

#include "control_text.hpp"

#include "socket/local_socket.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <system_error>
#include <utility>
#include <vector>

namespace gateway {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr std::size_t most_clients = 16;
constexpr milliseconds client_limit{1000};
constexpr int queue_length = 64;
constexpr milliseconds lock_limit{2000};
constexpr int retry_ms = 20;

/// Interval at which a delayed reply is polled.
constexpr milliseconds later_interval{2};

struct Client {
    Descriptor socket;
    Clock::time_point limit;
    std::function<std::optional<Reply>()> later;  ///< its delayed reply

    void send(const std::string& message) const {
        static_cast<void>(send_message(socket.get(), message));
    }
    /// Handles its request, or detects a closed connection. @return whether the client still waits
    template <class AnswerTo>
    bool read_request(const AnswerTo& answer_to) {
        const std::string message = receive_message(socket.get());
        if (message.empty() || later) return false;
        Reply reply = answer_to(message);
        later = std::move(reply.later);
        send(later ? later_text : to_text(reply));
        return later != nullptr;
    }
    /// @return whether the client still waits
    bool is_waiting(Clock::time_point now) const {
        if (!later) return limit > now;
        const std::optional<Reply> reply = later();
        if (reply) send(to_text(*reply));
        return !reply;
    }
};

/// Excludes other gateways while sockets in the folder are searched for or created.
class FolderLock {
  public:
    explicit FolderLock(int folder) : folder_(folder) {
        const auto limit = Clock::now() + lock_limit;
        while (::flock(folder_, LOCK_EX | LOCK_NB) != 0) {
            if (Clock::now() > limit)
                throw std::runtime_error("another process holds the lock of the socket's folder");
            ::poll(nullptr, 0, retry_ms);
        }
    }
    ~FolderLock() { ::flock(folder_, LOCK_UN); }
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;

  private:
    int folder_;
};

unsigned long inode_of(const ControlFolder& folder, const std::string& file) {
    struct stat found {};
    const bool is_there =
        ::fstatat(folder.descriptor(), file.c_str(), &found, AT_SYMLINK_NOFOLLOW) == 0;
    return is_there ? found.st_ino : 0;
}

/// Time until a client is polled without input from it.
int ms_until_next_look(const std::vector<Client>& clients) {
    if (clients.empty()) return -1;
    const bool is_later = std::any_of(clients.begin(), clients.end(),
                                      [](const Client& client) { return client.later != nullptr; });
    if (is_later) return static_cast<int>(later_interval.count());
    const auto left = std::chrono::ceil<milliseconds>(clients.front().limit - Clock::now());
    return std::max(0, static_cast<int>(left.count()));
}

/// Without the event the thread could not be ended.
Descriptor make_event() {
    Descriptor event(::eventfd(0, EFD_CLOEXEC));
    if (event.get() < 0)
        throw std::system_error(errno, std::generic_category(),
                                "cannot create an event for the control socket");
    return event;
}

bool is_ours(const std::string& file) {
    return file.rfind("ddc-gateway-", 0) == 0 || file.rfind("vdsim_realtime-", 0) == 0;
}

}  // namespace

void remove_dead_sockets() {
    std::error_code error;
    if (!std::filesystem::is_directory(ControlFolder::name(), error)) return;
    const ControlFolder folder;
    const FolderLock lock(folder.descriptor());
    for (const auto& entry : std::filesystem::directory_iterator(ControlFolder::name(), error)) {
        const std::string file = entry.path().filename();
        if (is_ours(file) && entry.is_socket(error) &&
            connect_to(make_local_socket().get(), folder.address_of(file)) == ECONNREFUSED)
            ::unlinkat(folder.descriptor(), file.c_str(), 0);
    }
}

ControlSocket::ControlSocket(const std::string& name, Controlled run, Report report)
    : name_(name),
      run_(std::move(run)),
      report_(std::move(report)),
      listener_(make_local_socket()),
      closing_(make_event()) {
    listen();
    thread_ = std::thread([this] { serve(); });
}

ControlSocket::~ControlSocket() {
    static_cast<void>(::eventfd_write(closing_.get(), 1));
    thread_.join();
    if (inode_of(folder_, name_) == inode_) ::unlinkat(folder_.descriptor(), name_.c_str(), 0);
}

/// Listens at its name, to which no other user has access.
void ControlSocket::listen() {
    const FolderLock lock(folder_.descriptor());
    const sockaddr_un address = folder_.address_of(name_);
    if (folder_.has_socket(name_)) {
        const int error = connect_to(make_local_socket().get(), address);
        if (error != ECONNREFUSED)  // EAGAIN: its queue is full
            throw std::runtime_error(folder_.path_of(name_) + ": another process serves it");
        ::unlinkat(folder_.descriptor(), name_.c_str(), 0);
    }
    if (bind_to(listener_.get(), address) != 0 ||
        ::fchmodat(folder_.descriptor(), name_.c_str(), 0600, 0) != 0 ||
        ::listen(listener_.get(), queue_length) != 0)
        throw std::runtime_error(folder_.path_of(name_) + ": " + std::strerror(errno));
    inode_ = inode_of(folder_, name_);
}

void ControlSocket::serve() {
    std::vector<Client> clients;  // in the order of their connections
    for (;;) {
        std::vector<pollfd> waiting{{closing_.get(), POLLIN, 0}, {listener_.get(), POLLIN, 0}};
        for (const Client& client : clients) waiting.push_back({client.socket.get(), POLLIN, 0});
        ::poll(waiting.data(), waiting.size(), ms_until_next_look(clients));
        const auto now = Clock::now();
        const auto answer = [this](const std::string& message) { return answer_to(message); };
        std::vector<Client> staying;
        for (std::size_t i = 0; i < clients.size(); ++i) {
            Client& client = clients[i];
            const bool is_heard = waiting[i + 2].revents != 0;
            if (is_heard ? client.read_request(answer) : client.is_waiting(now))
                staying.push_back(std::move(client));
        }
        if (waiting[0].revents != 0) return;
        clients = std::move(staying);
        if (waiting[1].revents == 0) continue;
        if (clients.size() == most_clients) clients.erase(clients.begin());
        Descriptor peer = accept_peer();
        if (peer.get() >= 0) clients.push_back({std::move(peer), now + client_limit, {}});
    }
}

/// @return the next client, or an invalid descriptor
Descriptor ControlSocket::accept_peer() const {
    Descriptor peer = accept_from(listener_.get());
    if (peer.get() < 0) {  // for example no free descriptor: wait a moment
        await_ready(closing_.get(), POLLIN, retry_ms);
        return peer;
    }
    const ucred user = peer_of(peer.get());
    if (is_trusted(user)) return peer;
    report_("refused user " + std::to_string(user.uid) + " (pid " + std::to_string(user.pid) +
            ") at the control socket");
    return Descriptor(-1);
}

Reply ControlSocket::answer_to(const std::string& message) const {
    std::int64_t expiry_ns = 0;
    const char* end = message.data() + message.size();
    const auto [stop, error] = std::from_chars(message.data(), end, expiry_ns);
    if (error != std::errc() || stop == end || *stop != ' ')
        return {Reply::Outcome::refused,
                "a request begins with the monotonic time in ns at which it expires"};
    const std::string request(stop + 1, end);
    if (Clock::now().time_since_epoch() > std::chrono::nanoseconds(expiry_ns)) {
        report_("did not execute '" + request + "': the request had expired");
        return {Reply::Outcome::refused, "'" + request + "' has expired"};
    }
    try {
        return handle_request(parse_request(request), run_);
    } catch (const std::invalid_argument& wrong) {
        return {Reply::Outcome::refused, wrong.what()};
    }
}

}  // namespace gateway

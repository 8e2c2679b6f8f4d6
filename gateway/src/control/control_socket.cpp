// SPDX-License-Identifier: MIT
#include "control_socket.hpp"

#include "../config/number_text.hpp"

#include <spdlog/fmt/fmt.h>

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <utility>

namespace gateway {
namespace {

constexpr std::size_t longest_message = 256;

/// A descriptor that closes itself.
class Descriptor {
  public:
    explicit Descriptor(int descriptor) : descriptor_(descriptor) {}
    ~Descriptor() {
        if (descriptor_ >= 0) ::close(descriptor_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int get() const { return descriptor_; }
    int release() { return std::exchange(descriptor_, -1); }

  private:
    int descriptor_;
};

std::runtime_error failure(const std::string& what) {
    return std::runtime_error(what + ": " + std::strerror(errno));
}

sockaddr_un address_of(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path)
        throw std::runtime_error(path + ": is too long for a socket's name");
    path.copy(address.sun_path, path.size());
    return address;
}

Descriptor make_socket() {
    const int descriptor = ::socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    if (descriptor < 0) throw failure("no socket");
    return Descriptor(descriptor);
}

void set_timeout(int socket, long seconds) {
    const timeval limit{seconds, 0};
    ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    ::setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
}

bool connects(int socket, const std::string& path) {
    const sockaddr_un address = address_of(path);
    return ::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

/// Bound at `path`, which nobody else may reach for.
int listen_at(const std::string& path) {
    if (const Descriptor probe = make_socket(); connects(probe.get(), path))
        throw std::runtime_error(path + ": another process serves it");
    ::unlink(path.c_str());
    Descriptor listener = make_socket();
    const sockaddr_un address = address_of(path);
    const mode_t before = ::umask(0177);
    const int bound =
        ::bind(listener.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address);
    ::umask(before);
    if (bound != 0 || ::listen(listener.get(), 4) != 0) throw failure(path);
    return listener.release();
}

std::string scale(const std::string& text, RunControl& control) {
    double factor = 0;
    const std::string complaint = read_number(text, limits::time_scale, factor);
    if (!complaint.empty()) return "error: the time scale " + complaint;
    control.time_scale = factor;
    return "ok";
}

}  // namespace

std::string control_socket_path(const std::string& table_name) {
    const char* runtime = std::getenv("XDG_RUNTIME_DIR");
    std::filesystem::path directory = runtime != nullptr && *runtime != '\0' ? runtime : "";
    if (directory.empty()) {
        directory =
            std::filesystem::temp_directory_path() / ("ddc-gateway-" + std::to_string(::getuid()));
        ::mkdir(directory.c_str(), 0700);
    }
    return directory / ("ddc-gateway-" + table_name + ".socket");
}

std::string obey(const std::string& request, RunControl& control) {
    if (request == "pause" || request == "resume") {
        control.pause = request == "pause";
        return "ok";
    }
    if (request == "stop") {
        control.stop = true;
        return "ok";
    }
    if (request == "status") {
        const double factor = control.time_scale;
        return std::string(control.stop    ? "stopping"
                           : control.pause ? "paused"
                                           : "running") +
               (factor > 0 ? fmt::format(", time scale {}", factor) : ", time scale as configured");
    }
    const std::string scale_word = "scale ";
    if (request.rfind(scale_word, 0) == 0) return scale(request.substr(scale_word.size()), control);
    return "error: '" + request + "' is none of pause, resume, stop, scale FACTOR, status";
}

ControlSocket::ControlSocket(const std::string& table_name, RunControl& control)
    : path_(control_socket_path(table_name)), control_(control) {
    listener_ = listen_at(path_);
    closing_ = ::eventfd(0, EFD_CLOEXEC);
    thread_ = std::thread([this] { serve(); });
}

ControlSocket::~ControlSocket() {
    static_cast<void>(::eventfd_write(closing_, 1));
    thread_.join();
    ::unlink(path_.c_str());
    ::close(listener_);
    ::close(closing_);
}

void ControlSocket::serve() {
    for (;;) {
        pollfd waiting[] = {{closing_, POLLIN, 0}, {listener_, POLLIN, 0}};
        if (::poll(waiting, 2, -1) < 0 && errno != EINTR) return;
        if (waiting[0].revents != 0) return;
        if (waiting[1].revents == 0) continue;
        const Descriptor peer(::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC));
        if (peer.get() < 0) continue;
        set_timeout(peer.get(), 1);
        char request[longest_message];
        const ssize_t size = ::recv(peer.get(), request, sizeof request, 0);
        if (size <= 0) continue;
        const std::string answer =
            obey(std::string(request, static_cast<std::size_t>(size)), control_);
        static_cast<void>(::send(peer.get(), answer.data(), answer.size(), MSG_NOSIGNAL));
    }
}

std::string ask_control_socket(const std::string& table_name, const std::string& request) {
    const std::string path = control_socket_path(table_name);
    const Descriptor socket = make_socket();
    if (!connects(socket.get(), path))
        throw std::runtime_error("no realtime run in table '" + table_name + "' listens at " +
                                 path + ": " + std::strerror(errno));
    set_timeout(socket.get(), 2);
    char answer[longest_message];
    ssize_t size = ::send(socket.get(), request.data(), request.size(), MSG_NOSIGNAL);
    if (size >= 0) size = ::recv(socket.get(), answer, sizeof answer, 0);
    if (size <= 0) throw std::runtime_error("the run at " + path + " does not answer");
    return std::string(answer, static_cast<std::size_t>(size));
}

}  // namespace gateway

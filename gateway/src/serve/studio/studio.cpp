// SPDX-License-Identifier: MIT
#include "studio.hpp"

#include "http/server.hpp"
#include "studio_calls.hpp"

namespace gateway::studio {
namespace {

data_port::Guard make_guard() {
    return {data_port::make_token(), true};
}

data_port::ServerLimits limits_of_studio() {
    data_port::ServerLimits limits;
    limits.body_bytes = std::size_t{1} << 20U;  // a configuration
    return limits;
}

}  // namespace

struct Studio::Parts {
    Parts(const std::filesystem::path& root, std::uint16_t port, data_port::Page page, Log report)
        : folder(root),
          router(guard, std::move(page)),
          server(std::make_unique<data_port::Server>(make_endpoint("127.0.0.1", port),
                                                     limits_of_studio())) {
        calls.add_to(router);
        server->report_to(std::move(report));
        server->start([this](const data_port::Request& request) { return router.answer(request); },
                      [this] { return runs.poll(); });
    }

    data_port::Guard guard = make_guard();
    Folder folder;
    Runs runs{folder};
    StudioCalls calls{folder, runs};
    data_port::Router router;
    std::unique_ptr<data_port::Server> server;  ///< destroyed first
};

Studio::Studio(const std::filesystem::path& folder, std::uint16_t port, data_port::Page page,
               Log report)
    : parts_(std::make_unique<Parts>(folder, port, std::move(page), std::move(report))) {}

Studio::~Studio() = default;

Endpoint Studio::local() const {
    return parts_->server->local();
}

const std::string& Studio::token() const {
    return parts_->guard.token;
}

}  // namespace gateway::studio

// SPDX-License-Identifier: MIT
#include "make_logger.hpp"

#include <gateway/base/run_streams.hpp>
#include "service/journal.hpp"

#include <spdlog/sinks/ostream_sink.h>

#include <memory>

namespace gateway {

spdlog::logger make_logger(const std::string& name, std::ostream& err) {
    spdlog::logger logger(name, std::make_shared<spdlog::sinks::ostream_sink_mt>(err, true));
    if (goes_to_journal(err))
        logger.set_formatter(std::make_unique<JournalFormatter>());
    else
        logger.set_pattern("%n: %v");
    return logger;
}

}  // namespace gateway

// SPDX-License-Identifier: MIT
#include "command_end.hpp"

#include "make_logger.hpp"

#include <gateway/exit_code.hpp>
#include "../output/log_error.hpp"

#include <ostream>
#include <stdexcept>

namespace gateway {

int exit_code_of(const std::function<int()>& command, spdlog::logger& logger) {
    try {
        return command();
    } catch (const std::invalid_argument& error) {
        log_error(logger, error);
        return exit_code::bad_input;
    } catch (const std::exception& error) {
        log_error(logger, error);
        return exit_code::failed;
    }
}

int after_results(int code, const char* program, std::ostream& out, std::ostream& err) {
    if (out.flush()) return code;
    make_logger(program, err)
        .error("standard output could not be written in full: results are lost");
    return code == exit_code::done ? exit_code::failed : code;
}

}  // namespace gateway

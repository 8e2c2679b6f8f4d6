// SPDX-License-Identifier: MIT
#include "command_end.hpp"

#include "make_logger.hpp"

#include <gateway/base/exit_code.hpp>
#include <gateway/base/run_streams.hpp>
#include "output/log_error.hpp"

#include <ostream>
#include <sstream>
#include <stdexcept>

namespace gateway {

std::optional<int> parse_or_end(ddc::command::CommandLine& line, const char* program,
                                const std::vector<std::string>& arguments, std::ostream& out,
                                std::ostream& err) {
    std::ostringstream complaint;
    const std::optional<int> code = line.parse(arguments, out, complaint);
    if (goes_to_journal(err)) {
        spdlog::logger logger = make_logger(program, err);
        log_lines(logger, complaint.str());
    } else {
        err << complaint.str();
    }
    return code;
}

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

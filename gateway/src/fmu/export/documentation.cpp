// SPDX-License-Identifier: MIT
#include "documentation.hpp"

#include "description/words.hpp"

#include <plant/number_text.hpp>

#include <string_view>

namespace gateway::fmu {
namespace {

std::string escaped(std::string_view text) {
    std::string safe;
    for (const char c : text) {
        if (c == '<')
            safe += "&lt;";
        else if (c == '>')
            safe += "&gt;";
        else if (c == '&')
            safe += "&amp;";
        else
            safe += c;
    }
    return safe;
}

std::string element(const char* name, std::string_view text) {
    return std::string("<") + name + ">" + escaped(text) + "</" + name + ">";
}

std::string row_of(const Variable& variable) {
    return "<tr>" + element("td", variable.name) +
           element("td", word_of(variable.causality, causality_words)) +
           element("td", variable.unit) + element("td", variable.description) + "</tr>\n";
}

}  // namespace

std::string documentation(const ModelDescription& description,
                          const std::vector<std::string>& paragraphs) {
    std::string page = "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">" +
                       element("title", description.model_name) + "</head>\n<body>\n" +
                       element("h1", description.model_name) + "\n";
    for (const std::string& each : paragraphs) page += element("p", each) + "\n";
    page += "<table>\n<tr><th>variable</th><th>causality</th><th>unit</th><th>meaning</th></tr>\n";
    for (const Variable& each : description.variables) page += row_of(each);
    return page + "</table>\n</body>\n</html>\n";
}

std::string program_documentation(const ModelDescription& description,
                                  const ProgramPackage& package) {
    const std::string period = plant::plain(static_cast<double>(package.period_ns) / 1e9) + " s";
    return documentation(
        description,
        {"A control program, which this FMU contains and starts in a separate process on Linux, "
         "with a private table. Its standard output appears on the standard error of the importer.",
         "A cycle of the program takes " + period +
             " of simulated time: with the inputs at its beginning it computes the outputs at its "
             "end, however long that takes on the machine. A communication step must be a multiple "
             "of it; the inputs are the same in all its cycles, and the outputs are those of the "
             "last.",
         "The importer gets an error if the program ends, or does not answer within "
         "program.answer_timeout_s. The program ends with the instance, and when the importer is "
         "killed. Its state cannot be saved.",
         "Exported by " + description.generation_tool + "."});
}

}  // namespace gateway::fmu

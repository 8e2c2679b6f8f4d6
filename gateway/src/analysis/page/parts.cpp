// SPDX-License-Identifier: MIT
#include "parts.hpp"

#include "markup.hpp"
#include "page_style.hpp"

namespace gateway::page {

std::string of_class(const std::string& kind) {
    return "class=\"" + kind + "\"";
}

std::string section(const std::string& title, const std::string& inside) {
    return element("section", element("h2", title) + inside) + "\n";
}

std::string cell(const std::string& inside) {
    return element("td", inside);
}

std::string number_cell(const std::string& inside) {
    return element("td", inside, of_class("n"));
}

std::string row(const std::string& cells) {
    return element("tr", cells) + "\n";
}

std::string table(const std::vector<std::string>& columns, const std::string& rows) {
    std::string head;
    for (const std::string& column : columns)
        head += column[0] == '#' ? element("th", column.substr(1), of_class("n"))
                                 : element("th", column);
    return element("div", element("table", element("thead", row(head)) + element("tbody", rows)),
                   of_class("wide"));
}

std::string fact(const std::string& name, const std::string& value) {
    return row(element("th", name) + cell(value));
}

std::string table_of_facts(const std::string& rows) {
    return element("div", element("table", element("tbody", rows)), of_class("wide"));
}

std::string plot_figure(const std::string& caption, const std::string& svg) {
    return element("figure", element("figcaption", caption) + svg);
}

std::string plural(std::uint64_t count, const std::string& word) {
    return figure(count) + " " + word + (count == 1 ? "" : "s");
}

std::string document(const std::string& title, const std::string& body) {
    return "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">"
           "<meta name=\"viewport\" content=\"width=device-width\">"
           "<meta http-equiv=\"Content-Security-Policy\" "
           "content=\"default-src 'none'; style-src 'unsafe-inline'\">"
           "<title>" +
           escaped(title) + "</title><style>" + page_style() + "</style></head>\n<body><main>\n" +
           body + "</main></body>\n</html>\n";
}

}  // namespace gateway::page

// SPDX-License-Identifier: MIT
#include "json_reader.hpp"

#include "json_guard.hpp"

#include <ddc/interface/visible.hpp>

#include <algorithm>

namespace ddc::interface {

std::string in_quotes(std::string_view text) {
    constexpr std::size_t longest = 60;
    if (text.size() <= longest) return '"' + visible(text) + '"';
    // Do not cut within a UTF-8 sequence, whose later bytes are 10xxxxxx.
    std::size_t length = longest;
    while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xc0U) == 0x80U) --length;
    return '"' + visible(text.substr(0, length)) + "...\"";
}

void Node::fail(const std::string& what) const {
    throw InterfaceError(path(), what);
}

Node Node::at(std::string_view key) const {
    const OrderedJson* const member = find(key);
    if (member == nullptr) fail("the key " + in_quotes(key) + " is missing");
    return {*member, Path(path_, key)};
}

Node Node::at(std::size_t index) const {
    return {(*json_)[index], Path(path_, index)};
}

const OrderedJson* Node::find(std::string_view key) const {
    for (auto member = json_->begin(); member != json_->end(); ++member) {
        if (member.key() == key) return &*member;
    }
    return nullptr;
}

void Node::require_object() const {
    if (!json_->is_object()) fail(std::string("must be an object, is ") + json_->type_name());
}

void Node::require_array(std::size_t max_size) const {
    if (!json_->is_array()) fail(std::string("must be an array, is ") + json_->type_name());
    if (json_->size() > max_size) {
        fail("must have " + std::to_string(max_size) + " elements or fewer, has " +
             std::to_string(json_->size()));
    }
}

bool Node::boolean() const {
    if (!json_->is_boolean()) fail(std::string("must be a boolean, is ") + json_->type_name());
    return json_->get<bool>();
}

std::string Node::string() const {
    if (!json_->is_string()) fail(std::string("must be a string, is ") + json_->type_name());
    const auto& text = json_->get_ref<const std::string&>();
    if (text.size() > Limits::name_length) {
        fail("must be " + std::to_string(Limits::name_length) + " bytes or shorter, is " +
             std::to_string(text.size()));
    }
    return text;
}

std::string Node::name() const {
    std::string text = string();
    if (text.empty()) fail("must not be empty");
    if (has_control_characters(text)) fail("must not have control characters");
    return text;
}

std::vector<std::string> Node::strings(std::size_t max_size) const {
    require_array(max_size);
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < json_->size(); ++i) texts.push_back(at(i).name());
    return texts;
}

std::int32_t Node::size() const {
    if (!json_->is_number_integer()) {
        const bool is_fraction = json_->is_number_float();
        fail(std::string("must be a whole number, is ") +
             (is_fraction ? json_->dump() : json_->type_name()));
    }
    if (!json_->is_number_unsigned() && json_->get<std::int64_t>() < 1) {
        fail("must be 1 or more, is " + json_->dump());
    }
    const auto size = json_->get<std::uint64_t>();
    if (size < 1) fail("must be 1 or more, is 0");
    if (size > Limits::elements) {
        fail("must be " + std::to_string(Limits::elements) + " or less, is " + json_->dump());
    }
    return static_cast<std::int32_t>(size);
}

void Notes::add(const Node& node, const std::string& what) {
    if (room_ == 0) return;
    --room_;
    const std::string path = node.path();
    warnings_.push_back(room_ == 0 ? "further warnings are left out"
                                   : (path.empty() ? what : path + ": " + what));
}

void Notes::unknown_keys(const Node& node, std::initializer_list<std::string_view> known) {
    for (auto member = node.json().begin(); member != node.json().end(); ++member) {
        if (std::find(known.begin(), known.end(), member.key()) == known.end()) {
            add(node.at(member.key()), "unknown key, ignored");
        }
    }
}

}  // namespace ddc::interface

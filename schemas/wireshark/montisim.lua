-- SPDX-License-Identifier: MIT
-- MontiSim's packets over TCP for Wireshark and tshark 4: between a simulator and ddcserver, or a
-- program in TCP mode. Packets are put together from any cut of the stream.
--
-- tshark -X lua_script:montisim.lua -r FILE.pcap
-- Ports other than 4567 to 4569: -o montisim.ports:7000, or "Decode As".
-- Older releases: -o montisim.numbering:oldest (see docs/reference/ddcserver.md)
-- Filters: montisim.error, montisim.port == 4, montisim.delta_sec < 0

local montisim = Proto("montisim", "MontiSim program")

local HEADER_BYTES = 3
local MOST_SENT = 32767
local COMMON = {[0] = "END", "ERROR", "INIT", "INTERFACE", "INPUT", "OUTPUT", "RUN_CYCLE", "TIME",
                "REF_ID", "PING"}
local OTHERS = {
    {[10] = "REQUEST_CONFIG", [11] = "CONFIG", [13] = "INPUT_JSON", [14] = "OUTPUT_JSON",
     [15] = "SUSPEND", [16] = "EMU_ID", [17] = "RECONNECT"},
    {[10] = "EMU_ID", [11] = "CONFIG", [12] = "RECONNECT", [13] = "INPUT_JSON",
     [14] = "OUTPUT_JSON"},
    {[10] = "EMU_ID", [11] = "CONFIG", [12] = "RECONNECT", [14] = "INPUT_JSON",
     [15] = "OUTPUT_JSON"},
}
local NEWEST = 1
local FROM_PROGRAM = {ERROR = true, INTERFACE = true, OUTPUT = true, TIME = true,
                      REQUEST_CONFIG = true, OUTPUT_JSON = true, EMU_ID = true}

local field = {
    id = ProtoField.uint8("montisim.id", "Packet"),
    packet = ProtoField.string("montisim.packet", "Name"),
    length = ProtoField.uint16("montisim.length", "Length of the payload"),
    error = ProtoField.string("montisim.error", "Error"),
    time_mode = ProtoField.string("montisim.time_mode", "Time mode"),
    interface = ProtoField.string("montisim.interface", "Program interface"),
    port = ProtoField.uint16("montisim.port", "Port"),
    real = ProtoField.double("montisim.real", "Real number"),
    integer = ProtoField.int32("montisim.integer", "Integer"),
    boolean = ProtoField.uint8("montisim.boolean", "Boolean"),
    count = ProtoField.uint16("montisim.count", "Elements of the vector"),
    value = ProtoField.bytes("montisim.value", "Value"),
    json = ProtoField.string("montisim.json", "Value"),
    config = ProtoField.string("montisim.config", "Configuration"),
    delta_sec = ProtoField.double("montisim.delta_sec", "Since the last cycle [s]"),
    execution_time = ProtoField.double("montisim.execution_time", "Execution time [s]"),
    ref_id = ProtoField.uint32("montisim.ref_id", "Reference id", base.HEX),
    token = ProtoField.bytes("montisim.token", "Emulator"),
    padding = ProtoField.bytes("montisim.padding", "Padding"),
}
local wrong = {
    id = ProtoExpert.new("montisim.id.unknown", "Unknown packet",
                         expert.group.MALFORMED, expert.severity.ERROR),
    length = ProtoExpert.new("montisim.length.wrong", "Length is not that of this packet",
                             expert.group.MALFORMED, expert.severity.ERROR),
    long = ProtoExpert.new("montisim.length.long", "More than the public simulator can read",
                           expert.group.PROTOCOL, expert.severity.WARN),
    refused = ProtoExpert.new("montisim.error.sent", "The server has refused",
                              expert.group.RESPONSE_CODE, expert.severity.WARN),
}
montisim.fields, montisim.experts = {}, {}
for _, each in pairs(field) do table.insert(montisim.fields, each) end
for _, each in pairs(wrong) do table.insert(montisim.experts, each) end

montisim.prefs.ports = Pref.range("TCP ports", "4567-4569", "Of servers", 65535)
montisim.prefs.numbering = Pref.enum("Numbering", NEWEST, "What packets from 10 on mean", {
    {"newest", "the newest releases", NEWEST}, {"middle", "releases before them", 2},
    {"oldest", "the oldest releases", 3},
}, false)

local function name_of(id)
    return COMMON[id] or OTHERS[montisim.prefs.numbering][id]
end

-- Payloads ---------------------------------------------------------------------------------------
-- Each adds what it knows, and gives the words behind the packet's name, or nil for a payload that
-- is too short.
local function text_of(range)
    return (range:raw():gsub("%z+$", ""))
end

local function text(which)
    return function(range, tree)
        local shown = text_of(range)
        tree:add(field[which], range, shown)
        return " " .. (#shown > 60 and shown:sub(1, 60) .. "..." or shown):gsub("%s+", " ")
    end
end

local function number(which, bytes, format)
    return function(range, tree)
        if range:len() ~= bytes then return nil end
        tree:add(field[which], range)
        local value = bytes == 8 and range:float() or range:uint()
        return string.format(format, value)
    end
end

local function empty(range, tree)
    if range:len() > 0 then tree:add(field.padding, range) end
    return ""
end

local function reals(range, tree)
    local shown = {}
    for at = 0, range:len() - 8, 8 do
        tree:add(field.real, range:range(at, 8))
        shown[#shown + 1] = string.format("%.6g", range:range(at, 8):float())
    end
    return table.concat(shown, " ")
end

-- The types are in the interface alone: numbers are shown where the length leaves one reading.
local function add_value(range, tree)
    local length = range:len()
    if length == 0 then return "" end
    if length % 8 == 0 then return " = " .. reals(range, tree) end
    if length == 4 then
        tree:add(field.integer, range)
        return " = " .. range:int()
    end
    if length == 1 then
        tree:add(field.boolean, range)
        return " = " .. range:uint()
    end
    if length > 2 and range:range(0, 2):uint() * 8 == length - 2 then
        tree:add(field.count, range:range(0, 2))
        return " = [" .. reals(range:range(2), tree) .. "]"
    end
    tree:add(field.value, range)
    return " = " .. length .. " bytes"
end

local function port_and(add)
    return function(range, tree)
        if range:len() < 2 then return nil end
        tree:add(field.port, range:range(0, 2))
        local rest = range:len() > 2 and add(range:range(2), tree) or ""
        return " port " .. range:range(0, 2):uint() .. rest
    end
end

local payloads = {
    END = empty, PING = empty, REQUEST_CONFIG = empty, SUSPEND = empty,
    ERROR = text("error"), INIT = text("time_mode"), INTERFACE = text("interface"),
    CONFIG = text("config"),
    INPUT = port_and(add_value), OUTPUT = port_and(add_value),
    INPUT_JSON = port_and(text("json")), OUTPUT_JSON = port_and(text("json")),
    RUN_CYCLE = number("delta_sec", 8, " %.6g s"), TIME = number("execution_time", 8, " %.6g s"),
    REF_ID = number("ref_id", 4, " 0x%x"),
    EMU_ID = function(range, tree) tree:add(field.token, range) return "" end,
    RECONNECT = function(range, tree) tree:add(field.token, range) return "" end,
}

-- Dissection -------------------------------------------------------------------------------------
local function add_payload(buffer, tree, name)
    local length = buffer:len() - HEADER_BYTES
    if length == 0 then
        if payloads[name] == empty then return "" end
        return nil
    end
    return payloads[name](buffer(HEADER_BYTES), tree)
end

local function dissect_packet(buffer, pinfo, root)
    local id, length = buffer(0, 1):uint(), buffer(1, 2):uint()
    local name = name_of(id)
    local tree = root:add(montisim, buffer(), "MontiSim " .. (name or "packet " .. id))
    local id_item = tree:add(field.id, buffer(0, 1))
    tree:add(field.packet, name or "unknown"):set_generated()
    local length_item = tree:add(field.length, buffer(1, 2))
    local shown = name or "unknown packet " .. id
    if not name then
        id_item:add_proto_expert_info(wrong.id)
    else
        local words = add_payload(buffer, tree, name)
        if words then
            shown = shown .. words
        else
            length_item:add_proto_expert_info(wrong.length)
            shown = shown .. " [wrong length " .. length .. "]"
        end
    end
    if FROM_PROGRAM[name] and length > MOST_SENT then
        length_item:add_proto_expert_info(wrong.long)
    end
    if name == "ERROR" then tree:add_proto_expert_info(wrong.refused) end
    pinfo.cols.info:append((tostring(pinfo.cols.info) == "" and "" or ", ") .. shown)
    return buffer:len()
end

local function length_of(buffer, _, offset)
    return HEADER_BYTES + buffer(offset + 1, 2):uint()
end

function montisim.dissector(buffer, pinfo, root)
    pinfo.cols.protocol:set("MONTISIM")
    pinfo.cols.info:clear()
    dissect_tcp_pdus(buffer, root, HEADER_BYTES, length_of, dissect_packet)
    return buffer:len()
end

local tcp_ports = DissectorTable.get("tcp.port")
local registered = montisim.prefs.ports
tcp_ports:add(registered, montisim)
function montisim.prefs_changed()
    tcp_ports:remove(registered, montisim)
    registered = montisim.prefs.ports
    tcp_ports:add(registered, montisim)
end

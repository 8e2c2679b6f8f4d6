-- SPDX-License-Identifier: MIT
-- VDS1 over UDP for Wireshark and tshark 4: every field of CMD and STATE by version, wrong lengths
-- and CRCs, and gaps in the sequence of each stream.
--
-- tshark -X lua_script:vds1.lua -r FILE.pcap
-- Filters: vds1.seq.lost > 0, vds1.crc.status == 0, vds1.state.vx > 20, vds1.cmd.brake > 0

local bit = bit or bit32
local vds1 = Proto("vds1", "VDS1 vehicle dynamics")

local MAGIC = 0x56445331
local HEADER_BYTES, CRC_BYTES = 24, 4
local CMD, STATE = 1, 2
local CMD_BYTES = 76
local STATE_BYTES = {220, 372, 436, 436, 452}
local VEHICLE_ID_SINCE = 4
local NAMES = {[CMD] = "CMD", [STATE] = "STATE"}

-- Header -----------------------------------------------------------------------------------------
local header = {
    magic = ProtoField.uint32("vds1.magic", "Magic", base.HEX),
    version = ProtoField.uint16("vds1.version", "Version"),
    msg_type = ProtoField.uint16("vds1.msg_type", "Type", base.DEC, NAMES),
    seq = ProtoField.uint32("vds1.seq", "Sequence"),
    vehicle_id = ProtoField.uint32("vds1.vehicle_id", "Vehicle"),
    pad = ProtoField.uint32("vds1.pad", "Padding", base.HEX),
    timestamp = ProtoField.double("vds1.timestamp", "Timestamp [s]"),
}
local lost = ProtoField.uint32("vds1.seq.lost", "Packets lost before this one")
local crc = {
    value = ProtoField.uint32("vds1.crc", "CRC32", base.HEX),
    status = ProtoField.uint8("vds1.crc.status", "CRC status", base.DEC, {[0] = "wrong", [1] = "good"}),
}

local wrong = {
    length = ProtoExpert.new("vds1.length.wrong", "Length is not that of its type and version",
                             expert.group.MALFORMED, expert.severity.ERROR),
    version = ProtoExpert.new("vds1.version.unknown", "Unknown version",
                              expert.group.MALFORMED, expert.severity.ERROR),
    msg_type = ProtoExpert.new("vds1.msg_type.unknown", "Unknown type",
                               expert.group.MALFORMED, expert.severity.ERROR),
    crc = ProtoExpert.new("vds1.crc.wrong", "CRC is wrong",
                          expert.group.CHECKSUM, expert.severity.ERROR),
    gap = ProtoExpert.new("vds1.seq.gap", "Packets are missing before this one",
                          expert.group.SEQUENCE, expert.severity.WARN),
    order = ProtoExpert.new("vds1.seq.order", "Sequence equal to or older than one before: dropped",
                            expert.group.SEQUENCE, expert.severity.NOTE),
}

-- Payload ----------------------------------------------------------------------------------------
-- Rows of a message: offset, bytes, since version, field. A row is added in the order of the wire.
local rows = {[CMD] = {}, [STATE] = {}}
local all_fields = {lost, crc.value, crc.status}
for _, field in pairs(header) do all_fields[#all_fields + 1] = field end

local function add_row(kind, offset, bytes, since, field)
    local list = rows[kind]
    list[#list + 1] = {offset = offset, bytes = bytes, since = since, field = field}
    all_fields[#all_fields + 1] = field
end

local function double(kind, offset, name, label, since)
    local prefix = kind == CMD and "vds1.cmd." or "vds1.state."
    add_row(kind, offset, 8, since or 1, ProtoField.double(prefix .. name, label))
end

-- Doubles one behind the other: {name, label} or {name, label, wheels = true}.
local function doubles(offset, since, list)
    for _, entry in ipairs(list) do
        local name, label = entry[1], entry[2]
        for _, wheel in ipairs(entry.wheels and {"FL", "FR", "RL", "RR"} or {""}) do
            if wheel == "" then
                double(STATE, offset, name, label, since)
            else
                double(STATE, offset, name .. "." .. wheel:lower(), label .. " " .. wheel, since)
            end
            offset = offset + 8
        end
    end
end

double(CMD, 24, "steering_tire_angle", "Steering tire angle [rad]")
double(CMD, 32, "throttle", "Throttle")
double(CMD, 40, "brake", "Brake")
add_row(CMD, 48, 4, 1, ProtoField.int32("vds1.cmd.gear", "Gear"))
add_row(CMD, 52, 1, 1, ProtoField.uint8("vds1.cmd.handbrake", "Handbrake"))
double(CMD, 56, "aux_accel_target", "Acceleration target [m/s^2]")
double(CMD, 64, "aux_speed_target", "Speed target [m/s]")

doubles(24, 1, {
    {"x_world", "X [m]"}, {"y_world", "Y [m]"}, {"z_world", "Z [m]"},
    {"roll", "Roll [rad]"}, {"pitch", "Pitch [rad]"}, {"yaw", "Yaw [rad]"},
    {"vx", "Velocity x [m/s]"}, {"vy", "Velocity y [m/s]"}, {"vz", "Velocity z [m/s]"},
    {"roll_rate", "Roll rate [rad/s]"}, {"pitch_rate", "Pitch rate [rad/s]"},
    {"yaw_rate", "Yaw rate [rad/s]"},
    {"ax_body", "Acceleration x [m/s^2]"}, {"ay_body", "Acceleration y [m/s^2]"},
    {"wheel_spin", "Wheel spin [rad/s]", wheels = true},
    {"steering_tire_angle_applied", "Steering tire angle applied [rad]"},
    {"wheel_radius_nominal", "Wheel radius [m]"},
    {"tire_fz", "Tire Fz [N]", wheels = true},
})
doubles(216, 2, {
    {"rack_torque", "Rack torque [N m]"},
    {"slip_ratio", "Slip ratio", wheels = true},
    {"slip_angle", "Slip angle [rad]", wheels = true},
    {"susp_compression", "Suspension compression [m]", wheels = true},
    {"m_ax", "Measured acceleration x [m/s^2]"}, {"m_ay", "Measured acceleration y [m/s^2]"},
    {"m_yaw_rate", "Measured yaw rate [rad/s]"}, {"m_steer", "Measured steering [rad]"},
    {"m_gnss_x", "Measured x [m]"}, {"m_gnss_y", "Measured y [m]"},
})
doubles(368, 3, {
    {"tire_fx", "Tire Fx [N]", wheels = true}, {"tire_fy", "Tire Fy [N]", wheels = true},
})
doubles(432, 5, {
    {"throttle_applied", "Throttle applied"}, {"brake_applied", "Brake applied"},
})

vds1.fields = all_fields
vds1.experts = {wrong.length, wrong.version, wrong.msg_type, wrong.crc, wrong.gap, wrong.order}
vds1.prefs.ports = Pref.range("UDP ports", "7001-7002",
                              "Ports of CMD and STATE; VDS1 is found by its magic on others too", 65535)
vds1.prefs.timeout = Pref.uint("Silence that ends a stream [ms]", 100,
                               "After it a stream may begin anew, as receivers have it")

-- CRC32 as zlib computes it ----------------------------------------------------------------------
local crc_table = {}
for byte = 0, 255 do
    local value = byte
    for _ = 1, 8 do
        local odd = bit.band(value, 1) == 1
        value = bit.rshift(value, 1)
        if odd then value = bit.bxor(value, 0xEDB88320) end
    end
    crc_table[byte] = value
end

local function crc32(bytes)
    local value = 0xFFFFFFFF
    for i = 1, #bytes do
        local index = bit.band(bit.bxor(value, bytes:byte(i)), 0xFF)
        value = bit.bxor(bit.rshift(value, 8), crc_table[index])
    end
    return bit.bxor(value, 0xFFFFFFFF) % 0x100000000
end

-- Sequences --------------------------------------------------------------------------------------
-- Which packets of a stream may act is told in docs/reference/vds1.md; receivers drop the others.
local DEPTH, MOST_LOST, KNOWN_STREAMS = 256, 64, 4
local DENSE, BEFORE, BEFORE_S, LONGEST = 128, 512, 5, 0x80000000 - 512
local streams = {}  -- while the capture is read for the first time
local verdicts = {}  -- of each frame: how many are lost before it, -1 if receivers drop it

function vds1.init()
    streams, verdicts = {}, {}
end

-- A stream is one direction of a conversation, of one type and one vehicle; its sender may begin
-- it anew. `known` are the last of these that acted, the one that acts now behind the others.
local function stream_of(pinfo, packet)
    local key = table.concat({tostring(pinfo.src), pinfo.src_port, tostring(pinfo.dst),
                              pinfo.dst_port, packet.kind, packet.vehicle}, " ")
    streams[key] = streams[key] or {seen = {}, known = {}}
    return streams[key]
end

-- How far a number is behind another one, across the step from 2^32 - 1 to 0.
local function distance(seq, from)
    return (seq - from) % 0x100000000
end

local function is_newer(seq, than)
    local ahead = distance(seq, than)
    return ahead > 0 and ahead < 0x80000000
end

-- Whether it was seen before, with the same content.
local function remember(stream, packet)
    local before = stream.seen[packet.seq % DEPTH]
    stream.seen[packet.seq % DEPTH] = packet
    return before ~= nil and before.seq == packet.seq and before.crc == packet.crc
end

-- Whether the CRC with a number is kept: of the first 128, then of those that 2 divides up to 256
-- numbers, of those that 4 divides up to 512, and so on.
local function is_kept(seq, first)
    local offset, stride = distance(seq, first), 1
    while offset >= DENSE * stride do stride = stride * 2 end
    return seq % stride == 0
end

local function add(known, packet)
    known.newest = packet.seq
    known.earliest = math.min(known.earliest, packet.timestamp)
    known.latest = math.max(known.latest, packet.timestamp)
    if is_kept(packet.seq, known.first) then known.crcs[packet.seq] = packet.crc end
    return known
end

local function begin(packet)
    return add({first = packet.seq, crcs = {}, earliest = math.huge, latest = -math.huge}, packet)
end

local function is_continued_by(known, packet)
    return is_newer(packet.seq, known.newest) and distance(packet.seq, known.first) < LONGEST
end

-- Whether it is of that stream, or late: not if its number is known to have had another content.
local function may_have(known, packet)
    local from = known.first - BEFORE
    if distance(packet.seq, from) > distance(known.newest, from) then return false end
    if packet.timestamp < known.earliest - BEFORE_S or packet.timestamp > known.latest then
        return false
    end
    local crc = known.crcs[packet.seq]
    return crc == nil or crc == packet.crc
end

local function is_known(stream, packet)
    for _, known in ipairs(stream.known) do
        if may_have(known, packet) then return true end
    end
    return false
end

local function begin_candidate(stream, packet, now)
    stream.candidate = {heard = begin(packet), begun_at = now, counted_at = now, heard_at = now,
                        numbers = 1, timestamps = 1}
end

local function continues(candidate, packet, now, timeout)
    return candidate ~= nil and is_continued_by(candidate.heard, packet)
        and packet.timestamp >= candidate.heard.latest
        and now - candidate.heard_at <= math.max(1, timeout)
end

local function is_proven(candidate, now)
    local lasts = now - candidate.begun_at
    if lasts < 0.05 then return false end
    if candidate.timestamps >= 3 then return true end
    return candidate.timestamps == 1 and candidate.numbers >= 10 and lasts <= 1
end

-- Whether it proves that the stream has begun anew.
local function proves(stream, packet, now, timeout)
    local candidate = stream.candidate
    local goes_on = continues(candidate, packet, now, timeout)
    if goes_on then candidate.heard_at = now end
    if is_known(stream, packet) then return false end
    if not goes_on then
        if not candidate or now - candidate.counted_at >= timeout then
            begin_candidate(stream, packet, now)
        end
        return false
    end
    candidate.numbers = candidate.numbers + 1
    if packet.timestamp > candidate.heard.latest then
        candidate.timestamps = candidate.timestamps + 1
    end
    add(candidate.heard, packet)
    candidate.counted_at = now
    if is_proven(candidate, now) then return true end
    if candidate.numbers >= 10 and now - candidate.begun_at > 1 then
        begin_candidate(stream, packet, now)
    end
    return false
end

local function verdict_on(stream, packet, now)
    local was_seen = remember(stream, packet)
    if not stream.newest then return 0 end
    if is_newer(packet.seq, stream.newest) then
        local ahead = distance(packet.seq, stream.newest)
        local goes_on = ahead <= MOST_LOST and packet.timestamp >= stream.last_timestamp
        local is_dropped = not goes_on and (was_seen or is_known(stream, packet))
        return is_dropped and -1 or ahead - 1
    end
    local timeout = vds1.prefs.timeout / 1000
    if was_seen or now - stream.at < timeout then return -1 end
    if packet.timestamp > stream.timestamp then return 0 end
    return proves(stream, packet, now, timeout) and 0 or -1
end

-- Takes the stream out of the known ones that a packet continues.
local function take_continued(stream, packet, is_next)
    local known = stream.known
    if is_next and is_continued_by(known[#known], packet) then return table.remove(known) end
    for i, one in ipairs(known) do
        if is_continued_by(one, packet) and packet.timestamp >= one.latest then
            return table.remove(known, i)
        end
    end
    return nil
end

local function keep(stream, packet)
    local is_next = stream.newest ~= nil and is_newer(packet.seq, stream.newest)
    local is_proven_now = stream.newest ~= nil and not is_next
        and packet.timestamp <= stream.timestamp
    local one
    if is_proven_now then
        one = stream.candidate.heard
    else
        local continued = take_continued(stream, packet, is_next)
        one = continued and add(continued, packet) or begin(packet)
    end
    table.insert(stream.known, one)
    if #stream.known > KNOWN_STREAMS then table.remove(stream.known, 1) end
end

local function accept(stream, packet, now)
    keep(stream, packet)
    stream.newest, stream.at, stream.candidate = packet.seq, now, nil
    stream.last_timestamp = packet.timestamp
    stream.timestamp = math.max(stream.timestamp or packet.timestamp, packet.timestamp)
end

local function judge(pinfo, packet)
    if pinfo.visited then return verdicts[pinfo.number] end
    local stream = stream_of(pinfo, packet)
    local verdict = verdict_on(stream, packet, pinfo.rel_ts)
    if verdict >= 0 then accept(stream, packet, pinfo.rel_ts) end
    verdicts[pinfo.number] = verdict
    return verdict
end

-- Dissection -------------------------------------------------------------------------------------
local function expected_length(kind, version)
    if kind == CMD then return CMD_BYTES end
    return STATE_BYTES[version]
end

local function add_header(buffer, tree, version)
    tree:add_le(header.magic, buffer(0, 4))
    local version_item = tree:add_le(header.version, buffer(4, 2))
    local type_item = tree:add_le(header.msg_type, buffer(6, 2))
    local seq_item = tree:add_le(header.seq, buffer(8, 4))
    tree:add_le(version >= VEHICLE_ID_SINCE and header.vehicle_id or header.pad, buffer(12, 4))
    tree:add_le(header.timestamp, buffer(16, 8))
    return {version = version_item, msg_type = type_item, seq = seq_item}
end

local function read_header(buffer)
    local version, kind = buffer(4, 2):le_uint(), buffer(6, 2):le_uint()
    local has_vehicle = version >= VEHICLE_ID_SINCE
    local packet = {version = version, kind = kind, seq = buffer(8, 4):le_uint(),
                    vehicle = has_vehicle and buffer(12, 4):le_uint() or 0}
    packet.text = string.format("%s v%d seq=%d", NAMES[kind] or "type " .. kind, version, packet.seq)
    if has_vehicle then packet.text = packet.text .. " vehicle=" .. packet.vehicle end
    local timestamp = buffer(16, 8):le_float()
    packet.timestamp = math.abs(timestamp) < math.huge and timestamp or 0
    return packet
end

local function add_sequence(pinfo, item, tree, packet)
    local verdict = judge(pinfo, packet)
    if not verdict then return "" end
    if verdict < 0 then
        item:add_proto_expert_info(wrong.order)
        return " [out of order]"
    end
    tree:add(lost, verdict):set_generated()
    if verdict == 0 then return "" end
    item:add_proto_expert_info(wrong.gap, verdict .. " packets are missing before this one")
    return " [" .. verdict .. " lost]"
end

local function add_payload(buffer, tree, kind, version, length)
    for _, row in ipairs(rows[kind]) do
        if row.since <= version and row.offset + row.bytes <= length then
            tree:add_le(row.field, buffer(row.offset, row.bytes))
        end
    end
end

local function add_crc(buffer, tree)
    local at = buffer:len() - CRC_BYTES
    local sent = buffer(at, CRC_BYTES):le_uint()
    local computed = crc32(buffer:raw(0, at))
    local item = tree:add_le(crc.value, buffer(at, CRC_BYTES))
    local is_good = sent == computed
    tree:add(crc.status, is_good and 1 or 0):set_generated()
    if is_good then return true end
    item:add_proto_expert_info(wrong.crc, string.format("CRC is wrong: 0x%08x computed", computed))
    return false
end

local function summary_of(buffer, kind)
    local function value(offset) return buffer(offset, 8):le_float() end
    if kind == CMD then
        return string.format(" steer=%.4f throttle=%.3f brake=%.3f", value(24), value(32), value(40))
    end
    return string.format(" t=%.3f x=%.2f y=%.2f yaw=%.4f vx=%.2f", value(16), value(24), value(32),
                         value(64), value(72))
end

local function show(pinfo, text)
    pinfo.cols.info:set(text)
    return text
end

local function wrong_length(buffer, tree, pinfo, text, expected)
    tree:add_proto_expert_info(wrong.length,
                               string.format("%d bytes instead of %d", buffer:len(), expected))
    show(pinfo, string.format("%s [%d bytes instead of %d]", text, buffer:len(), expected))
end

local function is_vds1(buffer)
    return buffer:len() >= 4 and buffer(0, 4):le_uint() == MAGIC
end

-- What a header that no receiver understands says of itself.
local function unknown(pinfo, text, version, items)
    if not STATE_BYTES[version] then
        items.version:add_proto_expert_info(wrong.version)
        show(pinfo, text .. " [unknown version]")
    else
        items.msg_type:add_proto_expert_info(wrong.msg_type)
        show(pinfo, text .. " [unknown type]")
    end
end

local function add_message(buffer, tree, pinfo, packet, seq_item)
    local expected = expected_length(packet.kind, packet.version)
    local fitting = math.min(buffer:len(), expected - CRC_BYTES)
    add_payload(buffer, tree, packet.kind, packet.version, fitting)
    if buffer:len() ~= expected then
        wrong_length(buffer, tree, pinfo, packet.text, expected)
        return
    end
    local text = packet.text .. summary_of(buffer, packet.kind)
    packet.crc = buffer(buffer:len() - CRC_BYTES, CRC_BYTES):le_uint()
    -- A packet with a wrong CRC is dropped: its sequence number counts for nothing.
    if add_crc(buffer, tree) then
        show(pinfo, text .. add_sequence(pinfo, seq_item, tree, packet))
    else
        show(pinfo, text .. " [wrong CRC]")
    end
end

function vds1.dissector(buffer, pinfo, root)
    if not is_vds1(buffer) then return 0 end
    pinfo.cols.protocol:set("VDS1")
    local tree = root:add(vds1, buffer())
    if buffer:len() < HEADER_BYTES then
        wrong_length(buffer, tree, pinfo, "VDS1", HEADER_BYTES)
        return buffer:len()
    end
    local packet = read_header(buffer)
    local items = add_header(buffer, tree, packet.version)
    tree:append_text(", " .. packet.text)
    if STATE_BYTES[packet.version] and NAMES[packet.kind] then
        add_message(buffer, tree, pinfo, packet, items.seq)
    else
        unknown(pinfo, packet.text, packet.version, items)
    end
    return buffer:len()
end

local udp_ports = DissectorTable.get("udp.port")
local registered = vds1.prefs.ports
udp_ports:add(registered, vds1)
function vds1.prefs_changed()
    udp_ports:remove(registered, vds1)
    registered = vds1.prefs.ports
    udp_ports:add(registered, vds1)
end

vds1:register_heuristic("udp", function(buffer, pinfo, root)
    if not is_vds1(buffer) then return false end
    vds1.dissector(buffer, pinfo, root)
    return true
end)

#!/usr/bin/env python3
"""Writes the seed corpora of the fuzz programs from the stored conformance vectors and definitions: make_corpus.py [ROOT].

A seed is a starting point, not a test: a definition added later shifts the index bytes of message and json_body, which costs nothing
but nearness."""
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
CORPUS = ROOT / "tests/fuzz/corpus"
# Worked examples: ApiVersions v2, v3, too new, with an unknown tag; JoinGroup; ConsumerGroupHeartbeat; answers.
FRAMES = """0000000d00120002000000010003753033
0000001b0012000300000002000375303300087530332d61707004312e3000
0000001b0012006300000001000375303300087530332d61707004312e3000
000000220012000400000001000375303300087530332d61707004312e3001630568656c6c6f
0000000f000300630000000100037530330000
0000001300000001000002001200000004000000000000
0000001000000007002300000001001200000003
0000000c000700000000000500000001
000000160000000300000001ffffffff0000000003e800000000
0000000c7fff000100000005deadbeef""".split()

# Connections whose frames depend on each other, requests and answers in turns: raw SASL tokens; a fetch session.
CONVERSATIONS = {
    "sasl-plain": """0000001200110000000000010001630005504c41494e 00000011000000010000000000010005504c41494e
0000000d00616c69636500733363726574 00000000
0000000b0012000000000002000174 0000000a00000002000000000000""",
    "fetch-session": """000000620001000700000001ffffffffffff000001f40000000100100000000000000000000000000000010001740000000200000000000000000000000000000000000000000010000000000001000000000000000000000000000000000010000000000000
00000012000000010000000000000000004d00000000
0000004a0001000700000002ffffffffffff000001f40000000100100000000000004d00000001000000010001740000000100000000000000000000000500000000000000000010000000000000
00000012000000020000000000000000004d00000000
000000360001000700000003ffffffffffff000001f40000000100100000000000004d0000000200000000000000010001740000000100000001
00000012000000030000000000000000004d00000000""",
}


def write(kind, name, data):
    folder = CORPUS / kind
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(data)


def pieces(frames, size):
    """What arrives at both ends, cut up: direction, length, bytes. Requests and answers take turns."""
    out = b""
    for turn, frame in enumerate(frames):
        for at in range(0, len(frame), size):
            piece = frame[at:at + size]
            out += bytes([(turn + 1) & 1, len(piece)]) + piece
    return out


def vectors():
    text = subprocess.run(["zstd", "-dc", ROOT / "tests/conformance/vectors/4.4.0.jsonl.zst"], check=True, capture_output=True).stdout
    for line in text.decode().split("\n"):
        if line:
            yield json.loads(line)


def main():
    names = sorted({p.stem for p in (ROOT / "schemas").glob("*/*/*.json")})
    for i, frame in enumerate(FRAMES):
        data = bytes.fromhex(frame)
        write("frame", f"example-{i}", data)
        # A request with an answer of its own correlation id, whole and in small pieces.
        answer = len(data[8:]).to_bytes(4, "big") + data[8:]
        write("connection", f"example-{i}", pieces([data, answer], 3 if i % 2 else 255))
    for name, frames in CONVERSATIONS.items():
        write("connection", name, pieces([bytes.fromhex(frame) for frame in frames.split()], 255))
    chosen = [v for v in vectors() if v["kind"] in ("random-1", "unknown-tags-1") and len(v["hex"]) < 1200][::13]
    for vector in chosen:
        index = names.index(vector["name"]).to_bytes(2, "big")
        label = f"{vector['name']}-{vector['version']}"
        write("message", label, index + bytes([vector["version"]]) + bytes.fromhex(vector["hex"]))
    for vector in chosen[::4]:
        index = names.index(vector["name"]).to_bytes(2, "big")
        write("json_body", vector["name"], index + json.dumps(vector["json"]).encode())
    for path in sorted((ROOT / "schemas/4.4.0").glob("*/*.json"))[::12]:
        write("schema_file", path.stem, path.read_bytes())


main()


def record_cases():
    """Label and bytes of every case about records."""
    header = (ROOT / "tests/unit/core/records/case_bytes.h").read_text()
    for name, literals in re.findall(r"k(C\d+_\d+) =((?:\s*\"[0-9a-f]*\")+);", header):
        yield name, bytes.fromhex("".join(re.findall(r'"([0-9a-f]*)"', literals)))


def records():
    codecs = {1: "gzip", 2: "snappy", 3: "lz4", 4: "zstd"}
    plain = b""
    for name, data in record_cases():
        is_message = len(data) > 17 and data[16] in (0, 1)
        write("record_batch", name, data)
        if len(data) > 61 and data[16] == 2 and data[22] & 7 in codecs:
            write(f"compress_{codecs[data[22] & 7]}", name, b"\0" + data[61:])
        if is_message and data[17] & 7 == 0:
            plain += data
            write("message_set", name, b"\0" + data)
    for first in range(8):
        write("message_set", f"several-{first}", bytes([first]) + plain)


records()


def segments():
    """Segments of C028's batch with rising offsets, whole and damaged; the first byte is the size of the pieces."""
    batch = dict(record_cases())["C028_0"]
    parts = [batch[:7] + bytes([offset]) + batch[8:] for offset in range(3)]
    whole = b"".join(parts)
    size = len(batch)
    write("segment", "three_batches", b"\x10" + whole)
    write("segment", "length_too_large", b"\x45" + whole[:size + 8] + b"\x7f" + whole[size + 9:])
    write("segment", "wrong_checksum", b"\x45" + whole[:-size - 1] + b"\xff" + whole[-size:] + whole[:40])
    write("segment", "noise_between", b"\x07" + parts[0] + b"\xab" * 33 + parts[1] + bytes(50))


segments()


def log_files():
    """Files of a log directory. segment_file: when and to what the file changes; index_file: the kind and the size of the log, the
    log, the file; state_file: the kind."""
    batch = dict(record_cases())["C028_0"]
    parts = [batch[:7] + bytes([offset]) + batch[8:] for offset in range(100, 104)]
    log = b"".join(parts)
    size = len(batch)
    write("segment_file", "four_batches", b"\x01\x80" + log)
    write("segment_file", "zero_tail", b"\x00\xff" + log + bytes(64))
    write("segment_file", "zeros_within", b"\x00\xc0" + log[:size] + bytes(64) + log[size:])
    write("segment_file", "cut_off", b"\x02\x40" + log[:-9])
    write("segment_file", "offsets_go_back", b"\x00\xff" + log[size:] + log[:size])
    write("segment_file", "marker", b"\x00\xff" + dict(record_cases())["C039_0"])
    beside = len(log).to_bytes(2, "big") + log

    def entries(rows, sizes):
        return b"".join(value.to_bytes(width, "big", signed=True) for row in rows for value, width in zip(row, sizes))

    write("index_file", "index", b"\0" + beside + entries([(1, 70), (2, 140), (3, 211)], (4, 4)) + bytes(16))
    write("index_file", "timeindex", b"\1" + beside + entries([(1700000000000, 0), (1700000000001, 3)], (8, 4)) + bytes(12))
    write("index_file", "txnindex", b"\2" + beside + entries([(0, 7, 100, 101, 102), (1, 7, 5, 4, 3)], (2, 8, 8, 8, 8)))
    producers = entries([(1000, 2, 9, 50, 9, 1700000000000, -1, 48)], (8, 2, 4, 8, 4, 8, 4, 8))
    write("index_file", "snapshot", b"\3\0\0" + entries([(1, 0, 1)], (2, 4, 4)) + producers)
    write("index_file", "snapshot_without_producers", bytes.fromhex("03000000010000000000000000"))
    texts = ["0\n2\n0 0\n3 1500\n", "0\n2\norders 0 5\n__x 12 zero\n", "version: 0\ntopic_id: K7lPH24pQRKvjY9roKRd9Q",
             "#\nnode.id=1\nversion=1\ncluster.id=a\\:b\\u00e9 \\\n c\n",
             '{"leaderId":1,"leaderEpoch":3,"votedId":-1,"votedDirectoryId":"AAAAAAAAAAAAAAAAAAAAAA","data_version":1}',
             '{"version":0,"brokerEpoch":15}']
    for kind, text in enumerate(texts):
        write("state_file", f"kind-{kind}", bytes([kind]) + text.encode())


log_files()


# Captures: raw IP packets of one connection, as (side, flags, offset in the stream, bytes).
EXCHANGE = [(0, 2, -1, b""), (1, 18, -1, b""), (0, 16, 0, bytes.fromhex("0000000b0012000000000001000174")),
            (1, 24, 0, bytes.fromhex("0000001000000001000000000001001200000004")),
            (0, 24, 15, bytes.fromhex("0000000f0003000100000002000174ffffffff")),
            (1, 24, 20, bytes.fromhex("000000100000000200000000ffffffff00000000"))]
CAPTURES = {
    "in-order": EXCHANGE,
    "midway": EXCHANGE[2:],
    "out-of-order": [EXCHANGE[i] for i in (0, 1, 4, 2, 2, 3, 5)],
    "lost": [EXCHANGE[i] for i in (0, 1, 3, 4, 5)],
    "closed": EXCHANGE + [(1, 17, 40, b""), (0, 17, 34, b"")],
    "tls": EXCHANGE[:2] + [(0, 24, 0, bytes.fromhex("160301000501000001030303"))],
}
FILTERS = """api:Fetch version>=12 error!=NONE topic:orders latency>100ms
-(topic:orders or topic:test-*) bytes>10kB
response.topics[].partitions[].errorCode:NOT_LEADER_OR_FOLLOWER
not internal:true and (header.clientId~app or "some words")
request.topics[0].name='a b' latency<1.5s
error:NOT_CORDINATOR""".split("\n")
# Segments of tcp_reassembly: flags, offset, length, acknowledged, cut off, changed.
REASSEMBLIES = {"in-order": "0000000a00000000 00000a0a00000000 0200140a00000000", "holes": "0000140a00000000 01003c0a00500000",
                "overlap": "00000a1400000000 0000001400000000 0000001400000007", "cut": "00ff001000000500 0000002000000000"}


def ip_packet(side, flags, offset, payload):
    ports = (40000, 9092) if side == 0 else (9092, 40000)
    tcp = b"".join(n.to_bytes(2, "big") for n in ports) + (1000 + offset).to_bytes(4, "big") + (1000).to_bytes(4, "big")
    tcp += bytes([0x50, flags]) + bytes.fromhex("ffff00000000") + payload
    head = bytes.fromhex("4500") + (20 + len(tcp)).to_bytes(2, "big") + bytes.fromhex("0000000040060000")
    return head + bytes([10, 0, 0, 1 + side, 10, 0, 0, 2 - side]) + tcp


def pcap(packets):
    out = bytes.fromhex("d4c3b2a1020004000000000000000000ffff000065000000")
    for number, packet in enumerate(packets):
        out += b"".join(value.to_bytes(4, "little") for value in (1700000000, number, len(packet), len(packet))) + packet
    return out


def block(kind, body, order):
    body += bytes(-len(body) % 4)
    size = (len(body) + 12).to_bytes(4, order)
    return kind.to_bytes(4, order) + size + body + size


def pcapng(packets, order):
    out = block(0x0A0D0D0A, 0x1A2B3C4D.to_bytes(4, order) + (1).to_bytes(2, order) + bytes(2) + b"\xff" * 8, order)
    resolution = (9).to_bytes(2, order) + (1).to_bytes(2, order) + b"\x09\0\0\0" + bytes(4)
    out += block(1, (101).to_bytes(2, order) + bytes(6) + resolution, order)
    for number, packet in enumerate(packets):
        head = b"".join(value.to_bytes(4, order) for value in (0, 0, number, len(packet), len(packet)))
        out += block(6, head + packet, order)
    names = (1).to_bytes(2, order) + (9).to_bytes(2, order) + bytes([10, 0, 0, 1]) + b"host\0" + bytes(3) + bytes(4)
    return out + block(4, names, order) + block(3, (4).to_bytes(4, order) + b"abcd", order) + block(10, bytes(8), order)


def captures():
    for name, segments in CAPTURES.items():
        packets = [ip_packet(*segment) for segment in segments]
        write("pcap", name, pcap(packets))
        write("pcap", name + "-pcapng", pcapng(packets, "little"))
        write("pcapng", name + "-little", pcapng(packets, "little"))
        write("pcapng", name + "-big", pcapng(packets, "big"))
    for i, text in enumerate(FILTERS):
        write("filter", f"example-{i}", bytes([len(text) // 2]) + text.encode())
    for name, segments in REASSEMBLIES.items():
        write("tcp_reassembly", name, bytes.fromhex(segments))


captures()


# Key and value of records of internal topics, by the number of their topic in nested_fuzz.cpp: an offset commit, a classic group with
# members, a newer commit, a tombstone, an unknown and a retired type; a transaction; share state; metadata; remote log metadata.
TOPIC_RECORDS = """0 000100016700017400000003 0003000000000000002a0000000600000000018bcfe56800
0 0002000167 00030008636f6e73756d657200000007000572616e676500016d0000018bcfe568000000000100016d0003692d3100016300092f31302e302e302e39000493e0\
0000afc80000000d000000000001000174ffffffff000000150000000000010001740000000100000000ffffffff
0 000100016700017400000003 0009000000000000002a00000006010000018bcfe5680000
0 0003000167 -
0 00c8010203 00
0 0012000167 0000
1 0000000474782d31 00000000000000000fa000030000ea6000ffffffff0000018bcfe56800ffffffffffffffff
2 0000000273670f1e2d3c4b5a49788796a5b4c3d2e1f000000000 00000000000000000002000000000000000000000000000001a22a87339f000001a22a87339f0100
3 - 010c00116d657461646174612e76657273696f6e001900
3 - 01630000
4 - 010200076f7264657273000000000000000100000000000000020000000300000000010000018bcfe568020000""".split("\n")

# Bodies of messages with structures in bytes fields, by the number of their layout there: a JoinGroup v9, a SyncGroup answer v5 newer
# than known, one of a protocol that nobody knows.
NESTED_MESSAGES = (
    (9, "0a682d636c61737369630000afc8000493e0010009636f6e73756d6572030672616e67651d00030000000100066f7264657273ffffffff00000000ffffffffffff"
        "0013636f6f70657261746976652d737469636b792100030000000100066f726465727300000004ffffffff00000000ffffffffffff000100"),
    (31, "00000000000009636f6e73756d65720672616e67650b0009000000000000000000"),
    (31, "000000000000037372036e6103abcd00"),
)


def nested():
    for number, line in enumerate(TOPIC_RECORDS):
        topic, key, value = line.split()
        key = bytes.fromhex(key.replace("-", ""))
        data = bytes([len(key)]) + key + bytes.fromhex(value.replace("-", ""))
        write("nested", f"record-{number}", bytes([int(topic) * 2 + 1]) + data)
    for number, (layout, body) in enumerate(NESTED_MESSAGES):
        write("nested", f"message-{number}", bytes([layout * 2]) + bytes.fromhex(body))


nested()


def crc32c(data):
    crc = 0xffffffff
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82f63b78 if crc & 1 else 0)
    return (crc ^ 0xffffffff).to_bytes(4, "big")


def recordings():
    def text(value):
        return len(value).to_bytes(4, "big") + value

    def exchange(flags, key, rest, *frames):
        facts = (1700000000000).to_bytes(8, "big") + bytes([0, 0, 0, 1, 0, key, 0, 0]) + flags.to_bytes(2, "big")
        facts += (1).to_bytes(8, "big") + bytes(4) + bytes(8) + b"\xff" * 4 + (9092).to_bytes(2, "big") + text(b"broker")
        facts += b"".join(n.to_bytes(8, "big") for n in (1, 2, 3, 4, 5, 6)) + bytes(8) + text(b"")
        return facts + rest + b"".join(text(bytes.fromhex(frame)) for frame in frames)

    def message(code, *arguments):
        return text(code) + len(arguments).to_bytes(4, "big") + b"".join(map(text, arguments)) + bytes(16) + text(b"") + text(b"a sentence")

    request, answer = CONVERSATIONS["sasl-plain"].split()[-2:]
    fetch = CONVERSATIONS["fetch-session"].split()
    payloads = [(1, text(b"0.1") + bytes(8) + b"\1" + text(b"cluster") + (1).to_bytes(4, "big") + text(b"broker:9092") + text(b"") + b"\0")]
    payloads += [(2, exchange(0x187, 18, bytes(4), request, answer))]
    payloads += [(2, exchange(0x187, 1, bytes(4), fetch[at], fetch[at + 1])) for at in (0, 2, 4)]
    closed = message(b"CONNECTION_CLOSED", b"broker:9092", b"why") + text(b"badSize") + text(b"why") + text(b"")
    payloads += [(2, exchange(0xb3, 18, closed + (1).to_bytes(4, "big") + b"\2" + message(b"UNKNOWN"), request))]
    payloads += [(3, (7).to_bytes(8, "big") + text(b"why")), (9, b"later"), (4, (3).to_bytes(8, "big") + (7).to_bytes(8, "big"))]
    marker = b"fuzzmark"
    head = bytes.fromhex("b54253520d0a1a0a00010000") + marker
    blocks = []
    for kind, payload in payloads:
        start = marker + bytes([0, kind, 0, 1]) + len(payload).to_bytes(4, "big")
        blocks.append(start + crc32c(start) + payload + crc32c(payload))
    file = head + crc32c(head) + b"".join(blocks)
    write("recording", "file", b"\0" + file)
    write("recording", "torn", b"\0" + file[:-50])
    write("recording", "head_damaged", b"\0" + file[:20] + bytes(4) + file[24:])
    write("recording", "damaged_within", b"\0" + file[:200] + b"\xee" * 40 + file[240:] + blocks[1])
    write("recording", "payloads", b"\1" + b"".join(bytes([kind, 1]) + len(p).to_bytes(2, "big") + p for kind, p in payloads))


recordings()


# Steps of groups as coordinators write them: record type, member or topic partition, value ("-": a tombstone); one line a batch.
GROUP_LOGS = {
    "consumer": """5:a:000000000d672d636f6e73756d65722d410b2f3132372e302e302e3102076f726465727301000493e00001000100 3::000000000002010008c13b90c017371f62 7:a:000002ea4c921649cd45d1b427513d5dd3b8b004000000000000000100000002 0000 6::000000000002010008000001a22a66c02f 8:a:0000000000020000000000010100
8:a:00000000000200000002010001010 0
16:r.*:00000303743103743200000000000000300000 01a22a88746e00 3::00000000000300
8:a:- 7:a:- 5:a:- 3::00000000000500 6::00000000000500
6::- 4::- 3::-""",
    "classic": """2::0003000000000000ffffffff000001a22a6670f500000000
2::00030008636f6e73756d65720000000100057 2616e676500016d000001a22a66b8dc0000000100016dffff00016300022f68000493e00000afc80000000173000000020001
2::00030008636f6e73756d657200000004ffffffff000001a22a66b8dc00000000
2::-""",
    "share": "10:m:00000002630a2f3132372e302e302e3102027400 11::00000000000200000000000000070 0 13:m:00000100 12::00000000000200 14:m:0000000000020000000000010 0 15::000001010100",
    "streams": "17::00000000000200000000000000070100040000000 0 22:m:000000000002000000000101010101010100 23::0000000000000100 20::00000000000200 21:m:000001010100",
    "commits": """1:t0:0004000000000000000a0000000001000001a22a66d4e7010010ea4c921649cd45d1b427513d5dd3b8b0
1:t1:0001000000000000000900016d00000000000003e800000000000007d0 1:t0:-""",
}


def group_logs():
    def record(control, producer, key, value):
        return bytes([control | (0x20 if value is None else 0), producer, len(key), len(value or b"")]) + key + (value or b"")

    def key(kind, name):
        text = kind.to_bytes(2, "big") + b"\0\1g"
        if kind == 1:
            return text + b"\0\1t" + int(name[1:]).to_bytes(4, "big")
        return text + (len(name).to_bytes(2, "big") + name.encode() if name else b"")

    def steps(text, producer):
        out = b""
        for line in text.split("\n"):
            records = re.findall(r"(\d+):([^:]*):(-|[0-9a-f ]+?)(?= \d+:|$)", line)
            for place, (kind, name, value) in enumerate(records):
                content = None if value == "-" else bytes.fromhex(value.replace(" ", ""))
                out += record(4 if place + 1 == len(records) else 0, producer, key(int(kind), name), content)
        return out

    for name, text in GROUP_LOGS.items():
        write("group_replay", name, steps(text, 0))
    pending = steps(GROUP_LOGS["commits"], 2)
    for name, marker in (("committed", b"\3\2\0\0"), ("aborted", b"\1\2\0\0")):
        write("group_replay", name, pending + marker)
    write("group_replay", "migration", steps(GROUP_LOGS["classic"], 0) + steps(GROUP_LOGS["consumer"], 0))


group_logs()


# What members and their coordinator said, request and answer in turns: a join that is given an id, a rebalance, a leave; a consumer
# that joins, is told what to have, acknowledges and leaves.
GROUP_TALKS = {
    "classic": """000b000900000005000b682d636c61737369632d41000a682d636c61737369630000afc8000493e0010009636f6e73756d6572030672616e67651d0003000000010\
0066f7264657273ffffffff00000000ffffffffffff000100
000000050000000000004fffffffff0000010031682d636c61737369632d412d65386532383365372d316135612d343832382d393638362d66366238323065653362306201\
00
000c000400000012000b682d636c61737369632d41000a682d636c61737369630000000131682d636c61737369632d412d65386532383365372d316135612d343832382d39\
3638362d6636623832306565336230620000
000000120000000000001b00
000e000500000015000b682d636c61737369632d41000a682d636c61737369630000000231682d636c61737369632d412d65386532383365372d316135612d343832382d39\
3638362d6636623832306565336230620009636f6e73756d65720672616e6765020131\
2300030000000100066f726465727300000003000000000000000100000002ffffffff0000
000000070000000000000009636f6e73756d65720672616e67652300030000000100066f726465727300000003000000030000000400000005ffffffff00""",
    "consumer": """004400010000000c000c682d636f6e73756d65722d42000b682d636f6e73756d6572177273626957526a495377576e613462654b5871347951000000000000\
000493e002076f726465727300000100
0000000c0000000000000000177273626957526a495377576e613462654b5871347951000000020000138801010000
0044000100000024000c682d636f6e73756d65722d41000b682d636f6e73756d657217345458667449676f51514b5343583167586267716c41000000020000ffffffff0000\
000000
00000024000000000000000017345458667449676f51514b5343583167586267716c4100000002000013880102ea4c921649cd45d1b427513d5dd3b8b00400000000000000\
0100000002000000
0044000100000027000c682d636f6e73756d65722d41000b682d636f6e73756d657217345458667449676f51514b5343583167586267716c41000000020000ffffffff0000\
0002ea4c921649cd45d1b427513d5dd3b8b0040000000000000001000000020000
00000027000000000000000017345458667449676f51514b5343583167586267716c410000000300001388ff00
004400010000002f000c682d636f6e73756d65722d42000b682d636f6e73756d6572177273626957526a495377576e613462654b5871347951ffffffff0000ffffffff0100\
000100
0000002f0000000000000000177273626957526a495377576e613462654b5871347951ffffffff00000000ff00""",
    # A list, a classic group that is Dead, a consumer group.
    "describe": """00100005000000010001630001010100
00000001000000000000000202670a636f6e73756d657207537461626c6509636f6e73756d65720000
000f0005000000010001630002026700000000
0000000100000000000200000267054465616401010100000000000000
0045000100000001000163000202670000
0000000100000000000200000002670753746162 6c6500000003000000030875 6e69666f726d010000000000000000""",
    # A consumer group, and how long its sessions are.
    "sessions": """0045000100000001000163000202670000
0000000100000000000200000002670753746162 6c6500000003000000030875 6e69666f726d010000000000000000
002000040000000100016300022002670000000000
00000001000000000002000000200267021c636f6e73756d65722e73657373696f6e2e74696d656f75742e6d73063435303030000500010300000000""",
}
# The places of the APIs in group_events_fuzz.cpp.
GROUP_APIS = (8, 11, 12, 13, 14, 15, 16, 28, 68, 69, 76, 77, 88, 89, 32)


def group_events():
    for name, talk in GROUP_TALKS.items():
        frames = [bytes.fromhex(line) for line in talk.split("\n")]
        out = b""
        for turn in range(0, len(frames), 2):
            request, answer = frames[turn], frames[turn + 1]
            asked = request[10 + int.from_bytes(request[8:10], "big"):]
            api = GROUP_APIS.index(int.from_bytes(request[:2], "big"))
            out += bytes([1, api, request[3]]) + (500 * turn).to_bytes(2, "big")
            out += len(asked).to_bytes(2, "big") + (len(answer) - 4).to_bytes(2, "big") + asked + answer[4:]
        write("group_events", name, out)


group_events()


# Records of the other internal topics, values as Kafka's own classes wrote them; the first byte of a seed is the topic.
def topic_states():
    def item(control, key, value):
        return bytes([control, 0, len(key), len(value)]) + key + value

    bodies = {}
    for vector in vectors():
        if vector["kind"].startswith("random") and len(vector["hex"]) < 400:
            bodies.setdefault((vector["name"], vector["version"]), []).append(bytes.fromhex(vector["hex"]))

    def values(name, version):
        return [version.to_bytes(2, "big") + body for body in bodies.get((name, version), [])]

    tombstone = 0x20
    transactional_id = b"\0\0\0\4tx-1"
    share = [kind.to_bytes(2, "big") + b"\0\1g" + bytes(16) + bytes(4) for kind in (0, 1)]
    transactions = [item(0, transactional_id, value) for version in (0, 1) for value in values("TransactionLogValue", version)]
    write("topic_state", "transactions", b"\1" + b"".join(transactions) + item(tombstone, transactional_id, b""))
    updates = [item(0, share[1], value) for value in values("ShareUpdateValue", 0)]
    snapshots = [item(0, share[0], value) for value in values("ShareSnapshotValue", 0)]
    turns = [piece for pair in zip(updates, snapshots) for piece in pair]
    write("topic_state", "share", b"\2" + b"".join(turns) + item(tombstone, share[0], b"") + updates[0])
    definitions = [json.loads(path.read_text()) for path in sorted((ROOT / "schemas/4.4.0/metadata").glob("*.json"))]
    records = []
    for definition in definitions:
        for version in range(8):
            frame = bytes([1, definition["apiKey"], version])
            records += [item(0x10, b"", frame + body) for body in bodies.get((definition["name"], version), [])[:2]]
    write("topic_state", "metadata", b"\3" + b"".join(records))
    write("topic_state", "metadata_backwards", b"\3" + b"".join(reversed(records)))
    write("topic_state", "offsets", b"\0" + (CORPUS / "group_replay/consumer").read_bytes() + (CORPUS / "group_replay/committed").read_bytes())


topic_states()


# Rows of topics: the items of the states above, and record sets (0x80) of an ordinary topic.
def topic_rows():
    for seed in sorted((CORPUS / "topic_state").iterdir()):
        write("topic_rows", seed.name, seed.read_bytes())
    for seed in ("C028_0", "C039_0"):
        write("topic_rows", f"ordinary_{seed}", b"\x84" + dict(record_cases())[seed])
    # Offsets at the ends of their range; what lies between two of them is more than a number holds.
    batch = dict(record_cases())["C028_0"]

    def at(offset, delta):
        return offset.to_bytes(8, "big", signed=True) + batch[8:23] + delta.to_bytes(4, "big") + batch[27:]

    for topic, kind in (("offsets", b"\x80"), ("ordinary", b"\x84")):
        write("topic_rows", f"{topic}_last_is_max", kind + at(2**63 - 2, 1))
        write("topic_rows", f"{topic}_back", kind + at(2**63 - 2, 0) + at(-5, 10))
    write("topic_rows", "ordinary_several", b"\x84" + b"".join(data for _, data in record_cases()))


topic_rows()


def collections():
    """Request files of the documentation; pairs of bodies."""
    page = (ROOT / "docs/collections.md").read_text()
    bodies = []
    for name, text in re.findall(r"^```request (\S+)\n(.*?)^```$", page, re.M | re.S):
        write("request_file", name.replace("/", "-"), text.encode())
        bodies += [text.split("\n\n", 1)[1]] if "\n\n" in text else []
    for at in range(len(bodies) - 1):
        write("json_merge", f"bodies-{at}", bodies[at].encode() + b"\0" + bodies[at + 1].encode())
    write("json_merge", "comments", b'{ // a\n "a": [1, /* b */ 2], "b": {} // c\n}\0{"a":[2,3],"c":{"d":null}}')
    write("json_merge", "one-line", b'{"a": 1, "b": [1,2,3], "a": 2}\0{"b":[1,3],"a":2}')
    write("json_merge", "line-ends", b'{\r\n\t"a": 1e2 // x\r\n}\0{"a":100,"z":[{"y":1}]}')
    write("request_file", "line-ends", b"api: Metadata\r\n# c\r\nset: x = response.brokers[0].nodeId\r\n\r\n{\"topics\": \"{{list}}\"}\r\n")
    write("request_file", "raw", b"raw: 0000000d 0012 0002 00000001 0003 753033\nretry: while latency < 1s for 2s every 5ms\nowner: {{group}}\n")


collections()

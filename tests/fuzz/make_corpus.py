#!/usr/bin/env python3
"""Writes the seed corpora of the fuzz programs from the stored conformance vectors and definitions: make_corpus.py [ROOT].

A seed is a starting point, not a test: a definition added later shifts the index bytes of message and json_body, which costs nothing
but nearness."""
import json
import pathlib
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

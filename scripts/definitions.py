# SPDX-License-Identifier: GPL-3.0-or-later
"""The stored message definitions, as the checks of overlays and previews ask about them."""

import json

RELEASES = ["4.4.0", "3.9.2"]


def parse_versions(text):
    """Inclusive bounds of "3", "0-2", "3+"; an empty range for "none" or nothing."""
    if text is None or text == "none":
        return 1, 0
    if text.endswith("+"):
        return int(text[:-1]), 32767
    first, _, last = text.partition("-")
    return int(first), int(last or first)


def intersect(left, right):
    return max(left[0], right[0]), min(left[1], right[1])


def json_name(name):
    return name[0].lower() + name[1:]


class Message:
    """All fields of one definition by path, with type and versions. Elements of an array have the path with [] behind it."""

    def __init__(self, definition):
        self.kind = definition["type"]
        self.name = definition["name"]
        self.versions = parse_versions(definition["validVersions"])
        self.fields = {}
        self.definition = definition
        self._structs = {struct["name"]: struct["fields"] for struct in definition.get("commonStructs", [])}
        self._add(definition.get("fields", []), "", self.versions)

    def _add(self, fields, prefix, within):
        for field in fields:
            versions = intersect(parse_versions(field.get("versions", field.get("taggedVersions"))), within)
            path, kind = prefix + json_name(field["name"]), field["type"]
            self.fields[path] = (kind, versions)
            if kind.startswith("[]"):
                kind, path = kind[2:], path + "[]"
                self.fields[path] = (kind, versions)
            self._add(field.get("fields") or self._structs.get(kind, []), path + ".", versions)


class Definitions:
    def __init__(self, schemas):
        self.messages = {}  # name -> list of Message, newest release first
        self.components = {}  # "group-coordinator" -> list of Message, newest release first
        for release in RELEASES:
            for path in sorted((schemas / release).glob("*/*.json")):
                message = Message(read(path))
                self.messages.setdefault(message.name, []).append(message)
                self.components.setdefault(path.parent.name, []).append(message)
        # What travels within bytes and has no definition of Kafka's.
        for path in sorted((schemas.parent / "resources/nested").glob("*.json")):
            message = Message(read(path))
            self.messages.setdefault(message.name, []).append(message)
        self.api_names = {entry["name"] for release in RELEASES for entry in read(schemas / release / "api_keys.json")}
        self.error_names = {entry["name"] for release in RELEASES for entry in read(schemas / release / "error_codes.json")}
        self.forwardable = {entry["name"] for entry in read(schemas / RELEASES[0] / "api_keys.json") if entry.get("forwardable")}

    def types_at(self, name, path, versions):
        """Types that the field has in the given versions, in any release; empty when there is no such field."""
        types = set()
        for message in self.messages.get(name, []):
            if path in message.fields:
                kind, present = message.fields[path]
                first, last = intersect(present, versions)
                # A message that a release lists without any version has no fields there.
                types |= {kind} if first <= last else set()
        return types


def read(path):
    return json.loads(path.read_text())

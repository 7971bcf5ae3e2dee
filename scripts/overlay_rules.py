# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that overlays and previews name only things that the stored definitions have. Used by check_schemas.

schemas/README.md describes the formats. Each check returns (problems, summary).
"""

import json

import selector_rules
from definitions import Definitions, Message, intersect, parse_versions, read

TARGETS = {"any", "thisBroker", "broker", "controller", "anyController", "groupCoordinator", "transactionCoordinator",
           "shareCoordinator", "partitionLeader"}
KINDS = {"request", "response", "header", "data", "metadata", "coordinator-key", "coordinator-value"}
TESTS = {"in", "notIn", "equals", "isNull", "notEmpty", "containsAny"}
SHARED_KEYS = {"message", "path", "field", "type", "kinds", "versions", "when"}
# Overlay -> keys of its rules beside the shared ones.
RULE_KEYS = {
    "routing": {"target", "key", "topic", "partition"},
    "enums": {"enum"},
    "bits": {"bits", "sentinel"},
    "emptiness": {"null", "empty"},
    "times": {"kind", "unit", "absent"},
    "secrets": {"unlessDecoded"},
    "texts": {"characters", "ends", "says"},
    "errors": {"text"},
    "mutating": {"changes", "unless"},
    "entities": {"entity"},
    "families": {"family", "apis"},
}
# Overlays of a form of their own.
SELECTOR_CHECKS = {"nested": selector_rules.check_nested, "recordTypes": selector_rules.check_record_types}
# Overlays whose rules speak of a whole message, not of one field.
WHOLE_MESSAGE = {"routing", "mutating", "families"}
INTEGERS = {"int8": (-2**7, 2**7), "int16": (-2**15, 2**15), "uint16": (0, 2**16), "int32": (-2**31, 2**31), "int64": (-2**63, 2**63)}


class OverlayCheck:
    def __init__(self, name, overlay, definitions):
        self.name = name
        self.overlay = overlay
        self.definitions = definitions
        self.problems = []

    def problem(self, rule, text):
        self.problems.append(f"{self.name}: {json.dumps(rule)}: {text}")

    def run(self):
        for rule in self.overlay["rules"]:
            self.check_rule(rule)
        getattr(self, f"check_{self.name}", lambda: None)()
        return self.problems

    def check_rule(self, rule):
        unknown = set(rule) - SHARED_KEYS - RULE_KEYS[self.name]
        if unknown:
            self.problem(rule, f"unknown key {', '.join(sorted(unknown))}")
        if self.name == "families":
            return
        if "field" in rule:
            types = self.check_name_rule(rule)
        else:
            types = self.check_message_rule(rule)
        for condition in rule.get("when", []) + rule.get("unless", []):
            self.check_condition(rule, condition)
        if types:
            self.check_values(rule, types)

    def check_name_rule(self, rule):
        """A rule for every field of a name and type. It must match somewhere."""
        kinds = set(rule.get("kinds", KINDS))
        if kinds - KINDS:
            self.problem(rule, f"unknown kind {', '.join(sorted(kinds - KINDS))}")
        for messages in self.definitions.messages.values():
            for message in messages:
                for path, (kind, _) in message.fields.items():
                    if message.kind in kinds and path.rsplit(".", 1)[-1] == rule["field"] and kind == rule["type"]:
                        return {kind}
        self.problem(rule, "matches no field")
        return set()

    def check_message_rule(self, rule):
        if rule["message"] not in self.definitions.messages:
            self.problem(rule, f"no definition is called {rule['message']}")
            return set()
        if self.name in WHOLE_MESSAGE:
            for key in ("key", "topic", "partition"):
                self.check_path(rule, rule.get(key))
            return set()
        return self.check_path(rule, rule.get("path"))

    def check_path(self, rule, path):
        if path is None:
            return set()
        versions = parse_versions(rule.get("versions", "0+"))
        types = self.definitions.types_at(rule["message"], path, versions)
        if not types:
            self.problem(rule, f"{rule['message']} has no {path} in these versions")
        return types

    def check_condition(self, rule, condition):
        self.check_path(rule, condition["path"])
        tests = set(condition) - {"path"}
        if len(tests) != 1 or tests - TESTS:
            self.problem(rule, f"a condition has exactly one of {', '.join(sorted(TESTS))}")

    def check_values(self, rule, types):
        listed = rule.get("absent", []) + ([rule["sentinel"]] if "sentinel" in rule else [])
        if "enum" in rule:
            listed = self.overlay["enums"].get(rule["enum"], {}).get("values", [])
            if not listed:
                self.problem(rule, f"no enum is called {rule['enum']}")
        for kind in types:
            for entry in listed:
                if not fits(entry["value"], kind):
                    self.problem(rule, f"{json.dumps(entry['value'])} is no value of a field of type {kind}")

    def requests(self):
        return {name for name, messages in self.definitions.messages.items() if messages[0].kind == "request"}

    def check_routing(self):
        for rule in self.overlay["rules"]:
            if rule["target"] not in TARGETS:
                self.problem(rule, f"unknown target {rule['target']}")
        for name in sorted(self.requests() - {rule["message"] for rule in self.overlay["rules"] if "when" not in rule}):
            self.problem(name, "no rule without a condition")
        for api in sorted(self.definitions.forwardable):
            if not any(rule["message"] == api + "Request" and rule["target"] == "controller" for rule in self.overlay["rules"]):
                self.problem(api, "brokers forward it to the controller, but no rule does")
        for entry in self.overlay["staleTargetErrors"]:
            for error in set(entry["errors"]) - self.definitions.error_names:
                self.problem(entry, f"no error code is called {error}")

    def check_mutating(self):
        mutating = {rule["message"] for rule in self.overlay["rules"]}
        read_only = {rule["message"] for rule in self.overlay["readOnly"]}
        for name in sorted(self.requests() ^ (mutating | read_only)):
            self.problem(name, "neither a rule nor readOnly, or no such request")
        for name in sorted(mutating & read_only):
            self.problem(name, "both in a rule and readOnly")

    def check_families(self):
        listed = [api for rule in self.overlay["rules"] for api in rule["apis"]]
        newest = {entry for entry in self.definitions.api_names if entry + "Request" in self.definitions.messages}
        for api in sorted(set(listed)):
            if api not in newest:
                self.problem(api, "no such API")
            if listed.count(api) > 1:
                self.problem(api, "in two families")
        for api in sorted(newest - set(listed)):
            self.problem(api, "in no family")

    def check_errors(self):
        """The code fields that no rule covers would be shown as bare numbers."""
        names = {(rule["field"], rule["type"]) for rule in self.overlay["rules"]}
        for messages in self.definitions.messages.values():
            for message in messages:
                for path, (kind, _) in message.fields.items():
                    leaf = path.rsplit(".", 1)[-1]
                    if leaf.lower().endswith("errorcode") and kind == "int16" and (leaf, kind) not in names:
                        self.problem(f"{message.name}.{path}", "an error code that no rule covers")

    def check_bits(self):
        for rule in self.overlay["rules"]:
            if rule["bits"] not in self.overlay["bits"]:
                self.problem(rule, f"no bits are called {rule['bits']}")

    def check_enums(self):
        used = {rule["enum"] for rule in self.overlay["rules"]}
        for name, enum in self.overlay["enums"].items():
            values = [(json.dumps(entry["value"]), entry.get("versions")) for entry in enum["values"]]
            if len(set(values)) != len(values) or any((value, None) in values for value, versions in values if versions):
                self.problem(name, "lists a value twice")
            if name not in used:
                self.problem(name, "is used by no rule")

    def check_entities(self):
        for endpoint in self.overlay["endpoints"]:
            struct = endpoint["struct"] + "." if endpoint["struct"] else ""
            for key in ("host", "port", "id", "rack", "listener"):
                if key in endpoint:
                    self.check_path(endpoint, struct + endpoint[key])


def fits(value, kind):
    if kind in INTEGERS:
        low, high = INTEGERS[kind]
        return isinstance(value, int) and not isinstance(value, bool) and low <= value < high
    return isinstance(value, {"string": str, "bool": bool}.get(kind, ()))


def check_overlays(schemas):
    definitions = Definitions(schemas)
    problems, rules, paths = [], 0, sorted((schemas / "overlays").glob("*.json"))
    for path in paths:
        overlay = read(path)
        if overlay.get("overlay") != path.stem:
            problems.append(f"{path.name}: \"overlay\" must be {path.stem}, as the file is called")
        elif path.stem in SELECTOR_CHECKS:
            problems += SELECTOR_CHECKS[path.stem](overlay, definitions)
        elif path.stem in RULE_KEYS:
            problems += OverlayCheck(path.stem, overlay, definitions).run()
        else:
            problems.append(f"{path.name}: unknown overlay")
        rules += sum(len(overlay.get(key, [])) for key in ("rules", "topics", "records"))
    return problems, f"{rules} rules in {len(paths)} overlays"


def check_preview(schemas):
    problems, paths = [], sorted((schemas / "preview").glob("*/*.json"))
    headers = Message(read(schemas / "preview/clients/RequestHeader.json")).versions
    for path in paths:
        definition = read(path)
        base = schemas / definition["base"] / path.relative_to(schemas / "preview")
        if not base.is_file():
            problems.append(f"{path.name}: {definition['base']} has no definition of this name")
            continue
        problems += [f"{path.name}: {text}" for text in preview_problems(definition, read(base), headers)]
    return problems, f"{len(paths)} definitions"


def preview_problems(definition, base, headers):
    """A preview may only add versions: what the base release has must stay as it is."""
    before, after = Message(base), Message(definition)
    if not (after.versions[0] <= before.versions[0] and before.versions[1] < after.versions[1]):
        yield "does not add a version to those of its base"
    for path, (kind, versions) in before.fields.items():
        if path not in after.fields or after.fields[path][0] != kind or intersect(after.fields[path][1], before.versions) != versions:
            yield f"{path} differs from the base"
    for path, (_, versions) in after.fields.items():
        if path not in before.fields and versions[0] <= before.versions[1]:
            yield f"{path} appears in a version of the base"
    for key, value in base.items():
        if key not in ("fields", "commonStructs", "validVersions") and definition.get(key) != value:
            yield f"{key} differs from the base"
    first, last = intersect(parse_versions(definition.get("unknownBody")), before.versions)
    if first <= last:
        yield "unknownBody names a version whose body the base has"
    mapped = []
    for versions, header in definition.get("headerVersions", {}).items():
        low, high = intersect(parse_versions(versions), after.versions)
        mapped += range(low, high + 1)
        if not headers[0] <= int(header) <= headers[1]:
            yield f"headerVersions: RequestHeader has no version {header}"
    if "headerVersions" in definition and sorted(mapped) != list(range(after.versions[0], after.versions[1] + 1)):
        yield "headerVersions does not name every version exactly once"

# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks of the two overlays about what lies within bytes and records: nested and recordTypes. Used by overlay_rules.

schemas/README.md describes the formats. Each check returns its problems.
"""

import json
import pathlib
import re

from definitions import parse_versions

NESTED_FILE_KEYS = {"overlay", "facts", "rules"}
NESTED_RULE_KEYS = {"message", "path", "versions", "selectors"}
SELECTOR_KEYS = {"as", "version", "versionFrom", "frame", "answers", "readNewerAs", "when", "tells"}
TOLD_KEYS = {"fact", "path", "from"}
TESTS = {"in", "notIn", "equals", "isNull", "notEmpty", "containsAny"}
SOURCES = {"message", "request", "connection", "group"}
VERSION_PLACES = {"int16", "firstField", "size"}
FRAMES = {"request", "response"}

NESTED = pathlib.Path(__file__).resolve().parent.parent / "resources/nested"
RECORD_FILE_KEYS = {"overlay", "topics", "records"}
TOPIC_KEYS = {"topic", "decode", "component", "topicId", "form", "types"}
TYPE_KEYS = {"type", "name", "status", "readNewerAs", "subject", "variants"}
VARIANT_KEYS = {"as", "says"}
RECORDS_KEYS = {"message", "path", "topic"}
FORMS = {"keyed", "framed"}
STATUSES = {"current", "retired", "reserved"}
FIELD_IN_BRACES = re.compile(r"\{([^{}]+)\}")


class SelectorCheck:
    """What both have in common: problems with the rule that they are about."""

    def __init__(self, overlay, definitions):
        self.overlay = overlay
        self.definitions = definitions
        self.problems = []

    def problem(self, rule, text):
        self.problems.append(f"{self.overlay.get('overlay')}: {json.dumps(rule)}: {text}")

    def check_keys(self, rule, known):
        if set(rule) - known:
            self.problem(rule, f"unknown key {', '.join(sorted(set(rule) - known))}")

    def check_word(self, rule, key, words):
        if key in rule and rule[key] not in words:
            self.problem(rule, f"{key} {rule[key]} is none of {', '.join(sorted(words))}")

    def types_at(self, message, path, versions=parse_versions("0+")):
        return self.definitions.types_at(message, path, versions)


class NestedCheck(SelectorCheck):
    def run(self):
        self.check_keys(self.overlay, NESTED_FILE_KEYS)
        for rule in self.overlay["rules"]:
            self.check_keys(rule, NESTED_RULE_KEYS)
            if "bytes" not in self.types_at(rule["message"], rule["path"], parse_versions(rule.get("versions", "0+"))):
                self.problem(rule, f"{rule['message']} has no bytes field {rule['path']} in these versions")
            if not rule["selectors"]:
                self.problem(rule, "at least one selector")
            for selector in rule["selectors"]:
                self.check_selector(rule, selector)
        return self.problems

    def check_selector(self, rule, selector):
        self.check_keys(selector, SELECTOR_KEYS)
        self.check_word(selector, "readNewerAs", {"newest"})
        if "frame" in selector:
            self.check_frame(rule, selector)
        else:
            self.check_structure(selector)
        for condition in selector.get("when", []):
            tests = set(condition) - {"path", "from"}
            if len(tests) != 1 or tests - TESTS:
                self.problem(condition, f"a condition has exactly one of {', '.join(sorted(TESTS))}")
            self.check_place(rule, condition)
        for told in selector.get("tells", []):
            self.check_keys(told, TOLD_KEYS)
            self.check_fact(told, told["fact"])
            self.check_place(rule, told)

    def check_frame(self, rule, selector):
        self.check_word(selector, "frame", FRAMES)
        if set(selector) & {"as", "version", "versionFrom", "readNewerAs"}:
            self.problem(selector, "a frame says itself what it is")
        if ("answers" in selector) != (selector["frame"] == "response"):
            self.problem(selector, "answers goes with a response, and only with one")
        elif "answers" in selector and not any("bytes" in self.types_at(name, selector["answers"]) for name in self.requests_of(rule)):
            self.problem(selector, f"no bytes field {selector['answers']} in the request")

    def check_structure(self, selector):
        structures = self.definitions.messages.get(selector["as"])
        if not structures:
            self.problem(selector, f"no definition is called {selector['as']}")
            return
        if ("version" in selector) == ("versionFrom" in selector):
            self.problem(selector, "either version or versionFrom")
        self.check_word(selector, "versionFrom", VERSION_PLACES)
        if "version" in selector and not any(one.versions[0] <= selector["version"] <= one.versions[1] for one in structures):
            self.problem(selector, f"{selector['as']} has no version {selector['version']}")
        if selector.get("versionFrom") == "firstField" and structures[0].definition["fields"][0]["type"] != "int32":
            self.problem(selector, f"{selector['as']} does not begin with an int32")

    def check_place(self, rule, place):
        """A condition or a told fact names a field of the message or its request, or a fact."""
        sources = place.get("from", "message")
        for source in [sources] if isinstance(sources, str) else sources:
            if source not in SOURCES:
                self.problem(place, f"{source} is none of {', '.join(sorted(SOURCES))}")
            elif source in ("connection", "group"):
                self.check_fact(place, place["path"])
            else:
                names = [rule["message"]] if source == "message" else self.requests_of(rule)
                if not any(self.types_at(name, place["path"]) for name in names):
                    self.problem(place, f"no field {place['path']} in the {source}")

    def check_fact(self, rule, name):
        if name not in self.overlay["facts"]:
            self.problem(rule, f"{name} is no fact that the file lists")

    def requests_of(self, rule):
        """Names of the requests that the rule's message answers."""
        keys = {message.definition["apiKey"] for message in self.definitions.messages.get(rule["message"], []) if message.kind == "response"}
        return [name for name, messages in self.definitions.messages.items()
                if messages[0].kind == "request" and messages[0].definition["apiKey"] in keys]


class RecordTypesCheck(SelectorCheck):
    def run(self):
        self.check_keys(self.overlay, RECORD_FILE_KEYS)
        for topic in self.overlay["topics"]:
            self.check_topic(topic)
        for rule in self.overlay["records"]:
            self.check_keys(rule, RECORDS_KEYS)
            if "records" not in self.types_at(rule["message"], rule["path"]):
                self.problem(rule, f"{rule['message']} has no records field {rule['path']}")
            if not rule["topic"] or not all(self.types_at(rule["message"], path) for path in rule["topic"]):
                self.problem(rule, "the topic stands in no such field")
        return self.problems

    def check_topic(self, topic):
        name = {"topic": topic["topic"]}
        self.check_keys(topic, TOPIC_KEYS)
        self.check_word(topic, "form", FORMS)
        if topic["component"] not in self.definitions.components:
            self.problem(name, f"no component {topic['component']}")
            return
        numbers = [facts["type"] for facts in topic.get("types", [])]
        for number in sorted({number for number in numbers if numbers.count(number) > 1}):
            self.problem(name, f"type {number} is there twice")
        for facts in topic.get("types", []):
            self.check_type(topic, facts)

    def check_type(self, topic, facts):
        self.check_keys(facts, TYPE_KEYS)
        self.check_word(facts, "status", STATUSES)
        self.check_word(facts, "readNewerAs", {"newest"})
        if "name" not in facts and facts.get("status", "current") != "current":
            self.problem(facts, "a number without definition needs a name")
        for variant in facts.get("variants", []):
            self.check_keys(variant, VARIANT_KEYS)
            if not (NESTED / f"{variant['as']}.json").is_file():
                self.problem(facts, f"no layout {variant['as']} in resources/nested")
        subject = facts.get("subject", "")
        fields = FIELD_IN_BRACES.findall(subject)
        if subject.count("{") != len(fields) or subject.count("}") != len(fields):
            self.problem(facts, "braces stand around the path of a field")
        for path in fields:
            if not any(path in message.fields for message in self.definitions_of(topic, facts["type"])):
                self.problem(facts, f"no field {path} in the record type's definitions of {topic['component']}")

    def definitions_of(self, topic, number):
        """The definitions that say what a record is about: keys or framed values of that number, in all dialects; all
        definitions of the component for a number that no release defines."""
        component = self.definitions.components[topic["component"]]
        mine = [message for message in component if number in record_types(message, topic["form"])]
        return mine or component


def record_types(message, form):
    """Numbers of the record types whose key (form keyed) or value (form framed) this definition is."""
    if form == "framed":
        return {message.definition["apiKey"]} if message.kind == "metadata" else set()
    if message.kind == "coordinator-key":
        return {message.definition["apiKey"]}
    # Releases before 4.0: the version of a key is the record type.
    is_key = message.kind == "data" and message.name.endswith("Key")
    return set(range(message.versions[0], message.versions[1] + 1)) if is_key else set()


def check_nested(overlay, definitions):
    return NestedCheck(overlay, definitions).run()


def check_record_types(overlay, definitions):
    return RecordTypesCheck(overlay, definitions).run()

#!/usr/bin/env python3
"""Rules for the sources: `check_sources.py includes|links|sizes|format|file_map|habits|hidden_names|schemas_text ROOT`. Prints each break, exits 1 on any."""
import json
import pathlib
import re
import shutil
import subprocess
import sys

from qt_headers import qt_module
from rules import EVERYWHERE, LIBRARY_OF, LIBRARY_OF_TARGET, MAY_INCLUDE, OWN_TARGETS, STANDARD, SYSTEM, SYSTEM_FOLDERS

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)
HEADER_LINES, SOURCE_LINES, FUNCTION_LINES = 150, 600, 60


def sources(root, tops=("core", "ui", "app")):
    for top in tops:
        for path in sorted((root / top).rglob("*")):
            if path.suffix in (".h", ".cpp", ".inl"):
                yield path


def folder_of(root, path):
    return path.parent.relative_to(root).as_posix()


def library_of(name):
    first = name.split("/")[0]
    return LIBRARY_OF.get(first) or qt_module(first)


def includes(root):
    for path in sources(root):
        folder = folder_of(root, path)
        if folder not in MAY_INCLUDE:
            yield f"{folder}: not in the include table (tests/architecture/rules.py, docs/architecture.md)"
            continue
        folders, libraries = MAY_INCLUDE[folder]
        for bracket, name in INCLUDE.findall(path.read_text()):
            if bracket == '"':
                target = name.rsplit("/", 1)[0] if "/" in name else ""
                if target.split("/")[0] not in ("core", "ui", "app"):
                    if not name.endswith(".moc"):
                        yield f"{path}: include \"{name}\" is not written from the root"
                elif target != folder and target not in folders:
                    yield f"{path}: {folder} may not include {target}"
            else:
                library = library_of(name)
                if library is None:
                    if name not in STANDARD and not (name in SYSTEM and folder in SYSTEM_FOLDERS):
                        yield f"{path}: <{name}> is in no table (tests/architecture/rules.py)"
                elif library not in libraries and library not in EVERYWHERE:
                    yield f"{path}: {folder} may not use {library} (<{name}>)"


LIBRARY = re.compile(r"^\s*brokerscope_(?:ui_)?library\(\s*FOLDER\s+(\S+)([^)]*)\)", re.M)
LINKED = re.compile(r"^\s*target_link_libraries\(\s*(\S+)([^)]*)\)", re.M)
NO_LINK = {"FOLDER", "LINKS", "PRIVATE_LINKS", "QT", "PCH", "PRIVATE", "PUBLIC", "INTERFACE"}


def link_lists(path, text):
    """Folder and targets of each list. Precompiled headers are not linked into anything."""
    for folder, rest in LIBRARY.findall(text):
        if "$" not in folder:
            yield folder, rest
    for target, rest in LINKED.findall(text):
        if not target.endswith("_pch") and "$" not in target:
            yield path, rest


def links(root):
    """What a library or program links is what its folder may include: a link would bring the rest along."""
    for top in ("core", "ui", "app"):
        for path in sorted((root / top).rglob("CMakeLists.txt")):
            for folder, rest in link_lists(folder_of(root, path), re.sub(r"#.*", "", path.read_text())):
                folders, libraries = MAY_INCLUDE.get(folder, ([], []))
                for target in re.sub(r"\bPCH\s+\S+", "", rest).split():
                    if target in NO_LINK or target in OWN_TARGETS:
                        continue
                    linked = target.replace("_", "/", 1)
                    if linked.split("/")[0] in ("core", "ui", "app"):
                        if linked != folder and linked not in folders:
                            yield f"{path}: {folder} may not link {linked}"
                    elif target not in LIBRARY_OF_TARGET:
                        yield f"{path}: {target} is not in the table of targets (tests/architecture/rules.py)"
                    elif not set(LIBRARY_OF_TARGET[target]) <= set(libraries) | set(EVERYWHERE):
                        yield f"{path}: {folder} may not link {target}"


def sizes(root):
    for path in sources(root):
        text = path.read_text()
        lines = text.count("\n")
        limit = HEADER_LINES if path.suffix == ".h" else SOURCE_LINES
        if lines > limit:
            yield f"{path}: {lines} lines, at most {limit}"
        for line, length in long_functions(text):
            yield f"{path}:{line}: a function of {length} lines, at most {FUNCTION_LINES}"


def long_functions(text):
    """A body ends at the brace that stands where its head began; clang-format puts it there."""
    opened, head = {}, []
    for number, line in enumerate(text.split("\n"), 1):
        words = line.strip()
        indent = len(line) - len(line.lstrip(" "))
        if words and not words.startswith("#"):
            opened = {deep: at for deep, at in opened.items() if deep <= indent}
        head = [*head, (number, line)] if words and not words.startswith(("//", "#")) else []
        if words.endswith("{") and head:
            begun = head[0][1]
            said = " ".join(part.strip() for _, part in head)
            if (")" in said or re.search(r"\[[^\[\]]*\]\s*\{$", said)) and not re.match(r"(namespace|class|struct|enum|union|constexpr std::array)\b", said):
                opened[len(begun) - len(begun.lstrip(" "))] = number
        elif words in ("}", "};", "});"):
            begun = opened.pop(indent, number)
            if number - begun - 1 > FUNCTION_LINES:
                yield begun, number - begun - 1
        if words.endswith(("{", "}", ";", ":")):
            head = []


def format(root):
    """Every source is as clang-format leaves it."""
    tool = shutil.which("clang-format")
    if tool is None:
        yield "clang-format is missing"
        return
    paths = [str(path) for path in sources(root)] + [str(path) for path in sorted((root / "tests").rglob("*"))
                                                      if path.suffix in (".h", ".cpp", ".inl")]
    run = subprocess.run([tool, "--dry-run", "-Werror", *paths], capture_output=True, text=True)
    for path in sorted({line.split(":")[0] for line in run.stderr.splitlines() if ": error:" in line}):
        yield f"{path}: clang-format would change it"


def file_map(root):
    text = (root / "docs/architecture.md").read_text()
    folders = {folder_of(root, p) for p in sources(root)}
    named = set(re.findall(r"^\| `([a-z_/]+)` \|", text, re.M))
    for folder in sorted(folders - named):
        yield f"docs/architecture.md: the file map lacks {folder}"
    for folder in sorted(n for n in named - folders if n.split("/")[0] in ("core", "ui", "app")):
        yield f"docs/architecture.md: {folder} is in the file map and holds no sources"


FORBIDDEN = [
    (re.compile(r"\bprocessEvents\s*\("), "the event loop is never pumped"),
    (re.compile(r"(?<![\w>.])connect\(\s*[^,]+,\s*[^,]+,\s*\["), "connect to a lambda needs a context object"),
    (re.compile(r"\bsingleShot\(\s*[^,()]+(?:\([^()]*\))?,\s*\["), "a timer that calls a lambda needs a context object"),
    (re.compile(r"\bSIGNAL\(|\bSLOT\("), "connect by name"),
    (re.compile(r"\bqWarning\s*\("), "a warning is no return value"),
]
FILE_NAMES = re.compile(r"(^|_)(util|utils|misc|helper|helpers|common|manager)(_|\.)")


def habits(root):
    for path in sources(root):
        if FILE_NAMES.search(path.name):
            yield f"{path}: the name says nothing"
        text = path.read_text()
        for pattern, why in FORBIDDEN:
            for found in pattern.finditer(text):
                yield f"{path}:{text.count(chr(10), 0, found.start()) + 1}: {why}"


RAW_TEXT = re.compile(r'R"(\w*)\(.*?\)\1"', re.S)
HIDDEN = re.compile(r"^namespace \{\n(.*?)^\}  // namespace$", re.S | re.M)


ENUMERATORS = re.compile(r"^enum(?!\s+(?:class|struct)\b)[^;{]*\{([^}]*)\}", re.M)
ALIAS = re.compile(r"^using (\w+ = [^;]+);", re.M)


def names_in(hidden):
    """What is declared at the top of an anonymous namespace, the values of plain enumerations among it."""
    for values in ENUMERATORS.findall(hidden):
        yield from re.findall(r"(?:^|,)\s*(\w+)", re.sub(r"//.*", "", values))
    for line in hidden.splitlines():
        if not line or line[0] in " }#/)" or line.startswith(("template", "using")):
            continue
        named = re.match(r"(?:class|struct|enum class|enum)\s+(\w+)", line)
        head = re.sub(r"<.*>|\[.*", "", re.split(r"[({=;]", line, maxsplit=1)[0].strip())
        named = named or re.search(r"\s(\w+)$", head)
        if named:
            yield named[1]


def hidden_names(root):
    """Unity builds compile the files of a folder as one (docs/decisions/0007-unity-builds.md). Each file of tests/bench and tests/fuzz
    is a program of its own."""
    seen = {}
    for path in sources(root, ("core", "ui", "app", "tests")):
        if path.suffix == ".cpp" and folder_of(root, path) not in ("tests/bench", "tests/fuzz"):
            for name in sorted({name for hidden in HIDDEN.findall(RAW_TEXT.sub("", path.read_text())) for name in names_in(hidden)}):
                first = seen.setdefault((path.parent, name), path)
                if first != path:
                    yield f"{path}: {name} stands in an anonymous namespace of {first.name} too"
            for hidden in HIDDEN.findall(RAW_TEXT.sub("", path.read_text())):
                # An alias may be repeated as long as it means one type.
                for name, meaning in (alias.split(" = ", 1) for alias in ALIAS.findall(hidden)):
                    first, others = seen.setdefault((path.parent, name, "alias"), (path, meaning))
                    if others != meaning:
                        yield f"{path}: {name} is another type in {first.name}"


def schemas_text(root):
    """Definitions are facts: no `about`, no comments."""
    for path in sorted((root / "schemas").rglob("*.json")):
        text = path.read_text()
        if re.search(r'"about"\s*:', text) or re.search(r"^\s*//", text, re.M):
            yield f"{path}: holds documentation text or comments"
        json.loads(text)


def main():
    check, root = sys.argv[1], pathlib.Path(sys.argv[2])
    breaks = list(globals()[check](root))
    print("\n".join(breaks) if breaks else f"{check}: nothing to object to")
    return 1 if breaks else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Each rule of check_sources.py finds a fault that is made for it, and accepts the same file without the fault."""
import pathlib
import sys
import tempfile

import check_sources

CASES = [
    ("includes", "core/base/a.cpp", '#include "core/codec/decoder.h"\n', '#include "core/base/bytes.h"\n'),
    ("includes", "core/codec/a.cpp", "#include <QObject>\n", "#include <vector>\n"),
    ("includes", "ui/models/a.cpp", "#include <QWidget>\n", "#include <QObject>\n"),
    ("includes", "core/base/a.h", '#include "bytes.h"\n', '#include "core/base/bytes.h"\n'),
    ("includes", "core/unheard/a.h", "\n", None),
    ("includes", "core/base/a.cpp", "#include <boost/asio.hpp>\n", "#include <atomic>\n"),
    ("includes", "core/base/a.cpp", "#include <sys/socket.h>\n", None),
    ("includes", "core/base/a.cpp", "#include <unistd.h>\n", None),
    ("includes", "ui/models/a.cpp", "#include <qwidget.h>\n", None),
    ("links", "core/query/CMakeLists.txt", "brokerscope_library(FOLDER core/query LINKS core_codec)\n",
     "brokerscope_library(FOLDER core/query LINKS core_value)\n"),
    ("links", "core/query/CMakeLists.txt", "brokerscope_library(FOLDER core/query\n  LINKS core_value Qt6::Core)\n",
     "brokerscope_library(FOLDER core/query\n  LINKS core_value fmt::fmt)\n"),
    ("links", "core/query/CMakeLists.txt", "brokerscope_library(FOLDER core/query LINKS Boost::boost)\n", None),
    ("links", "core/query/CMakeLists.txt", "target_link_libraries(core_query PRIVATE core_codec)\n",
     "target_link_libraries(core_query PRIVATE core_value)\n"),
    ("links", "app/gui/CMakeLists.txt", "target_link_libraries(\n  brokerscope PRIVATE core_codec)\n",
     "target_link_libraries(brokerscope PRIVATE ui_shell)\n"),
    ("sizes", "core/base/a.h", "\n" * 151, "\n" * 150),
    ("sizes", "core/base/a.cpp", "int f() {\n" + "    g();\n" * 61 + "}\n", "int f() {\n" + "    g();\n" * 60 + "}\n"),
    ("sizes", "core/base/a.cpp", "A::A()\n    : m_b(0) {\n" + "    g();\n" * 61 + "}\n",
     "struct A {\n" + "    int b;\n" * 61 + "};\n"),
    ("sizes", "core/base/a.cpp", "void f() {\n    auto g = [] {\n" + "        h();\n" * 61 + "    };\n}\n",
     "int a[] = {\n" + "    1,\n" * 61 + "};\n"),
    ("file_map", "docs/architecture.md", {"docs/architecture.md": "| `core/base` | x |\n", "core/base/a.h": "", "core/new/a.h": ""},
     {"docs/architecture.md": "| `core/base` | x |\n", "core/base/a.h": ""}),
    ("file_map", "docs/architecture.md", {"docs/architecture.md": "| `core/base` | x |\n| `core/gone` | x |\n", "core/base/a.h": ""}, None),
    ("format", "core/base/a.cpp", "int  f(){}\n", "int f() {}\n"),
    ("habits", "ui/pages/a.cpp", "connect(a, &A::b, [] {});\n", "connect(a, &A::b, this, [] {});\n"),
    ("habits", "ui/pages/a.cpp", "QObject::connect(a, &A::b, [] {});\n", "QObject::connect(a, &A::b, this, [] {});\n"),
    ("habits", "ui/pages/a.cpp", "QTimer::singleShot(0, [] {});\n", "QTimer::singleShot(0, this, [] {});\n"),
    ("habits", "ui/pages/a.cpp", "QCoreApplication::processEvents();\n", "x();\n"),
    ("habits", "core/base/byte_utils.h", "\n", None),
    ("hidden_names", "two files",
     {"core/base/a.cpp": "namespace {\nint size() {}\n}  // namespace\n",
      "core/base/b.cpp": "namespace {\nconstexpr int size = 4;\n}  // namespace\n"},
     {"core/base/a.cpp": "namespace {\nint size() {}\n}  // namespace\n",
      "core/schema/b.cpp": "namespace {\nint size() {}\n}  // namespace\n"}),
    ("hidden_names", "two files",
     {"core/base/a.cpp": "namespace {\nenum A : int { First, Key };\n}  // namespace\n",
      "core/base/b.cpp": "namespace {\nenum B : int { Key };\n}  // namespace\n"},
     {"core/base/a.cpp": "namespace {\nenum class A { First, Key };\n}  // namespace\n",
      "core/base/b.cpp": "namespace {\nenum B : int { Key };\n}  // namespace\n"}),
    ("hidden_names", "two files",
     {"core/base/a.cpp": "namespace {\nusing Kind = A;\n}  // namespace\n",
      "core/base/b.cpp": "namespace {\nusing Kind = B;\n}  // namespace\n"},
     {"core/base/a.cpp": "namespace {\nusing Kind = A;\n}  // namespace\n",
      "core/base/b.cpp": "namespace {\nusing Kind = A;\n}  // namespace\n"}),
    ("schemas_text", "schemas/4.4.0/clients/A.json", '{"about": "x"}', '{"name": "x"}'),
]


def breaks_of(rule, name, text):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for path, content in (text if isinstance(text, dict) else {name: text}).items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(content)
        return list(getattr(check_sources, rule)(root))


def main():
    wrong = []
    for rule, name, faulty, good in CASES:
        if not breaks_of(rule, name, faulty):
            wrong.append(f"{rule} accepts {name} with {faulty!r}")
        if good is not None and breaks_of(rule, name, good):
            wrong.append(f"{rule} objects to {name} with {good!r}: {breaks_of(rule, name, good)}")
    print("\n".join(wrong) if wrong else f"{len(CASES)} faults found")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

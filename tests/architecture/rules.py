"""The include table of docs/architecture.md as data: what each folder may include besides itself and the standard library."""

OFFLINE = [
    "core/base", "core/schema", "core/value", "core/codec", "core/records", "core/log_files",
    "core/internal_topics", "core/document", "core/query", "core/topology", "core/exchange", "core/groups", "core/capture", "core/collections", "core/text",
]
CORE = OFFLINE + ["core/net", "core/cluster", "core/sandbox", "core/proxy", "core/workbench"]
UI_LEAVES = ["ui/style", "ui/widgets", "ui/models", "ui/selection", "ui/hexview", "ui/timeline", "ui/charts", "ui/forms",
             "ui/inspector"]
WIDGETS = ["QtCore", "QtGui", "QtWidgets", "QtSvg"]
EXCHANGE = ["core/base", "core/schema", "core/value", "core/codec", "core/records", "core/internal_topics",
            "core/document", "core/query", "core/topology"]

# folder -> (folders, libraries)
MAY_INCLUDE = {
    "core/base": ([], []),
    "core/schema": (["core/base"], ["nlohmann", "zip"]),
    "core/value": (["core/base", "core/schema"], ["nlohmann"]),
    "core/codec": (["core/base", "core/schema", "core/value"], []),
    "core/records": (["core/base", "core/schema", "core/value", "core/codec"], ["zstd", "lz4", "snappy", "zlib", "isal"]),
    "core/internal_topics": (["core/base", "core/schema", "core/value", "core/codec", "core/records"], []),
    "core/document": (["core/base", "core/schema", "core/value", "core/codec", "core/records", "core/internal_topics"], []),
    "core/log_files": (["core/base", "core/schema", "core/value", "core/codec", "core/records"], []),
    "core/topology": (["core/base", "core/schema", "core/value"], []),
    "core/query": (["core/base", "core/schema", "core/value"], []),
    "core/exchange": (EXCHANGE, []),
    "core/groups": (EXCHANGE + ["core/exchange"], []),
    "core/capture": (EXCHANGE + ["core/exchange"], []),
    "core/collections": (["core/base", "core/schema", "core/value", "core/codec", "core/records", "core/document", "core/query"], ["nlohmann"]),
    "core/text": (OFFLINE, ["nlohmann"]),
    "core/net": (OFFLINE, ["QtCore", "QtNetwork", "openssl"]),
    "core/cluster": (OFFLINE + ["core/net"], ["QtCore", "QtNetwork", "qtkeychain"]),
    "core/workbench": (CORE, ["QtCore", "QtNetwork"]),
    "ui/style": ([], WIDGETS),
    "ui/widgets": (["ui/style"], WIDGETS),
    "ui/models": (OFFLINE + ["ui/selection"], ["QtCore"]),
    "ui/selection": (OFFLINE, ["QtCore"]),
    "ui/hexview": (["core/base", "ui/style", "ui/widgets"], WIDGETS),
    "ui/timeline": (["core/base", "core/groups", "ui/style", "ui/widgets"], WIDGETS),
    "ui/charts": (["ui/style"], WIDGETS + ["qcustomplot"]),
    "ui/forms": (OFFLINE + ["ui/models", "ui/hexview", "ui/widgets", "ui/style"], WIDGETS),
    "ui/inspector": (OFFLINE + ["ui/models", "ui/selection", "ui/hexview", "ui/widgets", "ui/style"], WIDGETS),
    "ui/pages": (OFFLINE + ["core/workbench"] + UI_LEAVES + ["ui/dialogs"], WIDGETS),
    "ui/shell": (OFFLINE + ["core/workbench"] + UI_LEAVES + ["ui/dialogs", "ui/pages"], WIDGETS),
    "app/cli": (OFFLINE + ["core/workbench"], ["CLI", "nlohmann", "QtCore"]),
    "app/gui": (["core/workbench", "ui/shell"], WIDGETS),
}
# Every folder may use these.
EVERYWHERE = ["fmt", "tl"]

# First part of an <include> -> library name as above, beside the class headers of Qt (qt_headers.py).
LIBRARY_OF = {
    "nlohmann": "nlohmann", "zip.h": "zip", "fmt": "fmt", "tl": "tl", "openssl": "openssl", "CLI": "CLI",
    "qt6keychain": "qtkeychain", "QtCore": "QtCore", "QtGui": "QtGui", "QtWidgets": "QtWidgets", "QtNetwork": "QtNetwork",
    "zstd.h": "zstd", "lz4frame.h": "lz4", "snappy.h": "snappy", "snappy-sinksource.h": "snappy", "zlib.h": "zlib", "isa-l": "isal",
    "qcustomplot.h": "qcustomplot", "QtSvg": "QtSvg", "QtSvgWidgets": "QtSvg", "QtConcurrent": "QtConcurrent", "QtTest": "QtTest", "QtMath": "QtCore",
}

# CMake target -> libraries as above.
LIBRARY_OF_TARGET = {
    "fmt::fmt": ["fmt"], "tl::expected": ["tl"], "nlohmann_json::nlohmann_json": ["nlohmann"], "libzip::zip": ["zip"],
    "zstd::libzstd_shared": ["zstd"], "Snappy::snappy": ["snappy"], "ZLIB::ZLIB": ["zlib"], "PkgConfig::liblz4": ["lz4"],
    "PkgConfig::libisal": ["isal"], "CLI11::CLI11": ["CLI"], "Qt6::Core": ["QtCore"], "Qt6::Network": ["QtNetwork"],
    "Qt6::Gui": ["QtGui"], "Qt6::Widgets": ["QtWidgets"], "Qt6::Svg": ["QtSvg"], "OpenSSL::SSL": ["openssl"],
    "QCustomPlotQt6::QCustomPlotQt6": ["qcustomplot"], "qt6keychain": ["qtkeychain"],
}
# Targets of the build that are no libraries of others.
OWN_TARGETS = {"Threads::Threads", "brokerscope_embedded", "brokerscope_unoptimized", "brokerscope_config", "brokerscope_qt_config"}

# The standard library, and what the systems offer for files and terminals. What is in no table is refused.
STANDARD = set("""
algorithm array atomic barrier bit bitset cassert cctype cerrno charconv chrono climits cmath compare complex concepts
condition_variable csignal cstdarg cstddef cstdint cstdio cstdlib cstring ctime deque exception filesystem forward_list fstream
functional future initializer_list iomanip ios iosfwd iostream istream iterator latch limits list locale map memory
memory_resource mutex new numbers numeric optional ostream queue random ranges ratio regex semaphore set shared_mutex
source_location span sstream stack stdexcept streambuf string string_view system_error thread tuple type_traits typeindex
typeinfo unordered_map unordered_set utility valarray variant vector version""".split())
SYSTEM = {"fcntl.h", "io.h", "share.h", "sys/file.h", "sys/stat.h", "unistd.h"}
SYSTEM_FOLDERS = {"app/cli", "core/exchange"}

"""Which Qt module a class header belongs to, as far as the rules care."""

GUI = {"QGuiApplication", "QPainter", "QPainterPath", "QColor", "QFont", "QFontMetrics", "QFontMetricsF", "QFontDatabase", "QIcon",
       "QIconEngine", "QImage", "QPixmap", "QPen", "QBrush", "QPalette", "QClipboard", "QAction", "QShortcut", "QKeySequence",
       "QTextDocument", "QTextLayout", "QValidator", "QRegularExpressionValidator", "QIntValidator", "QMouseEvent",
       "QKeyEvent", "QWheelEvent", "QPaintEvent", "QResizeEvent", "QFocusEvent", "QCursor", "QScreen", "QWindow", "QAccessible",
       "QUndoStack", "QStandardItemModel", "QPixmapCache", "QFontInfo", "QDesktopServices", "QGlyphRun", "QEnterEvent",
       "QHelpEvent", "QContextMenuEvent", "QTransform", "QActionGroup", "QShortcutEvent", "QHoverEvent", "QPolygonF",
       "QDropEvent", "QDragEnterEvent", "QShowEvent", "QHideEvent", "QCloseEvent", "QSurfaceFormat", "QTextCursor"}
NETWORK = {"QTcpSocket", "QTcpServer", "QAbstractSocket", "QHostAddress", "QHostInfo", "QSslSocket", "QNetworkProxy",
           "QNetworkInterface", "QSslConfiguration", "QLocalSocket"}
CORE = {"QObject", "QString", "QStringList", "QStringLiteral", "QByteArray", "QVariant", "QVector", "QList", "QHash", "QMap", "QSet",
        "QTimer", "QThread", "QThreadPool", "QRunnable", "QMutex", "QFuture", "QPromise", "QFutureWatcher", "QPointer",
        "QElapsedTimer", "QDateTime", "QTimeZone", "QLocale", "QUrl", "QFile", "QFileInfo", "QDir", "QSettings",
        "QCoreApplication", "QAbstractItemModel", "QAbstractListModel", "QAbstractTableModel", "QSortFilterProxyModel",
        "QItemSelection", "QItemSelectionModel", "QModelIndex", "QPersistentModelIndex", "QIODevice", "QMetaObject",
        "QMetaType", "QEvent", "QEventLoop", "QRect", "QRectF", "QPoint", "QPointF", "QSize", "QSizeF", "QMargins",
        "QRegularExpression", "QStringView", "QSignalBlocker", "QScopedValueRollback", "QtGlobal", "QDeadlineTimer",
        "QCommandLineParser", "QCommandLineOption", "QStandardPaths", "QMimeData", "QTranslator", "QBasicTimer",
        "QTimerEvent", "QReadWriteLock", "QWaitCondition", "QSemaphore", "QRandomGenerator", "QUuid", "QCollator",
        "QTextStream", "QJsonObject", "QJsonArray", "QJsonValue", "QJsonParseError", "QAtomicInt", "QIdentityProxyModel", "QStringListModel", "QLibraryInfo", "QProcess", "QJsonDocument",
        "QChildEvent", "QLoggingCategory", "QDebug", "QSysInfo", "Qt", "QFlags"}


def qt_module(name):
    """The module of a class header; headers by file name (<qpainter.h>) hide their class and are none of them."""
    if name in CORE or name.startswith("qnamespace"):
        return "QtCore"
    if name in NETWORK:
        return "QtNetwork"
    if name in GUI:
        return "QtGui"
    if name.startswith("QSvg"):
        return "QtSvg"
    # Every other class header is a widget, a style or something that needs them.
    return "QtWidgets" if name.startswith("Q") and len(name) > 1 and name[1].isupper() else None

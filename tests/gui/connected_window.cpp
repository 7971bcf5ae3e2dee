#include "tests/gui/connected_window.h"

#include "ui/hexview/hex_view.h"
#include "ui/inspector/field_tree.h"
#include "ui/inspector/inspector.h"
#include "ui/models/roles.h"
#include "ui/pages/compose_page.h"

#include <QProcess>
#include <QPushButton>
#include <QTest>

namespace brokerscope {

QString fixtureBootstrap() {
    QProcess status;
    status.start(QStringLiteral(BROKERSCOPE_SOURCE_DIR "/scripts/kafka.sh"),
                 {QStringLiteral("status"), QStringLiteral("--name"), QStringLiteral("gui")});
    status.waitForFinished();
    const QString key = QStringLiteral("bootstrap=");
    for (const QString& line : QString::fromUtf8(status.readAllStandardOutput()).split(QLatin1Char('\n'))) {
        if (line.startsWith(key)) {
            return line.mid(key.size());
        }
    }
    return {};
}

void ConnectedWindow::SetUp() {
    const QString bootstrap = fixtureBootstrap();
    ASSERT_FALSE(bootstrap.isEmpty()) << "No broker called gui runs: scripts/kafka.sh start --name gui --port 0";
    QString failure;
    const QObject context;
    QObject::connect(&m_window, &MainWindow::connected, &context, [this](const ClusterView& view) { m_view = view; });
    QObject::connect(&m_window, &MainWindow::connectFailed, &context,
                     [&failure](const QString& sentence) { failure = sentence; });
    m_window.show();
    m_window.connectTo(bootstrap);
    waitUntil([this, &failure] { return m_view.versions != nullptr || !failure.isEmpty(); });
    ASSERT_TRUE(m_view.versions) << failure.toStdString();
}

bool ConnectedWindow::clickLast(const QWidget& within, const QString& text) {
    QPushButton* last = nullptr;
    for (QPushButton* button : within.findChildren<QPushButton*>()) {
        last = button->text() == text ? button : last;
    }
    if (last != nullptr) {
        last->click();
    }
    return last != nullptr;
}

bool ConnectedWindow::waitUntil(const std::function<bool()>& condition) {
    constexpr int kPatience = 10'000;  // ms
    return QTest::qWaitFor(condition, kPatience);
}

void ConnectedWindow::compose(int apiKey, int version) {
    m_window.showPage(Page::Compose);
    m_window.compose().chooseApi(apiKey);
    m_window.compose().setVersion(version);
}

std::shared_ptr<const Exchange> ConnectedWindow::sendAndWait() {
    std::shared_ptr<const Exchange> exchange;
    bool ended = false;
    QObject context;
    QObject::connect(&m_window.compose(), &ComposePage::answered, &context, [&](const SendResult& result) {
        exchange = result.exchange;
        ended = true;
    });
    QObject::connect(&m_window.compose(), &ComposePage::notSent, &context, [&] { ended = true; });
    m_window.compose().send();
    waitUntil([&ended] { return ended; });
    return exchange;
}

void ConnectedWindow::clickByte(HexView& view, std::uint64_t offset) {
    view.ensureVisible(offset);
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.byteRect(offset).center());
}

void ConnectedWindow::typeAt(HexView& view, std::uint64_t offset, const char* digits) {
    clickByte(view, offset);
    QTest::keyClicks(&view, QString::fromLatin1(digits));
}

HexView& ConnectedWindow::hexOf(QWidget& widget) {
    return *widget.findChild<HexView*>();
}

QString ConnectedWindow::selectedPath(Inspector& inspector) {
    return inspector.findChild<FieldTree*>()->currentIndex().data(Role::PathRole).toString();
}

}  // namespace brokerscope

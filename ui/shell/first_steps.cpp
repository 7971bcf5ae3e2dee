#include "ui/shell/first_steps.h"

#include "core/schema/api_keys.h"
#include "core/text/hex_dump.h"
#include "core/topology/node_values.h"
#include "core/value/json_writer.h"
#include "ui/inspector/inspector.h"
#include "ui/pages/compose_page.h"
#include "ui/pages/exchange_texts.h"
#include "ui/pages/response_panel.h"
#include "ui/shell/main_window.h"

#include <QTextStream>
#include <QTimer>

#include <chrono>

namespace brokerscope {

namespace {

constexpr std::chrono::milliseconds kSettle{300};  // until the layout has come to rest
constexpr int kJsonIndent = 2;

QString bodyJson(const std::shared_ptr<const ValueTree>& tree) {
    return QString::fromStdString(toJson(bodyOf(tree), {.mask = true, .indent = kJsonIndent}));
}

}  // namespace

FirstSteps::FirstSteps(MainWindow& window, QString picture) : m_window(window), m_picture(std::move(picture)) {}

void FirstSteps::begin() {
    connect(&m_window, &MainWindow::connected, this, &FirstSteps::compose);
    connect(&m_window, &MainWindow::connectFailed, this, &FirstSteps::fail);
    connect(&m_window.compose(), &ComposePage::answered, this, &FirstSteps::report);
    connect(&m_window.compose(), &ComposePage::notSent, this, &FirstSteps::fail);
}

void FirstSteps::compose() {
    m_window.showPage(Page::Compose);
    m_window.compose().chooseApi(api_key::kMetadata);
    m_window.compose().chooseNewestVersion();
    m_window.compose().send();
}

void FirstSteps::report(const SendResult& result) {
    const Exchange& exchange = *result.exchange;
    QTextStream out(stdout);
    out << tr("Sent %1 v%2 to %3, %4:")
               .arg(apiText(m_window.registry(), exchange))
               .arg(exchange.apiVersion.value_or(-1))
               .arg(QString::fromStdString(exchange.broker.toString()), bytesCountText(exchange.requestBytes()))
        << '\n'
        << QString::fromStdString(hexDump(*exchange.request)) << bodyJson(result.request) << "\n\n";
    if (!result.response) {
        out.flush();
        fail(failureText(exchange));
        return;
    }
    out << tr("Got %1:").arg(resultText(m_window.registry(), exchange)) << '\n'
        << QString::fromStdString(hexDump(*exchange.response)) << bodyJson(result.response) << '\n';
    out.flush();
    m_window.compose().response().inspector().goToPath(QStringLiteral("brokers[0].host"));
    savePicture(0);
}

void FirstSteps::fail(const QString& sentence) {
    QTextStream(stderr) << tr("brokerscope: %1").arg(sentence) << '\n';
    savePicture(1);
}

void FirstSteps::savePicture(int exitStatus) {
    disconnect(&m_window, nullptr, this, nullptr);
    disconnect(&m_window.compose(), nullptr, this, nullptr);
    QTimer::singleShot(kSettle, this, [this, exitStatus] {
        int status = exitStatus;
        if (!m_picture.isEmpty() && !m_window.grab().save(m_picture)) {
            QTextStream(stderr)
                << tr("brokerscope: The picture %1 could not be saved. Is its folder there and writable?")
                       .arg(m_picture)
                << '\n';
            status = 1;
        }
        Q_EMIT finished(status);
    });
}

}  // namespace brokerscope

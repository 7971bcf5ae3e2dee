#include "ui/pages/target_box.h"

#include "ui/widgets/elided_line_edit.h"

#include <QSignalBlocker>
#include <QStyle>
#include <QStyleOptionComboBox>

#include <algorithm>

namespace brokerscope {

namespace {

constexpr int kMostLetters = 36;   // of a text that the box grows for
constexpr int kLeastLetters = 12;  // a longer one ends in an ellipsis
constexpr int kRoomBesideText = 10;

}  // namespace

TargetBox::TargetBox(QWidget* parent) : QComboBox(parent) {
    setLineEdit(new ElidedLineEdit(this));
    setInsertPolicy(QComboBox::NoInsert);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setAccessibleName(tr("Target"));
    lineEdit()->setPlaceholderText(tr("id or HOST:PORT"));
    fill();
    connect(this, &QComboBox::currentTextChanged, this, [this] {
        setToolTip(explanation());
        updateGeometry();
        Q_EMIT targetChanged();
    });
}

int TargetBox::widthFor(int textWidth) const {
    QStyleOptionComboBox option;
    initStyleOption(&option);
    const QSize contents(textWidth + kRoomBesideText, fontMetrics().height());
    return style()->sizeFromContents(QStyle::CT_ComboBox, &option, contents, this).width();
}

QSize TargetBox::sizeHint() const {
    const int most = kMostLetters * fontMetrics().averageCharWidth();
    return {widthFor(std::min(fontMetrics().horizontalAdvance(currentText()), most)), QComboBox::sizeHint().height()};
}

QSize TargetBox::minimumSizeHint() const {
    return {widthFor(kLeastLetters * fontMetrics().averageCharWidth()), QComboBox::minimumSizeHint().height()};
}

void TargetBox::setRouting(const QString& routing) {
    m_routing = routing;
    fill();
}

void TargetBox::setSnapshot(std::shared_ptr<const ClusterSnapshot> snapshot) {
    m_snapshot = std::move(snapshot);
    fill();
}

void TargetBox::fill() {
    const QString typed = currentText();
    const int known = findText(typed, Qt::MatchExactly);
    const QString value = count() == 0 ? QStringLiteral("auto") : known >= 0 ? itemData(known).toString() : typed;
    {
        const QSignalBlocker blocker(this);
        clear();
        addItem(m_routing.isEmpty() ? tr("auto") : tr("auto: %1").arg(m_routing), QStringLiteral("auto"));
        addItem(tr("any broker"), QStringLiteral("any"));
        addItem(tr("controller"), QStringLiteral("controller"));
        if (m_snapshot) {
            for (const BrokerInfo& broker : m_snapshot->brokers) {
                addItem(tr("broker %1 · %2").arg(broker.id).arg(QString::fromStdString(broker.endpoint.toString())),
                        QString::number(broker.id));
            }
        }
        choose(value);
    }
    setToolTip(explanation());
    updateGeometry();
    Q_EMIT targetChanged();
}

void TargetBox::choose(const QString& value) {
    const int index = findData(value);
    setCurrentIndex(index);
    if (index < 0) {
        setEditText(value);
    }
    lineEdit()->setCursorPosition(0);
}

Result<RequestTarget> TargetBox::target() const {
    const int known = findText(currentText(), Qt::MatchExactly);
    const QString value = known >= 0 ? itemData(known).toString() : currentText().trimmed();
    return RequestTarget::parse(value.toStdString());
}

QString TargetBox::explanation() const {
    const auto chosen = target();
    if (!chosen) {
        return tr("Choose auto, any broker, controller or a broker, or type a broker id or HOST:PORT.");
    }
    switch (chosen->kind) {
        case TargetKind::Auto:
            return m_routing.isEmpty() ? tr("Sent where the API needs it.")
                                       : tr("This API goes to: %1.").arg(m_routing);
        case TargetKind::Any:
            return tr("Sent to the first address that answers.");
        case TargetKind::Controller:
            return tr("Sent to the controller that the metadata names.");
        case TargetKind::Address:
            return tr("Sent to this address, whether the cluster knows it or not.");
        default:
            return tr("Sent to %1.").arg(QString::fromStdString(chosen->describe()));
    }
}

}  // namespace brokerscope

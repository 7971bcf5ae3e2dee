#include "ui/pages/reference_primitives.h"

#include "core/base/hex.h"
#include "core/text/byte_readings.h"
#include "core/text/hex_dump.h"
#include "ui/models/value_format.h"
#include "ui/style/fonts.h"
#include "ui/style/metrics.h"
#include "ui/style/palette.h"
#include "ui/widgets/font_follower.h"
#include "ui/widgets/title_bar.h"

#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QSignalBlocker>
#include <QSplitter>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace brokerscope {

namespace {

constexpr int kTypesWidth = 260;
constexpr int kCalculatorWidth = 860;
constexpr std::size_t kMostReadBytes = 64;

QString coloured(const QString& text, const QColor& colour) {
    return QStringLiteral("<span style=\"color:%1\">%2</span>").arg(colour.name(), text.toHtmlEscaped());
}

QString monoCell(const QString& text, const QColor& ground) {
    return QStringLiteral("<td style=\"background-color:%1; font-family:'%2'\">&nbsp;%3&nbsp;</td>")
        .arg(ground.name(), monospaceFont().family(), text.toHtmlEscaped());
}

QString linesTable(const std::vector<ExplanationLine>& lines, const Palette& palette) {
    QString html = QStringLiteral("<table cellspacing=\"2\" cellpadding=\"3\">");
    for (std::size_t i = 0; i < lines.size(); ++i) {
        html += QStringLiteral("<tr>") +
                monoCell(QString::fromStdString(lines[i].bytes), palette.tintFill(static_cast<int>(i))) +
                QStringLiteral("<td>&nbsp;%1</td></tr>").arg(QString::fromStdString(lines[i].text).toHtmlEscaped());
    }
    return html + QStringLiteral("</table>");
}

QString readingsTable(const std::vector<ByteReading>& readings, const Palette& palette) {
    if (readings.empty()) {
        return {};
    }
    QString html =
        QStringLiteral("<p>%1</p><table cellspacing=\"0\" cellpadding=\"2\">")
            .arg(coloured(ReferencePrimitives::tr("What the same bytes could say otherwise"), palette.muted));
    for (const ByteReading& reading : readings) {
        html += QStringLiteral("<tr><td>%1&nbsp;&nbsp;</td><td>%2</td></tr>")
                    .arg(coloured(QString::fromStdString(reading.label), palette.muted),
                         QString::fromStdString(reading.value).toHtmlEscaped());
    }
    return html + QStringLiteral("</table>");
}

// With the place among the bytes, where there is one.
QString placedRemark(const Diagnostic& remark, std::size_t size) {
    const QString text = QString::fromStdString(remark.text());
    const bool hasPlace = remark.span.length > 0 || remark.span.offset < size;
    return hasPlace && remark.id != MessageId::Other
               ? ReferencePrimitives::tr("at byte %1: %2").arg(remark.span.offset).arg(text)
               : text;
}

}  // namespace

ReferencePrimitives::ReferencePrimitives(QWidget* parent)
    : QWidget(parent), m_list(new QListWidget(this)), m_bar(new TitleBar({}, TitleBar::Height::Panel, this)) {
    setUpList();
    auto* columns = new QSplitter(Qt::Horizontal, this);
    columns->addWidget(m_list);
    columns->addWidget(makeCalculator());
    columns->setChildrenCollapsible(false);
    columns->setHandleWidth(1);
    columns->setStretchFactor(1, 1);
    columns->setSizes({kTypesWidth, kCalculatorWidth});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(columns);
    m_list->setCurrentRow(0);
}

void ReferencePrimitives::setUpList() {
    m_list->setAccessibleName(tr("Primitive types"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    for (const PrimitiveType& type : primitiveTypes()) {
        m_list->addItem(QString::fromStdString(primitiveName(type)));
    }
    connect(m_list, &QListWidget::currentRowChanged, this, &ReferencePrimitives::showType);
}

QLabel* ReferencePrimitives::caption(const QString& text, QWidget* buddy) {
    auto* label = new QLabel(text, this);
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setBuddy(buddy);
    return label;
}

QWidget* ReferencePrimitives::makeCalculator() {
    auto* page = new QWidget(this);
    m_says = new QLabel(page);
    m_says->setWordWrap(true);
    m_says->setTextFormat(Qt::PlainText);
    m_element = new QComboBox(page);
    m_element->setAccessibleName(tr("Type of the elements"));
    for (const FieldType type : primitiveElements()) {
        m_element->addItem(QString::fromUtf8(fieldTypeName(type).data()), static_cast<int>(type));
    }
    m_value = new QLineEdit(page);
    m_value->setAccessibleName(tr("Value"));
    followMonospaceFont(*m_value);
    m_bytes = new QLineEdit(page);
    m_bytes->setAccessibleName(tr("Bytes as hexadecimal digits"));
    followMonospaceFont(*m_bytes);
    m_explanation = new QTextBrowser(page);
    m_explanation->setFrameShape(QFrame::NoFrame);
    m_explanation->setAccessibleName(tr("Explanation of the bytes"));
    m_explanation->document()->setDocumentMargin(0);
    m_elementCaption = caption(tr("of"), m_element);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(Metrics::Margin);
    grid->setVerticalSpacing(Metrics::Spacing);
    grid->addWidget(m_says, 0, 0, 1, 2);
    grid->addWidget(m_elementCaption, 1, 0);
    grid->addWidget(m_element, 1, 1, Qt::AlignLeft);
    grid->addWidget(caption(tr("value"), m_value), 2, 0);
    grid->addWidget(m_value, 2, 1);
    grid->addWidget(caption(tr("bytes"), m_bytes), 3, 0);
    grid->addWidget(m_bytes, 3, 1);
    grid->addWidget(m_explanation, 4, 1);
    grid->setColumnStretch(1, 1);
    grid->setRowStretch(4, 1);
    grid->setContentsMargins(Metrics::Margin, Metrics::Margin, Metrics::Margin, Metrics::Margin);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addLayout(grid, 1);
    connect(m_element, &QComboBox::currentIndexChanged, this, [this] { takeValue(m_value->text()); });
    connect(m_value, &QLineEdit::textEdited, this, &ReferencePrimitives::takeValue);
    connect(m_bytes, &QLineEdit::textEdited, this, &ReferencePrimitives::takeBytes);
    return page;
}

void ReferencePrimitives::chooseType(const QString& name) {
    const auto found = m_list->findItems(name, Qt::MatchExactly);
    if (!found.isEmpty()) {
        m_list->setCurrentItem(found.front());
    }
}

QString ReferencePrimitives::chosenType() const {
    return m_list->currentItem() != nullptr ? m_list->currentItem()->text() : QString();
}

void ReferencePrimitives::chooseElement(const QString& type) {
    m_element->setCurrentIndex(m_element->findText(type));
}

FieldType ReferencePrimitives::element() const {
    return static_cast<FieldType>(m_element->currentData().toInt());
}

void ReferencePrimitives::showType() {
    m_type = primitiveByName(chosenType().toStdString());
    if (m_type == nullptr) {
        return;
    }
    m_bar->setHeading(chosenType());
    m_says->setText(QString::fromUtf8(m_type->says.data(), static_cast<qsizetype>(m_type->says.size())));
    {
        const QSignalBlocker blocker(m_element);
        chooseElement(QStringLiteral("int32"));
    }
    m_element->setVisible(m_type->isArray);
    m_elementCaption->setVisible(m_type->isArray);
    setValue(QString::fromUtf8(m_type->example.data(), static_cast<qsizetype>(m_type->example.size())));
}

void ReferencePrimitives::setValue(const QString& text) {
    m_value->setText(text);
    takeValue(text);
}

void ReferencePrimitives::setBytes(const QString& hex) {
    m_bytes->setText(hex);
    takeBytes(hex);
}

void ReferencePrimitives::takeValue(const QString& text) {
    auto reading = encodePrimitive(*m_type, element(), text.toStdString());
    m_failure = reading ? QString() : QString::fromStdString(reading.error().text());
    m_reading = reading ? std::move(*reading) : PrimitiveReading{};
    m_bytes->setText(QString::fromStdString(spacedHex(m_reading.bytes)));
    showReading();
}

void ReferencePrimitives::takeBytes(const QString& text) {
    auto bytes = fromHex(text.toStdString());
    m_failure = bytes ? QString() : QString::fromStdString(bytes.error().text());
    m_reading = bytes ? decodePrimitive(*m_type, element(), std::move(*bytes)) : PrimitiveReading{};
    m_value->setText(QString::fromStdString(m_reading.value));
    showReading();
}

void ReferencePrimitives::showReading() {
    const Palette& palette = Palette::of(this->palette());
    QString html;
    if (!m_failure.isEmpty()) {
        html += QStringLiteral("<p>%1</p>").arg(coloured(m_failure, palette.error));
    }
    for (const Diagnostic& remark : m_reading.diagnostics) {
        const QColor& colour = remark.severity == Severity::Error     ? palette.error
                               : remark.severity == Severity::Warning ? palette.warning
                                                                      : palette.muted;
        html += QStringLiteral("<p>%1</p>").arg(coloured(placedRemark(remark, m_reading.bytes.size()), colour));
    }
    html += linesTable(m_reading.lines, palette);
    if (!m_reading.bytes.empty() && m_reading.bytes.size() <= kMostReadBytes) {
        html += readingsTable(byteReadings(m_reading.bytes), palette);
    }
    m_explanation->setHtml(html);
    m_bar->setFacts(m_failure.isEmpty() ? countText(m_reading.bytes.size(), tr("byte"), tr("bytes")) : QString());
}

QString ReferencePrimitives::explanation() const {
    QStringList lines;
    for (const ExplanationLine& line : m_reading.lines) {
        lines.append(
            QStringLiteral("%1  %2").arg(QString::fromStdString(line.bytes), QString::fromStdString(line.text)));
    }
    return lines.join(QLatin1Char('\n'));
}

QString ReferencePrimitives::remarks() const {
    QStringList lines;
    if (!m_failure.isEmpty()) {
        lines.append(m_failure);
    }
    for (const Diagnostic& remark : m_reading.diagnostics) {
        lines.append(placedRemark(remark, m_reading.bytes.size()));
    }
    return lines.join(QLatin1Char('\n'));
}

void ReferencePrimitives::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_explanation != nullptr) {
        showReading();
    }
}

}  // namespace brokerscope

#include "ui/inspector/find_bar.h"

#include "ui/style/icons.h"
#include "ui/style/metrics.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

namespace brokerscope {

FindBar::FindBar(QWidget* parent)
    : QWidget(parent), m_mode(new QComboBox), m_text(new QLineEdit), m_answer(new QLabel) {
    m_mode->addItems({tr("Text"), tr("Hex"), tr("Field"), tr("Offset")});
    m_mode->setAccessibleName(tr("What to find"));
    m_text->setAccessibleName(tr("Find"));
    m_text->setClearButtonEnabled(true);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(Metrics::Margin, 4, Metrics::Margin, 4);
    layout->addWidget(m_mode);
    layout->addWidget(m_text, 1);
    const auto addButton = [&](const QString& iconName, const QString& name, auto clicked) {
        auto* button = new QToolButton;
        button->setIcon(icon(iconName));
        button->setToolTip(name);
        button->setAccessibleName(name);
        button->setAutoRaise(true);
        connect(button, &QToolButton::clicked, this, clicked);
        layout->addWidget(button);
    };
    addButton(QStringLiteral("chevron-up"), tr("Previous (Shift+Return)"), [this] { search(true); });
    addButton(QStringLiteral("chevron-down"), tr("Next (Return)"), [this] { search(false); });
    layout->addWidget(m_answer);
    addButton(QStringLiteral("close"), tr("Close (Escape)"), [this] {
        hide();
        Q_EMIT closed();
    });
    connect(m_mode, &QComboBox::currentIndexChanged, this, [this] { updatePlaceholder(); });
    connect(m_text, &QLineEdit::textEdited, this, [this] { say({}); });
    updatePlaceholder();
    hide();
}

void FindBar::open(SearchMode mode) {
    m_mode->setCurrentIndex(static_cast<int>(mode));
    say({});
    show();
    m_text->setFocus();
    m_text->selectAll();
}

void FindBar::setTree(std::shared_ptr<const ValueTree> tree) {
    m_tree = std::move(tree);
    m_position = 0;
    say({});
}

void FindBar::updatePlaceholder() {
    const QString texts[] = {tr("text in the bytes"), tr("bytes such as 00 0b 62"), tr("part of a field's name"),
                             tr("offset such as 43 or 0x2b")};
    m_text->setPlaceholderText(texts[m_mode->currentIndex()]);
    say({});
}

void FindBar::say(const QString& text) {
    m_answer->setText(text);
}

void FindBar::search(bool backwards) {
    const auto mode = static_cast<SearchMode>(m_mode->currentIndex());
    const auto hit = searchMessage(m_tree, mode, m_text->text(), m_position, backwards);
    if (!hit) {
        say(QString::fromStdString(hit.error().text()));
    } else if (!*hit) {
        say(m_text->text().isEmpty() ? QString() : tr("not in this message"));
    } else {
        say(tr("at offset %1").arg((*hit)->span.offset));
        m_position = (*hit)->span.offset;
        Q_EMIT found(**hit);
    }
}

void FindBar::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) {
        hide();
        Q_EMIT closed();
    } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        search((event->modifiers() & Qt::ShiftModifier) != 0);
    } else {
        QWidget::keyPressEvent(event);
    }
}

}  // namespace brokerscope

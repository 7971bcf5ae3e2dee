#include "ui/pages/lesson_view.h"

#include "ui/pages/lesson_painter.h"
#include "ui/style/fonts.h"
#include "ui/style/palette.h"

#include <QAbstractTextDocumentLayout>
#include <QEvent>
#include <QPainter>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextFrame>
#include <QTextTable>
#include <QUrl>

namespace brokerscope {

namespace {

constexpr int kDrawingObject = QTextFormat::UserObject + 1;
constexpr int kBlockProperty = QTextFormat::UserProperty + 1;
constexpr qreal kTextWidth = 760;
constexpr qreal kLeastMargin = 24;
constexpr qreal kParagraphSpace = 8;
constexpr qreal kDrawingSpace = 6;
constexpr qreal kLineSpacing = 118;  // percent

// Writes the blocks of a lesson into a document.
class LessonWriter {
public:
    LessonWriter(QTextDocument& document, const Palette& palette) : m_cursor(&document), m_palette(palette) {}

    void heading(const QString& text) {
        QTextBlockFormat block;
        block.setBottomMargin(kParagraphSpace);
        m_cursor.setBlockFormat(block);
        QTextCharFormat format;
        format.setFont(headingFont());
        format.setForeground(m_palette.text);
        m_cursor.insertText(text, format);
    }

    void write(const LessonBlock& block, int position) {
        m_position = position;
        std::visit([this](const auto& one) { put(one); }, block);
    }

private:
    void put(const LessonText& block) {
        paragraph();
        m_cursor.insertText(QString::fromStdString(block.text), plain());
    }

    void put(const LessonPoints& block) {
        for (const std::string& point : block.points) {
            paragraph(20);
            m_cursor.insertText(QStringLiteral("•  ") + QString::fromStdString(point), plain());
        }
    }

    void put(const LessonTable& block) {
        QTextTableFormat format;
        format.setBorder(0);
        format.setCellPadding(4);
        format.setCellSpacing(0);
        format.setTopMargin(kParagraphSpace / 2);
        format.setBottomMargin(kParagraphSpace);
        QTextTable* table = m_cursor.insertTable(static_cast<int>(block.rows.size()) + 1,
                                                 static_cast<int>(block.columns.size()), format);
        QTextCharFormat head = plain();
        head.setFontWeight(QFont::DemiBold);
        head.setForeground(m_palette.muted);
        for (std::size_t column = 0; column < block.columns.size(); ++column) {
            cell(*table, 0, column, block.columns[column], head);
        }
        for (std::size_t row = 0; row < block.rows.size(); ++row) {
            for (std::size_t column = 0; column < block.rows[row].size(); ++column) {
                cell(*table, row + 1, column, block.rows[row][column], plain());
            }
        }
        m_cursor = table->document()->rootFrame()->lastCursorPosition();
    }

    void cell(QTextTable& table, std::size_t row, std::size_t column, const std::string& text,
              const QTextCharFormat& format) {
        QTextTableCell at = table.cellAt(static_cast<int>(row), static_cast<int>(column));
        QTextTableCellFormat ground;
        ground.setBackground(row == 0 ? m_palette.alternate : m_palette.surface);
        ground.setBottomBorder(1);
        ground.setBottomBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        ground.setBottomBorderBrush(m_palette.border);
        ground.setLeftPadding(kParagraphSpace);
        ground.setRightPadding(kParagraphSpace);
        ground.setTopPadding(kParagraphSpace / 2);
        ground.setBottomPadding(kParagraphSpace / 2);
        at.setFormat(ground);
        at.firstCursorPosition().insertText(QString::fromStdString(text), format);
    }

    void put(const LessonStrip& block) { drawing(block.alternative); }
    void put(const LessonBars& block) { drawing(block.alternative); }
    void put(const LessonFlow& block) { drawing(block.alternative); }

    void put(const LessonLinks& block) {
        paragraph();
        m_cursor.insertText(LessonView::tr("Go on: "), muted());
        for (std::size_t i = 0; i < block.links.size(); ++i) {
            if (i > 0) {
                m_cursor.insertText(QStringLiteral("  ·  "), muted());
            }
            QTextCharFormat link = plain();
            link.setAnchor(true);
            link.setAnchorHref(QString::fromStdString(block.links[i].target));
            link.setForeground(m_palette.accent);
            link.setFontUnderline(true);
            m_cursor.insertText(QString::fromStdString(block.links[i].text), link);
        }
    }

    void drawing(const std::string& alternative) {
        QTextBlockFormat block;
        block.setTopMargin(kDrawingSpace);
        m_cursor.insertBlock(block);
        QTextCharFormat format;
        format.setObjectType(kDrawingObject);
        format.setProperty(kBlockProperty, m_position);
        format.setToolTip(QString::fromStdString(alternative));
        m_cursor.insertText(QString(QChar::ObjectReplacementCharacter), format);
        QTextBlockFormat caption;
        caption.setBottomMargin(kParagraphSpace);
        m_cursor.insertBlock(caption);
        m_cursor.insertText(QString::fromStdString(alternative), muted());
    }

    void paragraph(qreal indent = 0) {
        QTextBlockFormat block;
        block.setLeftMargin(indent);
        block.setTextIndent(indent > 0 ? -12 : 0);
        block.setBottomMargin(indent > 0 ? kParagraphSpace / 2 : kParagraphSpace);
        block.setLineHeight(kLineSpacing, QTextBlockFormat::ProportionalHeight);
        m_cursor.insertBlock(block);
    }

    QTextCharFormat plain() const {
        QTextCharFormat format;
        format.setForeground(m_palette.text);
        return format;
    }
    QTextCharFormat muted() const {
        QTextCharFormat format;
        format.setFont(smallFont());
        format.setForeground(m_palette.muted);
        return format;
    }

    QTextCursor m_cursor;
    const Palette& m_palette;
    int m_position = 0;
};

}  // namespace

LessonView::LessonView(QWidget* parent) : QTextBrowser(parent) {
    setFrameShape(QFrame::NoFrame);
    setOpenLinks(false);
    setAccessibleName(tr("Lesson"));
    document()->setDocumentMargin(kLeastMargin);
    document()->documentLayout()->registerHandler(kDrawingObject, this);
    connect(this, &QTextBrowser::anchorClicked, this, [this](const QUrl& url) { Q_EMIT targetWanted(url.toString()); });
}

void LessonView::setLesson(const Lesson* lesson) {
    m_lesson = lesson;
    showAgain();
    moveCursor(QTextCursor::Start);
}

void LessonView::showAgain() {
    document()->clear();
    if (m_lesson == nullptr) {
        return;
    }
    const Palette palette = Palette::of(this->palette());
    LessonWriter writer(*document(), palette);
    writer.heading(QString::fromStdString(m_lesson->title));
    for (std::size_t i = 0; i < m_lesson->blocks.size(); ++i) {
        writer.write(m_lesson->blocks[i], static_cast<int>(i));
    }
    fitMargins();
}

// Lines of text stay short enough to be read, however wide the window is.
void LessonView::fitMargins() {
    QTextFrameFormat format = document()->rootFrame()->frameFormat();
    const qreal room = viewport()->width() - kTextWidth - 2 * kLeastMargin;
    format.setMargin(kLeastMargin / 2);
    format.setLeftMargin(kLeastMargin);
    format.setRightMargin(kLeastMargin + std::max(0.0, room));
    document()->rootFrame()->setFrameFormat(format);
}

qreal LessonView::drawingWidth() const {
    return std::clamp(viewport()->width() - 2 * kLeastMargin - 1, 200.0, kTextWidth);
}

LessonDrawing LessonView::drawing(const QTextFormat& format) const {
    const auto position = static_cast<std::size_t>(format.intProperty(kBlockProperty));
    if (m_lesson == nullptr || position >= m_lesson->blocks.size()) {
        return {};
    }
    const LessonBlock& block = m_lesson->blocks[position];
    const DrawingMetrics metrics = drawingMetrics();
    if (const auto* strip = std::get_if<LessonStrip>(&block)) {
        return placeStrip(*strip, drawingWidth(), metrics);
    }
    if (const auto* bars = std::get_if<LessonBars>(&block)) {
        return placeBars(*bars, drawingWidth(), metrics);
    }
    if (const auto* flow = std::get_if<LessonFlow>(&block)) {
        return placeFlow(*flow, drawingWidth(), metrics);
    }
    return {};
}

QSizeF LessonView::intrinsicSize(QTextDocument* /*document*/, int /*position*/, const QTextFormat& format) {
    return drawing(format).size;
}

void LessonView::drawObject(QPainter* painter, const QRectF& rect, QTextDocument* /*document*/, int /*position*/,
                            const QTextFormat& format) {
    painter->save();
    painter->translate(rect.topLeft());
    paintLessonDrawing(*painter, drawing(format), Palette::of(palette()));
    painter->restore();
}

void LessonView::changeEvent(QEvent* event) {
    QTextBrowser::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        showAgain();
    }
}

void LessonView::resizeEvent(QResizeEvent* event) {
    QTextBrowser::resizeEvent(event);
    fitMargins();
}

}  // namespace brokerscope

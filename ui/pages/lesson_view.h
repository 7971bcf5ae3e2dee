#pragma once

#include "core/text/lesson.h"
#include "ui/pages/lesson_drawing.h"

#include <QTextBrowser>
#include <QTextObjectInterface>

namespace brokerscope {

// A lesson as a page of text with its drawings in it; one document, so that it can be read, searched, selected and
// scrolled by keyboard. The words of a drawing follow it for those who do not see it. GUI thread.
class LessonView : public QTextBrowser, public QTextObjectInterface {
    Q_OBJECT
    Q_INTERFACES(QTextObjectInterface)

public:
    explicit LessonView(QWidget* parent = nullptr);

    // Null: nothing. The lesson must outlive it, as those of lessons() do.
    void setLesson(const Lesson* lesson);
    const Lesson* lesson() const { return m_lesson; }

    QSizeF intrinsicSize(QTextDocument* document, int position, const QTextFormat& format) override;
    void drawObject(QPainter* painter, const QRectF& rect, QTextDocument* document, int position,
                    const QTextFormat& format) override;

Q_SIGNALS:
    void targetWanted(const QString& target);  // as ReferenceTarget::toText writes it

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void showAgain();
    void fitMargins();
    LessonDrawing drawing(const QTextFormat& format) const;
    qreal drawingWidth() const;

    const Lesson* m_lesson = nullptr;
};

}  // namespace brokerscope

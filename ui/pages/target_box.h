#pragma once

#include "core/topology/cluster_snapshot.h"
#include "core/workbench/send_request.h"

#include <QComboBox>

#include <memory>

namespace brokerscope {

// Who shall get a request: chosen from what the cluster has, or typed as "any", a broker's id, or HOST:PORT. It wishes
// to be as wide as its text and gives way; a text that has no room ends in an ellipsis. GUI thread.
class TargetBox : public QComboBox {
    Q_OBJECT

public:
    explicit TargetBox(QWidget* parent = nullptr);

    // Where Auto would send the present API, such as "coordinator of the group".
    void setRouting(const QString& routing);
    // The brokers to offer; null: none are known. A target that was chosen or typed stays.
    void setSnapshot(std::shared_ptr<const ClusterSnapshot> snapshot);

    // Errors: InvalidValue for a text that names nobody.
    Result<RequestTarget> target() const;
    // A sentence about what the choice means, for a tool tip or beside the box.
    QString explanation() const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void targetChanged();

private:
    void fill();
    void choose(const QString& value);
    int widthFor(int textWidth) const;

    std::shared_ptr<const ClusterSnapshot> m_snapshot;
    QString m_routing;
};

}  // namespace brokerscope

#pragma once

#include "core/internal_topics/metadata_draft.h"
#include "core/internal_topics/state_object.h"

#include <functional>

namespace brokerscope {

// The objects of a metadata image as TopicState names them.
StateObjectId topicObject(const MetadataImage& image, const Uuid& id);
StateObjectId configObject(const ConfigResourceKey& key);  // "TOPIC orders"
StateObjectId nodeObject(StateObjectKind kind, std::int32_t id);

// Applies records to an image as brokers and controllers do (MetadataDelta). Borrows the image. Not thread safe.
class MetadataChanges {
public:
    struct Watch {
        std::function<void(const StateObjectId&, const RecordPlace&)> removed;
        std::function<void(const StateObjectId&)> there;
    };
    MetadataChanges(MetadataImage& image, Watch watch) : m_image(image), m_watch(std::move(watch)) {}

    struct Change {
        MetadataRecordType type{};
        RecordPlace place;
        bool isDoubtful = false;
        bool isSecret = false;  // of a config's value
        MetadataDraft draft;
    };
    // False: state is not made of such records (NoOp, and those of transactions). A change of something that is not
    // there is none.
    bool apply(Change& change);

private:
    using Apply = void (MetadataChanges::*)(Change&);
    static Apply find(MetadataRecordType type);

    void registerBroker(Change& change);
    void unregisterBroker(Change& change);
    void changeBroker(Change& change);
    void fenceBroker(Change& change);
    void unfenceBroker(Change& change);
    void registerController(Change& change);
    void unregisterController(Change& change);
    void addTopic(Change& change);
    void removeTopic(Change& change);
    void addPartition(Change& change);
    void changePartition(Change& change);
    void clearElr(Change& change);
    void setConfig(Change& change);
    void setFeature(Change& change);
    void setQuota(Change& change);
    void setCredential(Change& change);
    void removeCredential(Change& change);
    void setProducerIds(Change& change);
    void setMigration(Change& change);
    void addAcl(Change& change);
    void removeAcl(Change& change);
    void setToken(Change& change);
    void removeToken(Change& change);

    NodeImage* broker(Change& change);
    void setFenced(Change& change, bool isFenced);

    MetadataImage& m_image;
    Watch m_watch;
};

}  // namespace brokerscope

export {
  type KafkaOptions,
  type KafkaServer,
  type StoredMessage,
  startKafka,
  type WriteFate,
} from './kafka/start-kafka.js';

export { chatRequestSchema } from './chat-request.schema.js';
export {
  collectNames,
  compileRequestSchema,
  compileWaitingSchema,
  refuseOtherCase,
  requireJsonObject,
} from './compile-request-schema.js';
export { completionsRequestSchema } from './completions-request.schema.js';
export { decisionRequestSchema } from './decision-request.schema.js';
export { embeddingsRequestSchema } from './embeddings-request.schema.js';
export { JsonFrame } from './json-frame.js';
export * from './json-meter.js';
export { keepSource } from './json-source.js';
export * from './media-request.schema.js';
export { countTokensRequestSchema, messagesRequestSchema } from './messages-request.schema.js';
export { moderationsRequestSchema } from './moderations-request.schema.js';
export { parseOutlined } from './outlined-list.js';
export { isOutlined, parseJsonBody, sourceOf } from './parse-json-body.js';
export * from './parse-large-json-body.js';
export * from './reasoning-effort.js';
export { OTHER_MODELS } from './refused-everywhere.js';
export { rerankRequestSchema } from './rerank-request.schema.js';
export { responsesRequestSchema } from './responses-request.schema.js';
export * from './schema-words.js';
export { MOST_SCANNED_BYTES, TextScanner } from './text-scanner.js';
export * from './to-plain-schema.js';
export * from './validate-chat-request.js';
export * from './validate-completions-request.js';
export * from './validate-decision-request.js';
export * from './validate-embeddings-request.js';
export * from './validate-media-requests.js';
export * from './validate-messages-request.js';
export * from './validate-moderations-request.js';
export * from './validate-rerank-request.js';
export * from './validate-responses-request.js';

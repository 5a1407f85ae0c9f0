export {
  collectNames,
  compileRequestSchema,
  compileWaitingSchema,
  refuseOtherCase,
  requireJsonObject,
} from './compile-request-schema.js';
export { JsonFrame } from './json/json-frame.js';
export * from './json/json-meter.js';
export { keepSource } from './json/json-source.js';
export { parseOutlined } from './json/outlined-list.js';
export { isOutlined, parseJsonBody, sourceOf } from './json/parse-json-body.js';
export * from './json/parse-large-json-body.js';
export { MOST_SCANNED_BYTES, TextScanner } from './json/text-scanner.js';
export * from './reasoning-effort.js';
export { OTHER_MODELS } from './refused-everywhere.js';
export * from './requests/validate-chat-request.js';
export * from './requests/validate-completions-request.js';
export * from './requests/validate-decision-request.js';
export * from './requests/validate-embeddings-request.js';
export * from './requests/validate-media-requests.js';
export * from './requests/validate-messages-request.js';
export * from './requests/validate-moderations-request.js';
export * from './requests/validate-rerank-request.js';
export * from './requests/validate-responses-request.js';
export { chatRequestSchema } from './schemas/chat-request.schema.js';
export { completionsRequestSchema } from './schemas/completions-request.schema.js';
export { decisionRequestSchema } from './schemas/decision-request.schema.js';
export { embeddingsRequestSchema } from './schemas/embeddings-request.schema.js';
export * from './schemas/media-request.schema.js';
export { countTokensRequestSchema, messagesRequestSchema } from './schemas/messages-request.schema.js';
export { moderationsRequestSchema } from './schemas/moderations-request.schema.js';
export { rerankRequestSchema } from './schemas/rerank-request.schema.js';
export { responsesRequestSchema } from './schemas/responses-request.schema.js';
export * from './schemas/schema-words.js';
export * from './schemas/to-plain-schema.js';

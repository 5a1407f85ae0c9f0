export * from './parse-json-body.js';
export * from './reasoning-effort.js';
export * from './validate-chat-request.js';
export * from './validate-embeddings-request.js';
export * from './validate-rerank-request.js';

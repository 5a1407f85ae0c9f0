export * from './parse-json-body.js';
export * from './reasoning-effort.js';
export * from './validate-chat-request.js';
export * from './validate-messages-request.js';
export * from './validate-responses-request.js';
export * from './validate-completions-request.js';
export * from './validate-decision-request.js';
export * from './validate-moderations-request.js';

export * from './adapter.js';
export * from './capabilities.js';
export * from './find-unsupported.js';
export * from './framing/sse-lines.js';
export * from './provider-failure.js';
export * from './registry.js';
export * from './shared/foreign-signature.js';
export * from './shared/parse-json-object.js';

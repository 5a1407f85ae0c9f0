export * from './encryption-key.js';
export * from './error-registry.js';
export * from './gateway-error.js';
export * from './generate-error-docs.js';
export * from './unsupported-parameter.js';

export * from './chat.js';
export * from './error-envelope.js';
export * from './model-types.js';
export * from './models.js';
export * from './provider-kinds.js';

export * from './bound-prompt.js';
export * from './collect-prompt.js';
export * from './estimate-usage.js';
export * from './family-factors.js';
export { tokenCounter } from './token-counter.js';
export * from './tokenizer.js';

export * from './limits/ceiling.js';
export * from './limits/find-ceilings.js';
export * from './limits/limit-policy.js';
export type { LimitStore, TokenDemand, Verdict } from './limits/limit-store.js';
export * from './limits/policy-index.js';
export * from './limits/request-limits.js';
export * from './moderation/categories.js';
export * from './moderation/moderate.js';
export { type CategoryScores, FLAGGING_SCORE, scoreText } from './moderation/score-text.js';
export { MemoryLimitStore } from './stores/memory-limit-store.js';
export { RedisLimitStore } from './stores/redis-limit-store.js';
export {
  COMMAND_LIMIT_MS,
  defineScript,
  MISSES_TO_OPEN,
  openRedisLink,
  type RedisArgument,
  RedisAway,
  RedisLink,
  type RedisLinkOptions,
  type RedisScript,
} from './stores/redis-link.js';

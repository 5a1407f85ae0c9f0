export * from './moderation/categories.js';
export * from './moderation/moderate.js';
export { type CategoryScores, FLAGGING_SCORE, scoreText } from './moderation/score-text.js';
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

export * from './moderation/categories.js';
export * from './moderation/moderate.js';
export { type CategoryScores, FLAGGING_SCORE, scoreText } from './moderation/score-text.js';

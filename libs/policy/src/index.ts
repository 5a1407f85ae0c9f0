export * from './moderation/categories.js';
export * from './moderation/moderate.js';
export { type CategoryScores, FLAGGING_SCORE, scoreText } from './moderation/score-text.js';
export { backOff, LONGEST_WAIT_MS } from './routing/back-off.js';
export { CredentialRotation, REST_MS } from './routing/credential-rotation.js';
export {
  type ChoiceFacts,
  isNode,
  orderTargets,
  type RouteBranch,
  type RoutedTarget,
  type RouteNode,
} from './routing/order-targets.js';
export { type HashSeed, seedOf } from './routing/rendezvous.js';
export type { FailureReason, RoutingStrategy } from './routing/strategy.js';
export { TargetState } from './routing/target-state.js';

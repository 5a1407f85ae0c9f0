export { type BudgetCourse, forecastEnd } from './alerts/forecast-end.js';
export { type DailyHours, findQuietEnd, findQuietProblem } from './alerts/quiet-hours.js';
export { findSpendPattern, type SpendPattern } from './alerts/spend-pattern.js';
export * from './attribution/known-clients.js';
export { type CallerTags, TagPolicies, type TagPolicyDefinition, type TagProblem } from './attribution/tag-policies.js';
export * from './budgets/account-names.js';
export { WAITING_ASK_MS } from './budgets/account-times.js';
export { BudgetAccount, type BudgetVerdict, type BudgetWaiter } from './budgets/budget-account.js';
export { BudgetHold, type HoldVerdict } from './budgets/budget-hold.js';
export type { EarlierPeriods, LeaseRequest, SliceAnswer } from './budgets/budget-lease.js';
export { type Budget, BudgetLedger, type LedgerRequest, takeAnswers } from './budgets/budget-ledger.js';
export { periodAt, type ResetPeriod } from './budgets/budget-period.js';
export type * from './budgets/budget-share.js';
export { BudgetWindow, type WindowSettings } from './budgets/budget-window.js';
export { type AccountHolder, accountOf, type HeldBudget, readBudgets } from './budgets/read-budgets.js';
export * from './budgets/rules/budget-rule.js';
export * from './budgets/rules/budget-rules.js';
export {
  describeRuleState,
  describeRuleStates,
  MOST_OF_A_RULE,
  periodsOf,
  type RuleState,
  readPartStates,
  readRuleStates,
} from './budgets/rules/read-rule-states.js';
export { grantSlice } from './budgets/slices/grant-slice.js';
export { AnswerFlights, type FlightLead } from './cache/answer-flights.js';
export { AnswerRecording, type RecordedEvent, type UncacheableReason } from './cache/answer-recording.js';
export { type CacheOwner, type CacheSubject, makeCacheKey } from './cache/cache-key.js';
export { CachePolicies, type CachePolicy, type CachePolicyCaller } from './cache/cache-policies.js';
export { MemoryAnswers } from './cache/memory-answers.js';
export { PlacedPolicies } from './cache/placed-policies.js';
export { groupQuestions, hideWords, isSameByWords, type WordOrder } from './cache/questions/compare-questions.js';
export { type ConversationTurns, readTurnsOf, type TurnReader } from './cache/questions/conversation-turns.js';
export { type Question, readQuestions } from './cache/questions/read-question.js';
export { type CacheWish, readCacheControl } from './cache/read-cache-control.js';
export { type CachedAnswer, readStoredAnswer } from './cache/read-stored-answer.js';
export { AnswersWithoutRemoved, joinRemoved, type RemovedAnswers } from './cache/removed-answers.js';
export { findMostSimilar, listComparable } from './cache/similar/find-most-similar.js';
export { MemoryQuestions } from './cache/similar/memory-questions.js';
export {
  chooseStricter,
  isComparedByMeaning,
  type SemanticRules,
  type SharedBy,
} from './cache/similar/semantic-rules.js';
export type {
  QuestionBounds,
  QuestionPlace,
  SimilarQuestion,
  SimilarQuestions,
} from './cache/similar/similar-questions.js';
export { type AnswerCache, LARGEST_ANSWER_BYTES, type StoredAnswer } from './cache/stored-answer.js';
export { CheckPool, type CheckPoolOptions } from './check-pool/check-pool.js';
export {
  findDayReached,
  PROJECTION_DAYS,
  PROJECTION_METHODS,
  type ProjectedDay,
  type Projection,
  type ProjectionMethod,
  type ProjectionRequest,
  projectSpend,
} from './forecast/project-spend.js';
export { brokenGuardrail, type CheckPorts, compileGuardrail } from './guardrails/compile-guardrail.js';
export type { GuardrailDefinition } from './guardrails/definition.js';
export {
  type GuardedTexts,
  type Guardrail,
  refuses,
} from './guardrails/guardrail.js';
export { packFiles } from './guardrails/reading/decode-files.js';
export { decodeFile, decodeText, type EncodedFile, isSurelyNoText } from './guardrails/reading/encoded-file.js';
export { TextReadings } from './guardrails/reading/text-readings.js';
export type { TextPart, TextRole } from './guardrails/text-part.js';
export * from './limits/ceiling.js';
export * from './limits/find-ceilings.js';
export * from './limits/limit-policy.js';
export type { LimitStore, LimitVerdict, TokenDemand } from './limits/limit-store.js';
export * from './limits/policy-index.js';
export * from './limits/request-limits.js';
export * from './limits/slot-queue.js';
export { HeldSlots, type SlotStore, type SlotVerdict } from './limits/slot-store.js';
export * from './moderation/categories.js';
export * from './moderation/moderate.js';
export { type CategoryScores, FLAGGING_SCORE, scoreText } from './moderation/score-text.js';
export { applySpans, packParts, packTexts, type ScannableText } from './pii/apply-spans.js';
export { ENTITY_NAMES, type EntityName } from './pii/entities.js';
export { isEscapedJson, JsonRewriter, looksLikeEscapedJson, rewriteJson } from './pii/json-rewriter.js';
export { mergePiiPolicies, type PiiPolicy, type PiiRules } from './pii/pii-rules.js';
export { describePlan, findBlocked } from './pii/pii-scan.js';
export { PiiSession } from './pii/pii-session.js';
export { rewriteInTurns } from './pii/rewrite-in-turns.js';
export { type Replacements, type Rewriter, rewriteText, TextRewriter } from './pii/text-rewriter.js';
export { computeCost, computeTokenCost, explainCost, isFree } from './prices/compute-cost.js';
export {
  computeMediaCost,
  type MediaCharge,
  type MediaCost,
  type MediaPrices,
  type MediaUnit,
} from './prices/compute-media-cost.js';
export { costOfSums, type UsageSum } from './prices/cost-of-sums.js';
export { tagDeclaredPrice } from './prices/dated-price.js';
export { findPackagePrices, type PricedModel } from './prices/find-package-prices.js';
export type { CatalogModel } from './prices/list-package-models.js';
export { type LookUpCatalog, type LookUpPrices, lookUpCatalog, lookUpPrices } from './prices/look-up-prices.js';
export type { LongPromptPrices, ModelPrice, TokenPrices } from './prices/model-price.js';
export { PriceBook, type PriceTag, type PriceTask } from './prices/price-book.js';
export { priceFactors } from './prices/price-factors.js';
export { type DatedPrices, type DeclaredPrices, readDeclaredPrice } from './prices/read-declared-price.js';
export {
  PRICE_STATES,
  type PriceableModel,
  type PriceState,
  tellDeclaredPrice,
  tellPackagePrice,
} from './prices/tell-price.js';
export { whoPrices } from './prices/who-prices.js';
export { chooseVersion } from './prompts/choose-version.js';
export {
  type CompiledPrompt,
  type CompiledVersion,
  compilePrompt,
  type PromptSchema,
  type PromptTool,
} from './prompts/compile-prompt.js';
export { type RenderedMessage, renderPrompt, type VariableProblem } from './prompts/render-prompt.js';
export { backOff, LONGEST_WAIT_MS } from './routing/back-off.js';
export { CredentialRotation, REST_MS } from './routing/credential-rotation.js';
export { ExpectedCosts } from './routing/expected-costs.js';
export { firstShares } from './routing/first-shares.js';
export { HedgeAllowance } from './routing/hedging/hedge-allowance.js';
export { keepsSessions, orderTargets } from './routing/order-targets.js';
export { DeclaredQuotas, type QuotaUse } from './routing/quotas/declared-quotas.js';
export { ModelQuotas } from './routing/quotas/model-quotas.js';
export { ProviderQuotas } from './routing/quotas/provider-quotas.js';
export { type HashSeed, seedOf } from './routing/rendezvous.js';
export {
  type ChoiceFacts,
  isNode,
  type RequestCosts,
  type RouteBranch,
  type RoutedTarget,
  type RouteNode,
} from './routing/route-node.js';
export { canHoldSessions, comparesCosts, type FailureReason, type RoutingStrategy } from './routing/strategy.js';
export { TargetState } from './routing/target-state.js';
export { RedisQuestions } from './stores/cached/redis-questions.js';
export { GatewayRegistry } from './stores/gateway-registry.js';
export { MemoryLimitStore } from './stores/memory-limit-store.js';
export { MemorySlots } from './stores/memory-slots.js';
export { RedisAway } from './stores/pending-command.js';
export { WaitingRoom } from './stores/queues/waiting-request.js';
export { RedisAnswers } from './stores/redis-answers.js';
export { RedisLimitStore } from './stores/redis-limit-store.js';
export {
  COMMAND_LIMIT_MS,
  defineScript,
  MISSES_TO_OPEN,
  openRedisLink,
  type RedisArgument,
  RedisLink,
  type RedisLinkOptions,
  type RedisScript,
} from './stores/redis-link.js';
export { RedisQuotas } from './stores/redis-quotas.js';
export { RedisSlots } from './stores/redis-slots.js';
export {
  answerLimitQuestions,
  type LimitAnswer,
  type LimitQuestion,
  RemoteLimitStore,
} from './stores/remote-limit-store.js';

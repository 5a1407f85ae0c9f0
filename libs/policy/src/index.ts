export * from './budgets/account-names.js';
export {
  BudgetAccount,
  CREDIT_SHARE,
  SLICE_SHARE,
  type SliceAnswer,
  type SliceAsk,
  type Verdict,
} from './budgets/budget-account.js';
export { BudgetHold, type Charge } from './budgets/budget-hold.js';
export { type Budget, BudgetLedger, type LedgerAsk, takeAnswers } from './budgets/budget-ledger.js';
export { periodAt, type ResetPeriod } from './budgets/budget-period.js';
export { grantSlice } from './budgets/grant-slice.js';
export * from './moderation/categories.js';
export * from './moderation/moderate.js';
export { type CategoryScores, FLAGGING_SCORE, scoreText } from './moderation/score-text.js';
export { computeCost, computeTokenCost } from './prices/compute-cost.js';
export { findPackagePrices, PACKAGE_PROVIDERS, type PricedModel } from './prices/find-package-prices.js';
export type { LongPromptPrices, ModelPrice, TokenPrices } from './prices/model-price.js';
export { type DeclaredPrices, readDeclaredPrice } from './prices/read-declared-price.js';

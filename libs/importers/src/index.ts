export { describeImport } from './describe-import.js';
export {
  FINDING_STATUSES,
  type FindingStatus,
  ImportError,
  type ImportFinding,
  type ImportResult,
  type ImportVariable,
  isIncomplete,
} from './import-result.js';
export { importLitellmConfig } from './litellm/import-litellm-config.js';
export type {
  DatabaseRow,
  DatabaseRows,
  OtherTable,
  PlannedBudget,
  PlannedKey,
  PlannedTeam,
  PlannedUser,
} from './litellm-database/database-rows.js';
export { OTHER_TABLES } from './litellm-database/database-rows.js';
export { type DatabasePlan, type PlanOptions, planLitellmDatabase } from './litellm-database/plan-litellm-database.js';
export { importPortkeyConfig, type PortkeyOptions } from './portkey/import-portkey-config.js';
export { readAmount, showDollars, writeAmount } from './usage/amount.js';
export type { PlacedRecord, UsageRecord } from './usage/read-records.js';
export { readLitellmRecord, readUsage, toChunks, type UsageFile } from './usage/read-usage.js';
export { BillCollector } from './usage/reconcile/bill-collector.js';
export { reconcile } from './usage/reconcile/reconcile.js';
export {
  type BillLine,
  type Comparison,
  REASON_KINDS,
  type ReasonKind,
  type Reconciliation,
  type RecordedLine,
  TOKEN_KINDS,
  type Tokens,
} from './usage/reconcile/reconciliation.js';
export type { ReadOptions } from './usage/sources/source-reader.js';
export { type CollectedRow, type ModelSums, UsageCollector } from './usage/usage-collector.js';
export { UsageFileError } from './usage/usage-file-error.js';
export { mapRow, NO_MAPPING, parseUsageMapping, type UsageMapping } from './usage/usage-mapping.js';
export {
  COST_KINDS,
  type CostKind,
  type SourceRow,
  USAGE_PARTS,
  USAGE_SOURCES,
  type UsagePart,
  type UsageSource,
} from './usage/usage-row.js';

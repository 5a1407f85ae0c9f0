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

import { table } from './table.js';

export const evalDatasets = table('eval_datasets', {
  id: 'uuid',
  organizationId: 'uuid',
  workspaceId: 'uuid',
  name: 'text',
  description: 'text',
  version: 'integer',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
});

export const evalDatasetVersions = table('eval_dataset_versions', {
  datasetId: 'uuid',
  version: 'integer',
  caseCount: 'integer',
  characters: 'bigint',
  source: 'text',
  createdBy: 'text',
  createdAt: 'timestamptz',
});

table('eval_cases', {
  datasetId: 'uuid',
  version: 'integer',
  position: 'integer',
  caseKey: 'text',
  contentSealed: 'text',
});

export const evalSuites = table('eval_suites', {
  id: 'uuid',
  organizationId: 'uuid',
  workspaceId: 'uuid',
  name: 'text',
  description: 'text',
  datasetId: 'uuid',
  definition: 'text',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
  cron: 'text?',
  timezone: 'text?',
  scheduleMaxCostUsd: 'float8?',
  nextRunAt: 'timestamptz?',
  runAs: 'jsonb?',
  runAsUserId: 'uuid?',
  scheduleProblem: 'text?',
  baselineRunId: 'uuid?',
  webhookReceiver: 'text?',
  webhookSealed: 'text?',
});

table('eval_runs', {
  id: 'uuid',
  organizationId: 'uuid',
  workspaceId: 'uuid',
  suiteId: 'uuid',
  datasetId: 'uuid',
  datasetVersion: 'integer',
  definition: 'text',
  caseCount: 'integer',
  total: 'integer',
  concurrency: 'integer',
  maxCostUsd: 'float8?',
  userId: 'uuid?',
  identity: 'jsonb',
  clientAddress: 'text?',
  status: 'text',
  errorCode: 'text?',
  errorMessage: 'text?',
  fence: 'integer',
  createdAt: 'timestamptz',
  startedAt: 'timestamptz?',
  completedAt: 'timestamptz?',
  aliveAt: 'timestamptz',
  trigger: 'text',
  triggerKey: 'text?',
  regressedTargets: 'integer?',
});

table('eval_results', {
  runId: 'uuid',
  target: 'integer',
  position: 'integer',
  repeat: 'integer',
  status: 'text',
  score: 'float8?',
  latencyMs: 'integer',
  promptTokens: 'bigint',
  completionTokens: 'bigint',
  costUsd: 'float8?',
  judgeCostUsd: 'float8?',
  errorCode: 'text?',
  requestId: 'text',
  contentSealed: 'text',
  createdAt: 'timestamptz',
  gradeMarks: 'text?',
});

import { table } from './table.js';

export const workflows = table('workflows', {
  id: 'uuid',
  organizationId: 'uuid',
  workspaceId: 'uuid',
  name: 'text',
  description: 'text?',
  draft: 'text',
  revision: 'integer',
  publishedVersion: 'integer?',
  enabled: 'boolean',
  cron: 'text?',
  timezone: 'text?',
  nextRunAt: 'timestamptz?',
  runAs: 'jsonb?',
  hookScheme: 'text?',
  hookSecretsSealed: 'text?',
  hookHints: 'text[]',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
});

table('workflow_versions', {
  workflowId: 'uuid',
  version: 'integer',
  definition: 'text',
  publishedBy: 'text?',
  publishedAt: 'timestamptz',
});

export const workflowRuns = table('workflow_runs', {
  id: 'uuid',
  organizationId: 'uuid',
  workspaceId: 'uuid',
  workflowId: 'uuid',
  version: 'integer?',
  definition: 'text',
  trigger: 'text',
  triggerKey: 'text?',
  identity: 'jsonb',
  startedBy: 'text?',
  dryRun: 'boolean',
  depth: 'integer',
  parentStepId: 'uuid?',
  rerunOf: 'uuid?',
  rerunFrom: 'text?',
  status: 'text',
  inputSealed: 'text',
  outputSealed: 'text?',
  errorSealed: 'text?',
  createdAt: 'timestamptz',
  startedAt: 'timestamptz?',
  endedAt: 'timestamptz?',
  usesCache: 'boolean',
});

export const workflowSteps = table('workflow_steps', {
  id: 'uuid',
  runId: 'uuid',
  nodeId: 'text',
  iteration: 'integer',
  status: 'text',
  branch: 'text?',
  attempts: 'integer',
  fence: 'integer',
  inputSealed: 'text?',
  outputSealed: 'text?',
  errorSealed: 'text?',
  decision: 'text?',
  decidedBy: 'text?',
  dueAt: 'timestamptz',
  aliveAt: 'timestamptz?',
  createdAt: 'timestamptz',
  startedAt: 'timestamptz?',
  endedAt: 'timestamptz?',
});

table('hook_messages', {
  workflowId: 'uuid',
  messageKey: 'text',
  expiresAt: 'timestamptz',
});

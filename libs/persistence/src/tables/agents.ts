import { table } from './table.js';

table('agents', {
  id: 'uuid',
  organizationId: 'uuid',
  workspaceId: 'uuid',
  name: 'text',
  description: 'text',
  version: 'integer',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
});

table('agent_versions', {
  agentId: 'uuid',
  version: 'integer',
  definition: 'jsonb',
  createdBy: 'text',
  createdAt: 'timestamptz',
});

table('agent_runs', {
  id: 'uuid',
  organizationId: 'uuid',
  workspaceId: 'uuid',
  agentId: 'uuid',
  version: 'integer',
  rootId: 'uuid',
  parentId: 'uuid?',
  parentPosition: 'integer?',
  depth: 'integer',
  userId: 'uuid?',
  identity: 'jsonb',
  clientAddress: 'text?',
  status: 'text',
  stopReason: 'text?',
  errorCode: 'text?',
  inputSealed: 'text',
  outputSealed: 'text?',
  fence: 'integer',
  hasDecision: 'boolean',
  activeMs: 'bigint',
  createdAt: 'timestamptz',
  startedAt: 'timestamptz?',
  completedAt: 'timestamptz?',
  aliveAt: 'timestamptz',
  workflowStepId: 'uuid?',
  usesCache: 'boolean',
});

table('agent_run_steps', {
  runId: 'uuid',
  position: 'integer',
  kind: 'text',
  name: 'text?',
  status: 'text',
  isError: 'boolean',
  contentSealed: 'text',
  resultSealed: 'text?',
  promptTokens: 'bigint',
  completionTokens: 'bigint',
  costUsd: 'float8?',
  toolCalls: 'integer',
  requestId: 'text?',
  decidedBy: 'text?',
  startedAt: 'timestamptz?',
  finishedAt: 'timestamptz?',
});

table('agent_tasks', {
  runId: 'uuid',
  agentId: 'uuid',
  owner: 'text',
  contextId: 'text',
  messageId: 'text',
  turns: 'integer',
});

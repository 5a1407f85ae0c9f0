import { table } from './table.js';

table('async_jobs', {
  id: 'uuid',
  organizationId: 'uuid?',
  owner: 'text',
  status: 'text',
  endpoint: 'text',
  model: 'text?',
  identity: 'jsonb',
  fence: 'integer',
  requestSealed: 'text?',
  resultSealed: 'text?',
  resultStatus: 'smallint?',
  createdAt: 'timestamptz',
  startedAt: 'timestamptz?',
  answeredAt: 'timestamptz?',
  completedAt: 'timestamptz?',
  expiresAt: 'timestamptz?',
});

export const batches = table('batches', {
  id: 'uuid',
  organizationId: 'uuid',
  owner: 'text',
  status: 'text',
  endpoint: 'text',
  model: 'text?',
  inputFileId: 'text',
  identity: 'jsonb',
  detailsSealed: 'text',
  fence: 'integer',
  totalLines: 'integer',
  completedLines: 'integer',
  failedLines: 'integer',
  promptTokens: 'bigint',
  cachedTokens: 'bigint',
  completionTokens: 'bigint',
  reasoningTokens: 'bigint',
  providerModel: 'text?',
  providerBatch: 'text?',
  errors: 'text?',
  outputFileId: 'uuid?',
  errorFileId: 'uuid?',
  createdAt: 'timestamptz',
  expiresAt: 'timestamptz',
  inProgressAt: 'timestamptz?',
  finalizingAt: 'timestamptz?',
  cancellingAt: 'timestamptz?',
  endedAt: 'timestamptz?',
});

table('batch_lines', {
  batchId: 'uuid',
  line: 'integer',
  status: 'text',
  fence: 'integer',
  hasAnswer: 'boolean',
  requestSealed: 'text',
  resultSealed: 'text?',
  promptTokens: 'bigint',
  cachedTokens: 'bigint',
  completionTokens: 'bigint',
  reasoningTokens: 'bigint',
});

export const storedFiles = table('stored_files', {
  id: 'uuid',
  organizationId: 'uuid',
  owner: 'text',
  purpose: 'text',
  nameSealed: 'text',
  size: 'bigint',
  isWhole: 'boolean',
  createdAt: 'timestamptz',
  expiresAt: 'timestamptz',
});

table('stored_file_chunks', {
  fileId: 'uuid',
  position: 'integer',
  sealed: 'bytea',
});

table('stored_images', {
  id: 'uuid',
  organizationId: 'uuid',
  bytes: 'bytea',
  size: 'integer',
  createdAt: 'timestamptz',
  expiresAt: 'timestamptz',
});

export const webhookDeliveries = table('webhook_deliveries', {
  id: 'uuid',
  organizationId: 'uuid?',
  owner: 'text',
  subjectId: 'text',
  eventId: 'text',
  eventType: 'text',
  receiver: 'text',
  urlSealed: 'text',
  payloadSealed: 'text',
  status: 'text',
  attempts: 'integer',
  responseStatus: 'smallint?',
  failure: 'text?',
  createdAt: 'timestamptz',
  attemptedAt: 'timestamptz?',
  nextAttemptAt: 'timestamptz?',
  expiresAt: 'timestamptz',
});

table('provider_objects', {
  account: 'text',
  id: 'text',
  kind: 'text',
  organizationId: 'uuid',
  owner: 'text',
  model: 'text',
  createdAt: 'timestamptz',
});

table('run_events', {
  runId: 'uuid',
  seq: 'bigint',
  workspaceId: 'uuid',
  kind: 'text',
  sealed: 'text',
  createdAt: 'timestamptz',
});

import { table } from './table.js';

table('statement_closings', {
  id: 'uuid',
  organizationId: 'uuid',
  kind: 'text',
  name: 'text',
  month: 'date',
  closedAt: 'timestamptz',
  closedBy: 'text',
});

table('statement_lines', {
  closingId: 'uuid',
  position: 'integer',
  subject: 'text',
  subjectName: 'text',
  line: 'text',
  month: 'date',
  model: 'text?',
  requests: 'bigint',
  promptTokens: 'bigint',
  completionTokens: 'bigint',
  cachedTokens: 'bigint',
  costUsd: 'numeric',
  percent: 'numeric',
  amountUsd: 'numeric',
});

table('statement_rules', {
  organizationId: 'uuid',
  kind: 'text',
  name: 'text',
  subject: 'text',
  percent: 'numeric',
  updatedAt: 'timestamptz',
});

table('statement_schedules', {
  organizationId: 'uuid',
  kind: 'text',
  name: 'text',
  days: 'integer',
  firstMonth: 'date',
  updatedAt: 'timestamptz',
});

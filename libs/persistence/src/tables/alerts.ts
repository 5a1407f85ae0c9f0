import { table } from './table.js';

export const alerts = table('alerts', {
  id: 'uuid',
  organizationId: 'uuid',
  workspaceId: 'uuid?',
  teamId: 'uuid?',
  ruleId: 'uuid',
  ruleName: 'text',
  kind: 'text',
  severity: 'text',
  subjectType: 'text',
  subjectId: 'text',
  subjectName: 'text',
  threshold: 'float8',
  windowKey: 'text',
  value: 'float8',
  title: 'text',
  lines: 'jsonb',
  link: 'text?',
  state: 'text',
  startedAt: 'timestamptz',
  seenAt: 'timestamptz',
  resolvedAt: 'timestamptz?',
  acknowledgedAt: 'timestamptz?',
  acknowledgedBy: 'text?',
});

table('alert_deliveries', {
  id: 'uuid',
  organizationId: 'uuid',
  workspaceId: 'uuid?',
  teamId: 'uuid?',
  channelId: 'uuid',
  ruleId: 'uuid?',
  event: 'text',
  message: 'jsonb',
  status: 'text',
  attempts: 'integer',
  responseStatus: 'integer?',
  failure: 'text?',
  createdAt: 'timestamptz',
  attemptedAt: 'timestamptz?',
  nextAttemptAt: 'timestamptz?',
});

table('alert_turns', { id: 'smallint', takenAt: 'timestamptz', afterRule: 'uuid?' });

table('alert_crossings', {
  ruleId: 'uuid',
  account: 'text',
  windowStart: 'timestamptz',
  endsAt: 'timestamptz',
  threshold: 'float8',
});

table('alert_walks', {
  ruleId: 'uuid',
  budget: 'text',
  windowStart: 'timestamptz',
  endsAt: 'timestamptz',
  budgetLimit: 'float8',
  after: 'jsonb?',
  totals: 'jsonb',
  untold: 'jsonb',
  toldAt: 'timestamptz?',
});

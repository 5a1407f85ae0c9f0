import { table } from './table.js';

table('export_sinks', {
  id: 'uuid',
  name: 'text',
  position: 'bigint',
  place: 'integer',
  plannedPosition: 'bigint?',
  plannedPlace: 'integer?',
  fence: 'bigint',
  leaseUntil: 'timestamptz',
  state: 'text',
  problem: 'text?',
  delivered: 'bigint',
  rejected: 'bigint',
  dropped: 'bigint',
  deliveredAt: 'timestamptz?',
  seenAt: 'timestamptz',
  createdAt: 'timestamptz',
  exportId: 'uuid?',
  organizationId: 'uuid?',
  workspaceId: 'uuid?',
  failures: 'integer',
  inRow: 'integer',
  isSlow: 'boolean',
  dueAt: 'timestamptz',
  haltedAt: 'timestamptz?',
  testAskedAt: 'timestamptz?',
  testUntil: 'timestamptz',
  testedAt: 'timestamptz?',
  testProblem: 'text?',
});

table('export_entries', {
  id: 'bigint',
  position: 'bigint?',
  organizationId: 'uuid?',
  times: 'timestamptz[]',
  ids: 'uuid[]',
  createdAt: 'timestamptz',
});

table('export_rejects', {
  id: 'uuid',
  sinkId: 'uuid',
  recordTime: 'timestamptz',
  recordId: 'uuid',
  reason: 'text',
  createdAt: 'timestamptz',
});

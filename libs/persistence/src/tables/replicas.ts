import { table } from './table.js';

table('replicas', {
  id: 'uuid',
  service: 'text',
  version: 'text',
  commit: 'text?',
  startedAt: 'timestamptz',
  seenAt: 'timestamptz',
  facts: 'jsonb',
});

table('provider_cool_downs', {
  providerId: 'uuid',
  replicaId: 'uuid',
  kind: 'text',
  subject: 'text',
  reason: 'text',
  status: 'integer?',
  since: 'timestamptz',
  until: 'timestamptz',
});

table('snapshot_versions', {
  version: 'bigint',
  transaction: 'bigint',
  createdAt: 'timestamptz',
});

table('snapshot_changes', {
  transaction: 'bigint',
  tableName: 'text',
  rowId: 'uuid',
  hasVersion: 'boolean',
  createdAt: 'timestamptz',
});

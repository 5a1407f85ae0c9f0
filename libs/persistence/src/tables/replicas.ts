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

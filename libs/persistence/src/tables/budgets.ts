import { table } from './table.js';

table('budget_accounts', {
  account: 'text',
  periodStart: 'timestamptz',
  spent: 'numeric',
  updatedAt: 'timestamptz',
  spentStep: 'smallint?',
});

table('budget_leases', {
  id: 'uuid',
  account: 'text',
  periodStart: 'timestamptz',
  granted: 'numeric',
  used: 'numeric',
  expiresAt: 'timestamptz',
  settled: 'numeric',
});

import { table } from './table.js';

table('mcp_connections', {
  id: 'uuid',
  organizationId: 'uuid',
  workspaceId: 'uuid',
  serverId: 'uuid',
  userId: 'uuid',
  sessionId: 'uuid',
  status: 'text',
  resource: 'text',
  stateHash: 'text?',
  begunSealed: 'text?',
  codeSealed: 'text?',
  tokensSealed: 'text?',
  pendingUntil: 'timestamptz',
  claimedUntil: 'timestamptz?',
  revocations: 'integer',
  endedAt: 'timestamptz?',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
});

table('mcp_server_states', {
  organizationId: 'uuid',
  serverKey: 'text',
  replicaId: 'uuid',
  serverId: 'uuid?',
  state: 'text',
  since: 'timestamptz',
  seenAt: 'timestamptz',
  error: 'jsonb?',
  errorAt: 'timestamptz?',
});

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** State of MCP servers, as each gateway last saw them. Reports of a process are deleted with it. */
const STATES = `
CREATE TABLE mcp_server_states (
  organization_id uuid NOT NULL,
  server_key text NOT NULL,
  replica_id uuid NOT NULL,
  server_id uuid,
  state text NOT NULL,
  since timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  error jsonb,
  error_at timestamptz,
  CONSTRAINT pk_mcp_server_states PRIMARY KEY (organization_id, server_key, replica_id),
  CONSTRAINT fk_mcp_server_states__organization_id FOREIGN KEY (organization_id)
    REFERENCES organizations (id) ON DELETE CASCADE,
  CONSTRAINT fk_mcp_server_states__server_id FOREIGN KEY (server_id)
    REFERENCES mcp_servers (id) ON DELETE CASCADE,
  CONSTRAINT fk_mcp_server_states__replica_id FOREIGN KEY (replica_id)
    REFERENCES replicas (id) ON DELETE CASCADE,
  CONSTRAINT ck_mcp_server_states__state CHECK (state IN ('reachable', 'failing')),
  CONSTRAINT ck_mcp_server_states__error CHECK ((error IS NULL) = (error_at IS NULL))
);
CREATE INDEX ix_mcp_server_states__server_id ON mcp_server_states (server_id);
CREATE INDEX ix_mcp_server_states__replica_id ON mcp_server_states (replica_id);
`;

/** Behind the sums of usage, which take minutes: its foreign keys hold up the heartbeats of gateways until the migrations are committed. */
export class McpServerStates implements MigrationInterface {
  readonly name = 'McpServerStates1795950000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(STATES);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}

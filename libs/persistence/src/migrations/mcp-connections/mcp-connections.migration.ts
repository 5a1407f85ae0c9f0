import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Accounts of people at MCP servers. The rows outlive the person and the server, without references to them, until the tokens are
 * revoked where they were issued.
 */
const MCP_CONNECTIONS = `
CREATE TABLE mcp_connections (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  server_id uuid NOT NULL,
  user_id uuid NOT NULL,
  session_id uuid NOT NULL,
  status text NOT NULL DEFAULT 'pending',
  resource text NOT NULL,
  state_hash text,
  begun_sealed text,
  code_sealed text,
  tokens_sealed text,
  pending_until timestamptz NOT NULL,
  claimed_until timestamptz,
  revocations integer NOT NULL DEFAULT 0,
  ended_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_mcp_connections PRIMARY KEY (id),
  CONSTRAINT uq_mcp_connections__state_hash UNIQUE (state_hash),
  CONSTRAINT fk_mcp_connections__organization_id FOREIGN KEY (organization_id)
    REFERENCES organizations (id) ON DELETE CASCADE,
  CONSTRAINT ck_mcp_connections__status CHECK (status IN ('pending', 'connected'))
);
CREATE INDEX ix_mcp_connections__organization_id_server_id_user_id
  ON mcp_connections (organization_id, server_id, user_id);
`;

export class McpConnections implements MigrationInterface {
  readonly name = 'McpConnections1795730000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(MCP_CONNECTIONS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}

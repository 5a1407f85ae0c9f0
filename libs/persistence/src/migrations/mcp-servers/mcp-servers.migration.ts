import type { MigrationInterface, QueryRunner } from 'typeorm';

/** MCP servers of workspaces, and what they said of their tools. */
const MCP_SERVERS = `
CREATE TABLE mcp_servers (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  name text NOT NULL,
  url text,
  settings jsonb NOT NULL,
  secret_names text[] NOT NULL,
  sealed_secrets text,
  secrets_key_id text,
  secret_hints jsonb NOT NULL DEFAULT '{}',
  enabled boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_mcp_servers PRIMARY KEY (id),
  CONSTRAINT uq_mcp_servers__name UNIQUE (workspace_id, name),
  CONSTRAINT fk_mcp_servers__workspace_id FOREIGN KEY (organization_id, workspace_id)
    REFERENCES workspaces (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT ck_mcp_servers__secrets CHECK ((sealed_secrets IS NULL) = (secrets_key_id IS NULL))
);
CREATE INDEX ix_mcp_servers__organization_id_workspace_id ON mcp_servers (organization_id, workspace_id);
CREATE INDEX ix_mcp_servers__secrets_key_id ON mcp_servers (secrets_key_id);

CREATE TABLE mcp_tools (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  server_id uuid NOT NULL,
  name text NOT NULL,
  hash text NOT NULL,
  definition jsonb NOT NULL,
  approved_hash text,
  approved_definition jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_mcp_tools PRIMARY KEY (id),
  CONSTRAINT uq_mcp_tools__name UNIQUE (server_id, name),
  CONSTRAINT fk_mcp_tools__server_id FOREIGN KEY (server_id)
    REFERENCES mcp_servers (id) ON DELETE CASCADE
);
`;

export class McpServers implements MigrationInterface {
  readonly name = 'McpServers1795602600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(MCP_SERVERS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}

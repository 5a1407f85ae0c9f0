import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Knowledge bases, their documents with the bytes that were uploaded (sealed), and document sets. Chunks are in tables of the vector
 * store, which need an extension that an operator's PostgreSQL may lack: no foreign key leads there.
 */
const KNOWLEDGE = `
CREATE TABLE knowledge_bases (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  name text NOT NULL,
  embedding_model text NOT NULL,
  dimensions integer,
  generation integer NOT NULL DEFAULT 1,
  building_generation integer,
  building_model text,
  created_by text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_knowledge_bases PRIMARY KEY (id),
  CONSTRAINT fk_knowledge_bases__workspace_id FOREIGN KEY (organization_id, workspace_id)
    REFERENCES workspaces (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX ix_knowledge_bases__workspace_id ON knowledge_bases (organization_id, workspace_id, id);
CREATE INDEX ix_knowledge_bases__building ON knowledge_bases (id) WHERE building_generation IS NOT NULL;

-- Knowledge bases whose chunks are still in the vector store. A trigger notes them, since a workspace takes its own with it.
CREATE TABLE deleted_knowledge_bases (
  kb_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  CONSTRAINT pk_deleted_knowledge_bases PRIMARY KEY (kb_id)
);
CREATE FUNCTION note_deleted_knowledge_base() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO deleted_knowledge_bases (kb_id, workspace_id) VALUES (OLD.id, OLD.workspace_id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER note_deleted_knowledge_base AFTER DELETE ON knowledge_bases
  FOR EACH ROW EXECUTE FUNCTION note_deleted_knowledge_base();

CREATE TABLE knowledge_documents (
  id uuid NOT NULL,
  kb_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  name text NOT NULL,
  content_type text,
  bytes bigint NOT NULL DEFAULT 0,
  sha256 text,
  chunk_count integer NOT NULL DEFAULT 0,
  status text NOT NULL DEFAULT 'processing',
  step text,
  error text,
  failure text,
  embedded_count integer NOT NULL DEFAULT 0,
  generation integer,
  language text,
  source_id text,
  etag text,
  last_modified text,
  is_stale boolean NOT NULL DEFAULT false,
  same_as uuid,
  refresh_every_hours integer,
  refresh_at timestamptz,
  metadata jsonb NOT NULL DEFAULT '{}',
  uploaded_by jsonb NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  fence integer NOT NULL DEFAULT 0,
  processing_since timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_knowledge_documents PRIMARY KEY (id),
  CONSTRAINT uq_knowledge_documents__sha256 UNIQUE (kb_id, sha256),
  CONSTRAINT fk_knowledge_documents__kb_id FOREIGN KEY (kb_id) REFERENCES knowledge_bases (id) ON DELETE CASCADE,
  CONSTRAINT ck_knowledge_documents__status CHECK (status IN ('processing', 'ready', 'failed')),
  CONSTRAINT ck_knowledge_documents__step CHECK (step IN ('fetch', 'parse', 'chunk', 'embed'))
);
CREATE INDEX ix_knowledge_documents__kb_id ON knowledge_documents (kb_id, id);
CREATE INDEX ix_knowledge_documents__workspace_id ON knowledge_documents (workspace_id);
CREATE INDEX ix_knowledge_documents__refresh_at ON knowledge_documents (refresh_at) WHERE refresh_at IS NOT NULL;
CREATE INDEX ix_knowledge_documents__processing ON knowledge_documents (updated_at) WHERE status = 'processing';

CREATE TABLE knowledge_file_pieces (
  document_id uuid NOT NULL,
  position integer NOT NULL,
  sealed bytea NOT NULL,
  CONSTRAINT pk_knowledge_file_pieces PRIMARY KEY (document_id, position),
  CONSTRAINT fk_knowledge_file_pieces__document_id FOREIGN KEY (document_id)
    REFERENCES knowledge_documents (id) ON DELETE CASCADE
);

CREATE TABLE docsets (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  name text NOT NULL,
  description text,
  is_restricted boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_docsets PRIMARY KEY (id),
  CONSTRAINT fk_docsets__workspace_id FOREIGN KEY (organization_id, workspace_id)
    REFERENCES workspaces (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX ix_docsets__workspace_id ON docsets (organization_id, workspace_id, id);

CREATE TABLE docset_knowledge_bases (
  docset_id uuid NOT NULL,
  kb_id uuid NOT NULL,
  CONSTRAINT pk_docset_knowledge_bases PRIMARY KEY (docset_id, kb_id),
  CONSTRAINT fk_docset_knowledge_bases__docset_id FOREIGN KEY (docset_id) REFERENCES docsets (id) ON DELETE CASCADE,
  CONSTRAINT fk_docset_knowledge_bases__kb_id FOREIGN KEY (kb_id) REFERENCES knowledge_bases (id) ON DELETE CASCADE
);
CREATE INDEX ix_docset_knowledge_bases__kb_id ON docset_knowledge_bases (kb_id);

CREATE TABLE docset_teams (
  docset_id uuid NOT NULL,
  team_id uuid NOT NULL,
  CONSTRAINT pk_docset_teams PRIMARY KEY (docset_id, team_id),
  CONSTRAINT fk_docset_teams__docset_id FOREIGN KEY (docset_id) REFERENCES docsets (id) ON DELETE CASCADE,
  CONSTRAINT fk_docset_teams__team_id FOREIGN KEY (team_id) REFERENCES teams (id) ON DELETE CASCADE
);
CREATE INDEX ix_docset_teams__team_id ON docset_teams (team_id);
`;

export class Knowledge implements MigrationInterface {
  readonly name = 'Knowledge1795489200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(KNOWLEDGE);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}

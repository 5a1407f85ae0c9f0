import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Files of documents that are in object storage, each as `pieces` objects. A row is written before its objects are, and stays until
 * they are removed: what a killed process left there is found. It belongs to no document before the upload is complete, and after the
 * document was deleted or has other bytes; once such a row has expired, its objects are removed.
 */
const OBJECTS = `
CREATE TABLE knowledge_objects (
  id uuid NOT NULL,
  document_id uuid,
  pieces integer NOT NULL,
  expires_at timestamptz NOT NULL,
  is_removed boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_knowledge_objects PRIMARY KEY (id),
  CONSTRAINT uq_knowledge_objects__document_id UNIQUE (document_id),
  CONSTRAINT fk_knowledge_objects__document_id FOREIGN KEY (document_id)
    REFERENCES knowledge_documents (id) ON DELETE SET NULL
);
CREATE INDEX ix_knowledge_objects__expires_at ON knowledge_objects (expires_at) WHERE document_id IS NULL;
`;

export class KnowledgeObjects implements MigrationInterface {
  readonly name = 'KnowledgeObjects1795601400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(OBJECTS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sealed transcripts of documents that are sound or video. A transcript is deleted with its document, and when the bytes change. */
const TRANSCRIPTS = `
CREATE TABLE knowledge_transcripts (
  document_id uuid NOT NULL,
  sealed text NOT NULL,
  CONSTRAINT pk_knowledge_transcripts PRIMARY KEY (document_id),
  CONSTRAINT fk_knowledge_transcripts__document_id FOREIGN KEY (document_id)
    REFERENCES knowledge_documents (id) ON DELETE CASCADE
)`;

export class KnowledgeTranscripts implements MigrationInterface {
  readonly name = 'KnowledgeTranscripts1795516200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TRANSCRIPTS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}

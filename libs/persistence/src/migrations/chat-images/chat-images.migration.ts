import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Images of conversations, which go with them, and the tools that a conversation offers to its models. Both are sealed. */
const CHAT_IMAGES = `
ALTER TABLE chat_sessions ADD COLUMN tools_sealed text;
ALTER TABLE chat_sessions ADD COLUMN image_bytes integer NOT NULL DEFAULT 0;

CREATE TABLE chat_images (
  id uuid NOT NULL,
  session_id uuid NOT NULL,
  media_type text NOT NULL,
  sealed bytea NOT NULL,
  CONSTRAINT pk_chat_images PRIMARY KEY (id),
  CONSTRAINT fk_chat_images__session_id FOREIGN KEY (session_id) REFERENCES chat_sessions (id) ON DELETE CASCADE
);
CREATE INDEX ix_chat_images__session_id ON chat_images (session_id, id);
`;

export class ChatImages implements MigrationInterface {
  readonly name = 'ChatImages1795601700000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CHAT_IMAGES);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}

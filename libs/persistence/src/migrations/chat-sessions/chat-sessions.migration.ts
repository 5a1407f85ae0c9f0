import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Conversations that people save in a workspace, and their messages as a tree. They go with their person, and with the workspace.
 * Titles and messages are sealed. `leaf_id` has no foreign key: messages go only with their conversation.
 */
const CHAT_SESSIONS = `
CREATE TABLE chat_sessions (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  user_id uuid NOT NULL,
  title_sealed text,
  is_shared boolean NOT NULL DEFAULT false,
  leaf_id uuid,
  message_count integer NOT NULL DEFAULT 0,
  bytes integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_chat_sessions PRIMARY KEY (id),
  CONSTRAINT fk_chat_sessions__workspace_id FOREIGN KEY (organization_id, workspace_id)
    REFERENCES workspaces (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT fk_chat_sessions__user_id FOREIGN KEY (organization_id, user_id)
    REFERENCES users (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX ix_chat_sessions__workspace_id ON chat_sessions (organization_id, workspace_id, updated_at, id);
CREATE INDEX ix_chat_sessions__user_id ON chat_sessions (organization_id, user_id, workspace_id, updated_at, id);

CREATE TABLE chat_messages (
  id uuid NOT NULL,
  session_id uuid NOT NULL,
  parent_id uuid,
  sealed text NOT NULL,
  CONSTRAINT pk_chat_messages PRIMARY KEY (id),
  CONSTRAINT fk_chat_messages__session_id FOREIGN KEY (session_id) REFERENCES chat_sessions (id) ON DELETE CASCADE
);
CREATE INDEX ix_chat_messages__session_id ON chat_messages (session_id, id);
`;

export class ChatSessions implements MigrationInterface {
  readonly name = 'ChatSessions1795526400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CHAT_SESSIONS);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations go forward only.'));
  }
}

import { table } from './table.js';

table('chat_sessions', {
  id: 'uuid',
  organizationId: 'uuid',
  workspaceId: 'uuid',
  userId: 'uuid',
  titleSealed: 'text?',
  isShared: 'boolean',
  leafId: 'uuid?',
  messageCount: 'integer',
  bytes: 'integer',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
  toolsSealed: 'text?',
  imageBytes: 'integer',
});

table('chat_messages', {
  id: 'uuid',
  sessionId: 'uuid',
  parentId: 'uuid?',
  sealed: 'text',
});

table('chat_images', {
  id: 'uuid',
  sessionId: 'uuid',
  mediaType: 'text',
  sealed: 'bytea',
});

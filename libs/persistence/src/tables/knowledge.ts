import { table } from './table.js';

table('knowledge_bases', {
  id: 'uuid',
  organizationId: 'uuid',
  workspaceId: 'uuid',
  name: 'text',
  embeddingModel: 'text',
  dimensions: 'integer?',
  generation: 'integer',
  buildingGeneration: 'integer?',
  buildingModel: 'text?',
  createdBy: 'text?',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
});

table('deleted_knowledge_bases', {
  kbId: 'uuid',
  workspaceId: 'uuid',
});

export const knowledgeDocuments = table('knowledge_documents', {
  id: 'uuid',
  kbId: 'uuid',
  workspaceId: 'uuid',
  name: 'text',
  contentType: 'text?',
  bytes: 'bigint',
  sha256: 'text?',
  chunkCount: 'integer',
  status: 'text',
  step: 'text?',
  error: 'text?',
  failure: 'text?',
  embeddedCount: 'integer',
  generation: 'integer?',
  language: 'text?',
  sourceId: 'text?',
  etag: 'text?',
  lastModified: 'text?',
  isStale: 'boolean',
  sameAs: 'uuid?',
  refreshEveryHours: 'integer?',
  refreshAt: 'timestamptz?',
  metadata: 'jsonb',
  uploadedBy: 'jsonb',
  attempts: 'integer',
  fence: 'integer',
  processingSince: 'timestamptz',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
});

table('knowledge_file_pieces', {
  documentId: 'uuid',
  position: 'integer',
  sealed: 'bytea',
});

table('knowledge_objects', {
  id: 'uuid',
  documentId: 'uuid?',
  pieces: 'integer',
  expiresAt: 'timestamptz',
  isRemoved: 'boolean',
  createdAt: 'timestamptz',
});

table('knowledge_transcripts', {
  documentId: 'uuid',
  sealed: 'text',
});

table('docsets', {
  id: 'uuid',
  organizationId: 'uuid',
  workspaceId: 'uuid',
  name: 'text',
  description: 'text?',
  isRestricted: 'boolean',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
});

table('docset_knowledge_bases', {
  docsetId: 'uuid',
  kbId: 'uuid',
});

table('docset_teams', {
  docsetId: 'uuid',
  teamId: 'uuid',
});

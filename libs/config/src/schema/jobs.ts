import { z } from 'zod';
import { count, httpUrl, modelName, secret, section } from './values.js';

export const asyncSchema = section(
  {
    enabled: z.boolean().default(true).describe('Whether /v1/async is served.'),
    workers: z.int().min(1).max(256).default(4).describe('Maximum number of jobs that one process runs at a time.'),
    webhook_signing_secret: secret().optional().describe('Signs webhooks (Standard Webhooks). Empty: none are sent.'),
    webhook_url: httpUrl().optional().describe('Address for results of requests that name no address.'),
    result_ttl_hours: count().default(24).describe('Hours for which a result can be fetched.'),
  },
  'Background inference.',
);

export const knowledgeSchema = section(
  {
    vector_store: z.enum(['pgvector', 'qdrant']).default('pgvector').describe('Storage of vectors.'),
    qdrant: section(
      {
        url: httpUrl().optional().describe('Address of Qdrant; required with `vector_store: qdrant`.'),
        api_key: secret().optional().describe('API key of Qdrant.'),
      },
      'Qdrant.',
    ),
    embedding_model: modelName().optional().describe('Embedding model of new knowledge bases.'),
    chunk_tokens: count().default(512).describe('Tokens per chunk.'),
    chunk_overlap_tokens: z.int().min(0).default(64).describe('Tokens that a chunk shares with the previous one.'),
  },
  'Knowledge bases.',
);

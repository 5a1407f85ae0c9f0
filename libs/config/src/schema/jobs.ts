import { z } from 'zod';
import { count, httpUrl, modelName, secret, section } from './values.js';

export const asyncSchema = section(
  {
    enabled: z.boolean().default(true).describe('Whether /v1/async is served.'),
    workers: z.int().min(1).max(256).default(4).describe('Jobs one process runs at a time.'),
    webhook_signing_secret: secret().optional().describe('Signs webhooks (Standard Webhooks). Empty: none are sent.'),
    webhook_url: httpUrl().optional().describe('Where results go whose request names no address.'),
    result_ttl_hours: count().default(24).describe('How long a result can be fetched.'),
  },
  'Inference in the background.',
);

export const knowledgeSchema = section(
  {
    vector_store: z.enum(['pgvector', 'qdrant']).default('pgvector').describe('Where vectors are kept.'),
    qdrant: section(
      {
        url: httpUrl().optional().describe('Address of Qdrant; required with `vector_store: qdrant`.'),
        api_key: secret().optional().describe('Its key.'),
      },
      'Qdrant.',
    ),
    embedding_model: modelName().optional().describe('Embedding model of new knowledge bases.'),
    chunk_tokens: count().default(512).describe('Tokens of a chunk.'),
    chunk_overlap_tokens: z.int().min(0).default(64).describe('Tokens a chunk shares with the one before.'),
  },
  'Knowledge bases.',
);

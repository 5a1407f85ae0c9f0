import type { EmbeddingsRequest, EmbeddingsResponse } from '@multilane/contracts';
import { validateEmbeddingsRequest } from '@multilane/validation';
import type { Surface } from '../surface.js';
import { finishEmbeddings } from './finish-embeddings.js';

/** POST /v1/embeddings (docs/contract/embeddings.md#embeddings). */
export const EMBEDDINGS: Surface<EmbeddingsRequest> = {
  name: 'embeddings',
  path: '/v1/embeddings',
  endpoint: 'embeddings',
  modelTypes: ['embedding'],
  source: 'workspace-then-catalog',
  validate: validateEmbeddingsRequest,
  finish: (answer, request) => finishEmbeddings(answer as EmbeddingsResponse, request),
};

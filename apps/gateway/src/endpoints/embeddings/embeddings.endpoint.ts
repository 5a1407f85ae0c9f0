import type { EmbeddingsRequest, EmbeddingsResponse } from '@multilane/contracts';
import { embeddingsRequestSchema, validateEmbeddingsRequest } from '@multilane/validation';
import { mapMembers } from '../../guarding/texts/member-texts.js';

import type { EndpointDescriptor } from '../descriptor.js';
import { finishEmbeddings } from './finish-embeddings.js';

const INPUT: ReadonlySet<string> = new Set(['input']);

/** POST /v1/embeddings (docs/contract/embeddings.md#embeddings). */
export const EMBEDDINGS: EndpointDescriptor<EmbeddingsRequest> = {
  name: 'embeddings',
  route: { method: 'POST', path: '/v1/embeddings' },
  body: 'json',
  answers: ['json'],
  docs: {
    summary: 'Embeddings of texts.',
    answer: 'A list of vectors.',
    schema: embeddingsRequestSchema,
  },
  format: {
    key: 'embeddings',
    operation: 'embeddings',
    texts: {
      isGuarded: true,
      mapRequest: (request, map) => mapMembers(request, INPUT, map),
      tokenMember: 'input',
      answer: undefined,
      isAnswerStored: false,
    },
    isCacheable: true,
    billing: 'tokens',
    isGenerative: false,
    reportsUsage: true,
  },
  modelTypes: ['embedding'],
  warmUpBodies: [{ input: ['What does a gateway do?', 'It stands between programs and models.'] }],
  source: 'workspace-then-catalog',
  validate: validateEmbeddingsRequest,
  finish: (answer, request) => finishEmbeddings(answer as EmbeddingsResponse, request),
};

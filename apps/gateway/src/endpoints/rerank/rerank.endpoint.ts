import type { RerankRequest, RerankResponse } from '@multilane/contracts';
import { rerankRequestSchema, validateRerankRequest } from '@multilane/validation';
import { mapMembers } from '../../guarding/texts/member-texts.js';

import type { EndpointDescriptor } from '../descriptor.js';
import { finishRerank } from './finish-rerank.js';

const DOCUMENTS: ReadonlySet<string> = new Set(['query', 'documents']);

/** POST /v1/rerank (docs/contract/rerank.md#rerank). */
export const RERANK: EndpointDescriptor<RerankRequest> = {
  name: 'rerank',
  route: { method: 'POST', path: '/v1/rerank' },
  body: 'json',
  answers: ['json'],
  docs: {
    summary: 'Documents in the order of their relevance.',
    answer: 'Documents with scores.',
    schema: rerankRequestSchema,
  },
  format: {
    key: 'rerank',
    operation: 'rerank',
    texts: {
      isGuarded: true,
      mapRequest: (request, map) => mapMembers(request, DOCUMENTS, map),

      answer: undefined,
      isAnswerStored: true,
    },
    isCacheable: true,
    billing: 'tokens',
    isGenerative: false,
    reportsUsage: true,
  },
  modelTypes: ['rerank'],
  source: 'workspace-then-catalog',
  validate: validateRerankRequest,
  finish: (answer, request) => finishRerank(answer as RerankResponse, request),
};

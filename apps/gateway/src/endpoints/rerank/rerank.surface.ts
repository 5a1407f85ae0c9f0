import type { RerankRequest, RerankResponse } from '@multilane/contracts';
import { validateRerankRequest } from '@multilane/validation';
import type { Surface } from '../surface.js';
import { finishRerank } from './finish-rerank.js';

/** POST /v1/rerank (docs/contract/rerank.md#rerank). */
export const RERANK: Surface<RerankRequest> = {
  name: 'rerank',
  path: '/v1/rerank',
  endpoint: 'rerank',
  modelTypes: ['rerank'],
  source: 'workspace-then-catalog',
  validate: validateRerankRequest,
  finish: (answer, request) => finishRerank(answer as RerankResponse, request),
};

import type { ModerationsRequest } from '@multilane/contracts';
import { validateModerationsRequest } from '@multilane/validation';
import type { Surface } from '../surface.js';
import { answerLocally } from './answer-locally.js';

/**
 * POST /v1/moderations: passed through for models of group R1; without a model, and for other providers, the built-in
 * check answers (docs/contract/moderations.md#moderations).
 */
export const MODERATIONS: Surface<ModerationsRequest> = {
  name: 'moderations',
  path: '/v1/moderations',
  endpoint: 'moderations',
  modelTypes: ['moderation'],
  source: 'catalog',
  validate: validateModerationsRequest,
  answerLocally: (request, { idSeed }) => answerLocally(request, idSeed),
};

import type { ModerationsRequest } from '@multilane/contracts';
import { moderationsRequestSchema, validateModerationsRequest } from '@multilane/validation';
import { mapMembers } from '../../guarding/texts/member-texts.js';

import type { EndpointDescriptor } from '../descriptor.js';
import { answerLocally } from './answer-locally.js';

const INPUT: ReadonlySet<string> = new Set(['input']);

/**
 * POST /v1/moderations: passed through for models of group R1; without a model, and for other providers, the built-in
 * check answers (docs/contract/moderations.md#moderations).
 */
export const MODERATIONS: EndpointDescriptor<ModerationsRequest> = {
  name: 'moderations',
  route: { method: 'POST', path: '/v1/moderations' },
  body: 'json',
  answers: ['json'],
  docs: {
    summary: 'Whether texts are harmful.',
    answer: 'Categories with scores.',
    schema: moderationsRequestSchema,
  },
  format: {
    key: 'moderations',
    operation: 'moderation',
    texts: {
      isGuarded: false,
      mapRequest: (request, map) => mapMembers(request, INPUT, map),

      answer: undefined,
      isAnswerStored: true,
    },
    isCacheable: false,
    billing: 'tokens',
    isGenerative: false,
    reportsUsage: false,
  },
  modelTypes: ['moderation'],
  source: 'catalog',
  validate: validateModerationsRequest,
  answerLocally: (request, { idSeed }) => answerLocally(request, idSeed),
};

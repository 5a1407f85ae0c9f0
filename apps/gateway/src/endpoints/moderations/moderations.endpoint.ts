import type { ModerationsRequest } from '@multilane/contracts';
import { BUILTIN_MODERATION } from '@multilane/policy';
import { moderationsRequestSchema, validateModerationsRequest } from '@multilane/validation';
import { mapMembers } from '../../guarding/texts/member-texts.js';

import type { EndpointDescriptor } from '../descriptor.js';
import { answerLocally } from './answer-locally.js';

const INPUT: ReadonlySet<string> = new Set(['input']);

/**
 * The reference's own models (`ModerationModel` of the npm package openai 7.55.0, and the dated names of
 * developers.openai.com/api/docs/models), one of which SDKs and frameworks send unless told otherwise; and the name that the built-in check gives itself.
 */
const OWN_NAMES: ReadonlySet<string> = new Set([
  'omni-moderation-latest',
  'omni-moderation-2024-09-26',
  'text-moderation-latest',
  'text-moderation-stable',
  'text-moderation-007',
  BUILTIN_MODERATION,
]);

/**
 * POST /v1/moderations: passed through for models of group R1; without a model, for the reference's own names
 * where no model has them, and for other providers, the built-in check answers (docs/contract/moderations.md#moderations).
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
  ownNames: OWN_NAMES,
  answerLocally: (request, { idSeed }) => answerLocally(request, idSeed),
};

import type { DecisionRequest } from '@multilane/contracts';
import { validateDecisionRequest } from '@multilane/validation';
import type { Surface } from '../surface.js';
import { checkAnswers } from './check-answers.js';

/** POST /v1/decision: decision models alone (docs/contract/decision.md#providers). */
export const DECISION: Surface<DecisionRequest> = {
  name: 'decision',
  path: '/v1/decision',
  endpoint: 'decision',
  modelTypes: ['decision'],
  source: 'workspace',
  validate: validateDecisionRequest,
  finish: checkAnswers,
};

import type { DecisionRequest } from '@multilane/contracts';
import { decisionRequestSchema, validateDecisionRequest } from '@multilane/validation';
import type { EndpointDescriptor } from '../descriptor.js';
import { checkAnswers } from './check-answers.js';
import { mapDecisionRequest } from './decision-texts.js';

/** POST /v1/decision: decision models alone (docs/contract/decision.md#providers). */
export const DECISION: EndpointDescriptor<DecisionRequest> = {
  name: 'decision',
  route: { method: 'POST', path: '/v1/decision' },
  body: 'json',
  answers: ['json'],
  docs: {
    summary: 'Answers to questions about a state.',
    answer: 'An answer to each question.',
    schema: decisionRequestSchema,
  },
  format: {
    key: 'decision',
    operation: 'decision',
    texts: {
      isGuarded: true,
      mapRequest: mapDecisionRequest,

      answer: undefined,
      isAnswerStored: true,
    },
    isCacheable: false,
    billing: 'tokens',
    isGenerative: false,
    reportsUsage: false,
  },
  modelTypes: ['decision'],
  source: 'workspace',
  validate: validateDecisionRequest,
  finish: checkAnswers,
};

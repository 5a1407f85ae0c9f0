import type { CountTokensRequest, CountTokensResponse } from '@multilane/contracts';
import { estimatePromptTokens } from '@multilane/tokens';
import { countTokensRequestSchema, validateCountTokensRequest } from '@multilane/validation';
import type { EndpointDescriptor, LocalFacts } from '../descriptor.js';
import { findFileIds } from '../find-file-ids.js';
import { mapMessagesRequest } from './messages-texts.js';
import { encodePrompt } from './request/encode-chat-request.js';

/**
 * POST /v1/messages/count_tokens. The messages-native provider counts itself, where it offers that for the model; for every other the count is estimated
 * with the model's tokenizer (docs/tokens.md says how well), over the chat request that would be sent.
 */
export const COUNT_TOKENS: EndpointDescriptor<CountTokensRequest> = {
  name: 'messages.count_tokens',
  route: { method: 'POST', path: '/v1/messages/count_tokens' },
  recordedAs: 'read',
  body: 'json',
  answers: ['json'],
  docs: {
    summary: 'How many input tokens a message would use.',
    answer: 'The number of tokens.',
    schema: countTokensRequestSchema,
  },
  format: {
    key: 'countTokens',
    operation: 'count_tokens',
    texts: {
      isGuarded: false,
      mapRequest: mapMessagesRequest,

      answer: undefined,
      isAnswerStored: true,
    },
    isCacheable: false,
    billing: 'nothing',
    isGenerative: false,
    reportsUsage: false,
  },
  modelTypes: ['chat'],
  source: 'workspace',
  validate: validateCountTokensRequest,
  findReferences: ({ messages }) => findFileIds(messages, 'messages'),
  answerLocally: estimate,
  standsInForProvider: true,
};

async function estimate(
  request: Readonly<CountTokensRequest>,
  { target, tenant }: Pick<LocalFacts, 'target' | 'tenant'>,
): Promise<CountTokensResponse> {
  if (target === undefined) throw new Error('tokens are counted once the model is resolved');
  const counted = { ...encodePrompt(request, target.group), model: target.upstreamModel, group: target.group, tenant };
  return { input_tokens: await estimatePromptTokens(counted) };
}

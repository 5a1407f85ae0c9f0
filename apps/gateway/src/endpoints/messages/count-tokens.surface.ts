import type { CountTokensRequest, CountTokensResponse } from '@multilane/contracts';
import { estimatePromptTokens } from '@multilane/tokens';
import { validateCountTokensRequest } from '@multilane/validation';
import type { LocalFacts, Surface } from '../surface.js';
import { encodePrompt } from './encode-chat-request.js';

/**
 * POST /v1/messages/count_tokens. The messages-native provider counts itself; for every other the count is estimated
 * with the model's tokenizer (docs/tokens.md says how well), over the chat request that would be sent.
 */
export const COUNT_TOKENS: Surface<CountTokensRequest> = {
  name: 'messages.count_tokens',
  path: '/v1/messages/count_tokens',
  endpoint: 'countTokens',
  modelTypes: ['chat'],
  source: 'workspace',
  validate: validateCountTokensRequest,
  answerLocally: estimate,
};

async function estimate(
  request: Readonly<CountTokensRequest>,
  { target }: Pick<LocalFacts, 'target'>,
): Promise<CountTokensResponse> {
  if (target === undefined) throw new Error('tokens are counted once the model is resolved');
  const counted = { ...encodePrompt(request, target.group), model: target.upstreamModel, group: target.group };
  return { input_tokens: await estimatePromptTokens(counted) };
}

import { type CountTokensRequest, type CountTokensResponse, PROVIDER_KINDS } from '@multilane/contracts';
import { estimatePromptTokens } from '@multilane/tokens';
import { validateCountTokensRequest } from '@multilane/validation';
import type { RequestContext } from '../../../pipeline/request-context.js';
import type { Surface } from '../surface.js';
import { encodePrompt } from './encode-chat-request.js';

/**
 * POST /v1/messages/count_tokens. The messages-native provider counts itself; for every other the count is estimated
 * with the model's tokenizer (docs/tokens.md says how well), over the chat request that would be sent.
 */
export const COUNT_TOKENS: Surface<CountTokensRequest> = {
  name: 'messages.count_tokens',
  endpoint: 'countTokens',
  modelTypes: ['chat'],
  validate: validateCountTokensRequest,
  answerLocally: estimate,
};

async function estimate(
  request: Readonly<CountTokensRequest>,
  { model }: Pick<RequestContext, 'model'>,
): Promise<CountTokensResponse> {
  const prompt = encodePrompt(request);
  if (model === undefined) throw new Error('tokens are counted once the model is resolved');
  const { kind, upstreamModel } = model.target.provider;
  const counted = { ...prompt, model: upstreamModel, group: PROVIDER_KINDS[kind] };
  return { input_tokens: await estimatePromptTokens(counted) };
}

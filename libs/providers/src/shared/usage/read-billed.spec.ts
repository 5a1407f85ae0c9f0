import { describe, expect, it } from '@jest/globals';
import { BILLED, type Billed, type Usage } from '@multilane/contracts';
import { mapUsage as ofMessages } from '../../anthropic/map-usage.js';
import { mapUsage as ofConverse } from '../../bedrock/map-usage.js';
import { decodeChatResponse } from '../../openai/decode-chat-response.js';
import { mapResponsesUsage } from '../../openai/responses/map-usage.js';
import { mapUsage as ofGenerateContent } from '../generate-content/map-usage.js';
import { readTier } from './read-billed.js';

const COUNTS = { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 };
const chat = (members: object, usage: object = {}): Usage | undefined =>
  decodeChatResponse(
    [
      {
        ...{ id: 'c', object: 'chat.completion', created: 1, model: 'm', ...members },
        choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
        usage: { ...COUNTS, ...usage },
      },
    ],
    { idSeed: 's', created: 1, model: 'm', request: {} } as never,
  ).usage;
const messages = (usage: object) => ofMessages({ input_tokens: 5, output_tokens: 3, ...usage });
const responses = (members: object) =>
  mapResponsesUsage({ usage: { input_tokens: 5, output_tokens: 3, total_tokens: 8 }, ...members });
const converse = (tier: unknown) => ofConverse({ inputTokens: 5, outputTokens: 3 }, tier);
const gemini = (usage: object) => ofGenerateContent({ promptTokenCount: 5, candidatesTokenCount: 3, ...usage });
const search = (action?: object) => ({
  type: 'web_search_call',
  id: 'ws',
  status: 'completed',
  ...(action && { action }),
});

describe('items that an answer bills beside its tokens', () => {
  it.each<[string, Usage | undefined, Billed | undefined]>([
    ['the tier of chat', chat({ service_tier: 'priority' }), { tier: 'priority' }],
    ['nothing of the standard tier', chat({ service_tier: 'default' }), undefined],
    ['nothing of null', chat({ service_tier: null }), undefined],
    ['searches of Perplexity', chat({}, { num_search_queries: 3, search_context_size: 'low' }), { searches: 3 }],
    ['sources of xAI', chat({}, { num_sources_used: 2 }), { searches: 2 }],
    ['searches that a host passes on', chat({}, { server_tool_use: { web_search_requests: 4 } }), { searches: 4 }],
    ['no searches where there were none', chat({}, { num_sources_used: 0 }), undefined],
    ['no searches that cannot be counted', chat({}, { num_search_queries: -3 }), undefined],
    ['the tier of responses', responses({ service_tier: 'flex' }), { tier: 'flex' }],
    [
      'the searches of a response',
      responses({ output: [search(), search({ type: 'search' }), search({ type: 'open_page' })] }),
      { searches: 2 },
    ],
    ['the tier of messages', messages({ service_tier: 'priority' }), { tier: 'priority' }],
    ['the tier of a batch', messages({ service_tier: 'batch' }), { tier: 'batch' }],
    [
      'its searches',
      messages({ service_tier: 'standard', server_tool_use: { web_search_requests: 2 } }),
      { searches: 2 },
    ],
    ['its fast mode', messages({ service_tier: 'standard', speed: 'fast' }), { tier: 'fast' }],
    ['its region', messages({ inference_geo: 'us', speed: 'standard' }), { factor: 1.1 }],
    ['no region where any will do', messages({ inference_geo: 'global' }), undefined],
    ['the tier of Converse', converse({ type: 'flex' }), { tier: 'flex' }],
    ['nothing of its default', converse({ type: 'default' }), undefined],
    ['the tier of Gemini', gemini({ serviceTier: 'priority' }), { tier: 'priority' }],
    ['that of the cloud edition', gemini({ trafficType: 'ON_DEMAND_FLEX' }), { tier: 'flex' }],
    ['nothing of its standard traffic', gemini({ trafficType: 'ON_DEMAND' }), undefined],
  ])('is read: %s', (_rule, usage, billed) => {
    expect(usage).toMatchObject({ prompt_tokens: 5, completion_tokens: 3 });
    expect(usage?.[BILLED]).toEqual(billed);
  });

  it.each([[7], [{}], [''], ['x'.repeat(41)], ['AUTO'], ['SERVICE_TIER_UNSPECIFIED']])('is no tier: %j', (given) => {
    expect(readTier(given)).toBeUndefined();
  });

  it('is never written into an answer', () => {
    expect(JSON.stringify(chat({ service_tier: 'priority' }))).toBe(JSON.stringify(COUNTS));
  });

  it('counts images of Gemini apart, in the prompt and in the answer', () => {
    const usage = gemini({
      promptTokensDetails: [
        { modality: 'TEXT', tokenCount: 1 },
        { modality: 'IMAGE', tokenCount: 4 },
      ],
      candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 3 }],
    });
    expect(usage?.prompt_tokens_details).toEqual({ image_tokens: 4 });
    expect(usage?.completion_tokens_details).toEqual({ image_tokens: 3 });
  });

  it('keeps images of the reference format, and which of them were cached', () => {
    const split = { audio_tokens: 0, image_tokens: 2 };
    const details = { cached_tokens: 2, image_tokens: 4, cached_tokens_details: split };
    expect(chat({}, { prompt_tokens_details: details })?.prompt_tokens_details).toEqual(details);
  });
});

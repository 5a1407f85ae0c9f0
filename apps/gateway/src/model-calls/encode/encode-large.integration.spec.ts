import { describe, expect, it } from '@jest/globals';
import type { AnyRequest } from '@multilane/contracts';
import type { Codec, ProviderAdapter } from '@multilane/providers';
import { getAdapter } from '@multilane/providers';
import type { CallPlan } from '../model-call.js';
import { encodeLarge } from './encode-large.js';

const LONG = `${'The "quick" brown\n\u0001 fox 漢🙂\ud800 '.repeat(90_000)}end`;
const provider = { upstreamModel: 'theirs', kind: 'openai', headers: {} };

const planOf = (kind: 'openai' | 'anthropic' | 'gemini', request: object): CallPlan => {
  const adapter = getAdapter(kind) as ProviderAdapter;
  const codec = adapter.endpoints.chat as unknown as Codec<AnyRequest, object>;
  return { adapter, codec, request, target: { provider } } as unknown as CallPlan;
};

const encode = (plan: CallPlan, request: AnyRequest = plan.request) => plan.codec.encode(request, plan.target.provider);
const encodeInTurns = (plan: CallPlan) => encodeLarge(plan, (request) => encode(plan, request));

const REQUEST = {
  model: 'ours',
  max_tokens: 9,
  messages: [
    { role: 'system', content: LONG },
    {
      role: 'user',
      content: [
        { type: 'text', text: LONG.slice(1) },
        { type: 'text', text: 'short' },
      ],
    },
    {
      role: 'user',
      content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${'A'.repeat(100_000)}` } }],
    },
    {
      role: 'assistant',
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: `{"a":"${'b'.repeat(100_000)}"}` } }],
    },
    { role: 'tool', tool_call_id: 'c', content: LONG.slice(2) },
  ],
};

describe('a large request, written for a provider', () => {
  it.each(['openai', 'anthropic', 'gemini'] as const)('is what it is when it is written at once: %s', async (kind) => {
    const plan = planOf(kind, REQUEST);
    const before = JSON.stringify(REQUEST);
    const [written = ''] = await encodeInTurns(plan);
    expect(Buffer.isBuffer(written)).toBe(true);
    const [expected = ''] = encode(plan);
    expect(Buffer.from(expected).equals(Buffer.from(written))).toBe(true);
    expect(JSON.stringify(REQUEST)).toBe(before);
  });

  it('is text as ever where nothing in it is long, and a stand-in that a caller writes stays what it is', async () => {
    const content = 'long-text-01930000-0000-7000-8000-00000000000a';
    const plan = planOf('openai', { model: 'ours', messages: [{ role: 'user', content }] });
    expect(await encodeInTurns(plan)).toEqual(encode(plan));
    const beside = planOf('openai', {
      model: 'ours',
      messages: [
        { role: 'user', content },
        { role: 'user', content: LONG },
      ],
    });
    const [written = ''] = await encodeInTurns(beside);
    expect(JSON.parse(String(written))).toMatchObject({ messages: [{ content }, {}] });
  });
});

import { describe, expect, it } from '@jest/globals';
import type { ChatChunk, ChunkDelta, ResponsesRequest } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import OpenAI from 'openai';
import { ResponsesStreamWriter } from './stream/responses-stream-writer.js';

const FACTS = { requestId: 'r', idSeed: 'r', created: 1_700_000_000, clock: () => 1_700_000_002, model: 'alias' };
const TOOLS = [
  { type: 'function' as const, name: 'look', parameters: {}, strict: false },
  { type: 'custom' as const, name: 'exec' },
];

const chunk = (delta: ChunkDelta, finish: string | null = null, logprobs?: object): ChatChunk => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'gpt-4o-2024',
  choices: [{ index: 0, delta, finish_reason: finish, ...(logprobs && { logprobs }) }],
});
const beginCall = (index: number, name: string, args: string) =>
  chunk({ tool_calls: [{ index, id: `call_${index}`, type: 'function', function: { name, arguments: args } }] });
const goOn = (index: number, args: string) => chunk({ tool_calls: [{ index, function: { arguments: args } }] });

/** A stream of the official SDK that reads what the writer makes of the chunks. */
function read(chunks: readonly ChatChunk[], error?: GatewayError) {
  const writer = new ResponsesStreamWriter(
    { model: 'alias', input: 'Hi', stream: true, tools: TOOLS } as ResponsesRequest,
    FACTS,
  );
  const text = chunks.map((one) => writer.write(one, undefined)).join('') + (error ? writer.fail(error) : writer.end());
  const client = new OpenAI({
    apiKey: 'unused',
    baseURL: 'http://gateway.invalid/v1',
    maxRetries: 0,
    fetch: () => Promise.resolve(new Response(text, { headers: { 'content-type': 'text/event-stream' } })),
  });
  return client.responses.stream({ model: 'alias', input: 'Hi', tools: TOOLS });
}

describe("the official SDK's ResponseStream", () => {
  it('accumulates thinking, text and parallel calls as the final response has them', async () => {
    const logprob = { token: 'a', logprob: -1, bytes: [97], top_logprobs: [] };
    const stream = read([
      chunk({ role: 'assistant', content: '' }),
      chunk({ reasoning_content: 'H' }),
      chunk({ reasoning_content: 'm.' }),
      chunk({ reasoning_details: [{ type: 'reasoning.encrypted', data: 'd', index: 0 }] }),
      chunk({ content: 'Look' }, null, { content: [logprob] }),
      chunk({ content: 'ing.' }, null, { content: [logprob] }),
      beginCall(0, 'look', ''),
      beginCall(1, 'exec', '{"input":'),
      goOn(0, '{"at":'),
      goOn(1, '"ls"}'),
      goOn(0, '"cat"}'),
      chunk({}, 'tool_calls'),
      { ...chunk({}), choices: [], usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 } },
    ]);
    const texts: string[] = [];
    stream.on('response.output_text.delta', ({ delta }) => texts.push(delta));
    const response = await stream.finalResponse();
    expect(texts).toEqual(['Look', 'ing.']);
    expect(response.output_text).toBe('Looking.');
    expect(response.usage?.total_tokens).toBe(7);
    expect(response.output).toMatchObject([
      { type: 'reasoning', summary: [{ text: 'Hm.' }], encrypted_content: expect.any(String) },
      { type: 'message', status: 'completed', content: [{ text: 'Looking.', logprobs: [logprob, logprob] }] },
      { type: 'function_call', call_id: 'call_0', name: 'look', arguments: '{"at":"cat"}' },
      { type: 'custom_tool_call', call_id: 'call_1', name: 'exec', input: 'ls' },
    ]);
  });

  it('accumulates a refusal that ends an answer', async () => {
    const response = await read([
      chunk({ content: 'I' }),
      chunk({ refusal: 'No.' }),
      chunk({}, 'content_filter'),
    ]).finalResponse();
    expect(response.status).toBe('incomplete');
    expect(response.output).toMatchObject([
      {
        type: 'message',
        status: 'incomplete',
        content: [
          { type: 'output_text', text: 'I' },
          { type: 'refusal', refusal: 'No.' },
        ],
      },
    ]);
  });

  it('accumulates an answer that is cut off', async () => {
    const response = await read([chunk({ content: 'Hel' }), chunk({}, 'length')]).finalResponse();
    expect(response).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      output_text: 'Hel',
    });
  });

  it.each([[[]], [[chunk({ content: 'Hel' }), beginCall(0, 'look', '{"a')]]])('gets a failure', async (chunks) => {
    const seen: string[] = [];
    for await (const event of read(chunks, new GatewayError('provider_error'))) {
      seen.push(event.type);
      if (event.type === 'response.failed') expect(event.response.error?.code).toBe('provider_error');
    }
    expect(seen.at(-1)).toBe('response.failed');
  });
});

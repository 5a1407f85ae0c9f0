import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChatChunk, ChatCompletion, Usage } from '@multilane/contracts';
import { type AnswerParts, jsonReply, repliesOf, stallAfter, TEST_USAGE } from '@multilane/testing';
import { editReply, withMembers } from '../edit-reply.js';
import { findAuditRecord } from '../endpoints/inference-routes.js';
import { readEnvelope } from '../read-refusal.js';
import { type BehindGateway, PLAYED, startEveryProvider } from '../start-every-provider.js';
import { HOOK_LIMIT_MS, type Pair } from '../start-pair.js';
import { QUESTION, SIGNED_CALLS, TOOL_NAMES } from '../tool-conversation.js';

let pair: Pair;

beforeAll(async () => {
  pair = await startEveryProvider();
}, HOOK_LIMIT_MS);

afterAll(() => pair?.stop(), HOOK_LIMIT_MS);

afterEach(() => {
  const refusals = [...pair.upstream.refusals];
  pair.upstream.reset();
  expect(refusals).toEqual([]);
});

const NATIVE = PLAYED.filter(({ group }) => group !== 'R');
const FOG: AnswerParts = { text: ['Fog ', 'over ', 'Oslo.'] };
const messages = [{ role: 'user', content: QUESTION }];
const tools = TOOL_NAMES.map((name) => ({ type: 'function', function: { name, parameters: { type: 'object' } } }));

/** Usage as the provider reports it, and in the reference's words. */
const USAGE: Record<string, [reported: Record<string, unknown>, meant: Partial<Usage>]> = {
  N: [
    { usage: { input_tokens: 10, cache_read_input_tokens: 5, cache_creation_input_tokens: 3, output_tokens: 4 } },
    { prompt_tokens: 18, completion_tokens: 4, total_tokens: 22, prompt_tokens_details: { cached_tokens: 5 } },
  ],
  G: [
    {
      usageMetadata: {
        promptTokenCount: 10,
        toolUsePromptTokenCount: 2,
        candidatesTokenCount: 4,
        thoughtsTokenCount: 6,
        totalTokenCount: 22,
      },
    },
    { prompt_tokens: 12, completion_tokens: 10, total_tokens: 22, completion_tokens_details: { reasoning_tokens: 6 } },
  ],
  C: [
    { usage: { billed_units: { input_tokens: 1, output_tokens: 2 }, tokens: { input_tokens: 18, output_tokens: 4 } } },
    { prompt_tokens: 18, completion_tokens: 4, total_tokens: 22 },
  ],
  B: [
    {
      usage: {
        inputTokens: 10,
        cacheReadInputTokens: 5,
        cacheWriteInputTokens: 3,
        outputTokens: 4,
        totalTokens: 22,
      },
    },
    { prompt_tokens: 18, completion_tokens: 4, total_tokens: 22, prompt_tokens_details: { cached_tokens: 5 } },
  ],
};

/** The member that says why an answer ended, and its words for: withheld, failed. */
const ENDINGS: Record<string, [member: string, withheld: string[], failed: string | undefined]> = {
  N: ['stop_reason', ['refusal'], undefined],
  G: ['finishReason', ['SAFETY', 'RECITATION', 'PROHIBITED_CONTENT'], 'MALFORMED_FUNCTION_CALL'],
  C: ['finish_reason', ['ERROR_TOXIC'], 'ERROR'],
  B: ['stopReason', ['guardrail_intervened', 'content_filtered'], 'malformed_model_output'],
};

const settingsOf = ({ group }: BehindGateway) => ({ usage: USAGE[group], ending: ENDINGS[group] });

let asked = 0;

/** One chat, whole or streamed, joined to what a client ends up with. */
async function chat(streams: boolean, { model }: BehindGateway, body: object = {}) {
  asked += 1;
  const id = `native-${asked};`;
  const call = { body: { model, messages, ...body, stream: streams }, headers: { 'x-request-id': id } };
  if (!streams) {
    const answer = await pair.send('/v1/chat/completions', call);
    const { choices, usage } = answer.json() as ChatCompletion;
    const { message, finish_reason: reason } = choices?.[0] ?? {};
    const joined = { text: message?.content ?? '', reasoning: message?.reasoning_content ?? '', reason, usage };
    return { id, answer, ...joined };
  }
  const stream = await pair.open('/v1/chat/completions', call);
  const lines = await stream.collect();
  const chunks = lines.filter((line) => line !== '[DONE]').map((line) => JSON.parse(line) as ChatChunk);
  const deltas = chunks.flatMap((chunk) => chunk.choices ?? []);
  return {
    id,
    answer: { status: stream.status, headers: stream.headers, text: lines.join('\n') },
    text: deltas.map(({ delta }) => delta.content ?? '').join(''),
    reasoning: deltas.map(({ delta }) => delta.reasoning_content ?? '').join(''),
    reason: deltas.flatMap(({ finish_reason: reason }) => reason ?? []).join(),
    usage: chunks.flatMap((chunk) => chunk.usage ?? [])[0],
  };
}

const HOW: [how: string, streams: boolean][] = [
  ['whole', false],
  ['streamed', true],
];

const replyOf = (behind: BehindGateway, streams: boolean, parts: AnswerParts = FOG) =>
  streams ? repliesOf(behind.kind).stream(parts) : repliesOf(behind.kind).answer(parts);

describe.each(PLAYED)('docs/contract/streaming.md#framing: group $group', (behind) => {
  const { model, kind, group } = behind;
  const open = async (body: object = {}) => {
    const stream = await pair.open('/v1/chat/completions', { body: { model, messages, stream: true, ...body } });
    const lines = await stream.collect();
    return { stream, lines, chunks: lines.slice(0, -1).map((line) => JSON.parse(line) as ChatChunk) };
  };

  it('Content-Type text/event-stream, a role chunk, content deltas, a finish_reason chunk, and data: [DONE]', async () => {
    pair.upstream.enqueue(repliesOf(kind).stream(FOG));
    const { stream, lines, chunks } = await open();
    expect(stream.headers['content-type']).toMatch(/^text\/event-stream/);
    expect(stream.text()).toMatch(/^(data: .+\n\n)+$/);
    expect(lines.at(-1)).toBe('[DONE]');
    const choices = chunks.flatMap((chunk) => chunk.choices);
    expect(choices[0]?.delta).toMatchObject({ role: 'assistant' });
    expect(choices.slice(1).flatMap(({ delta }) => delta.role ?? [])).toEqual([]);
    expect(choices.flatMap(({ delta }) => delta.content || [])).toEqual(FOG.text);
    expect(choices.flatMap(({ finish_reason: reason }) => reason ?? [])).toEqual(['stop']);
    expect(choices.at(-1)?.finish_reason).toBe('stop');
    expect(new Set(chunks.map(({ id, object, created }) => `${id} ${object} ${created}`)).size).toBe(1);
  });

  it('tool-call ids are stable and correlated by index, arguments concatenate into valid JSON, finish_reason is tool_calls', async () => {
    pair.upstream.enqueue(repliesOf(kind).stream({ calls: SIGNED_CALLS }));
    const { chunks } = await open({ tools });
    const fragments = chunks.flatMap((chunk) => chunk.choices).flatMap(({ delta }) => delta.tool_calls ?? []);
    const ids = new Set(fragments.flatMap(({ id }) => id ?? []));
    expect(ids.size).toBe(2);
    for (const [index, name] of TOOL_NAMES.entries()) {
      const own = fragments.filter((fragment) => fragment.index === index);
      expect(own[0]).toMatchObject({ id: expect.any(String), type: 'function', function: { name } });
      expect(new Set(own.flatMap(({ id }) => id ?? [])).size).toBe(1);
      const json = own.map((fragment) => fragment.function?.arguments ?? '').join('');
      expect(JSON.parse(json)).toEqual({ city: 'Oslo' });
    }
    expect(chunks.flatMap((chunk) => chunk.choices).at(-1)?.finish_reason).toBe('tool_calls');
  });

  it.each([
    ['unset', {}],
    ['false', { stream_options: { include_usage: false } }],
    ['true', { stream_options: { include_usage: true } }],
  ])(
    'a final usage chunk with an empty choices array, always for native formats, as asked for group R; include_usage %s',
    async (how, options) => {
      pair.upstream.enqueue(repliesOf(kind).stream(FOG));
      const { chunks } = await open(options);
      const expected = group !== 'R' || how === 'true';
      expect(chunks.filter(({ usage }) => usage)).toHaveLength(expected ? 1 : 0);
      if (expected)
        expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: 9, completion_tokens: 4 } });
    },
  );

  it('it is translated incrementally, and closing the connection cancels the upstream request', async () => {
    const reply = repliesOf(kind).stream(FOG);
    const said = reply.chunks.findIndex((chunk) => chunk.toString('latin1').includes('over '));
    pair.upstream.enqueue(stallAfter(reply, said + 1));
    const stream = await pair.open('/v1/chat/completions', { body: { model, messages, stream: true } });
    while (!stream.text().includes('over ')) expect(await stream.next()).toBeDefined();
    expect(stream.text()).not.toContain('Oslo.');
    stream.abort();
    expect((await pair.upstream.waitForAbort()).aborted).toBe(true);
  });

  it('an error after its beginning is one data: line with the error envelope and no [DONE]', async () => {
    const { stream, errorAfter } = repliesOf(kind);
    const reply = stream(FOG);
    const said = reply.chunks.findIndex((chunk) => chunk.toString('latin1').includes('Fog '));
    pair.upstream.enqueue(errorAfter(reply, said + 1));
    const { lines } = await open();
    const codes = lines.flatMap((line) => {
      const { error } = JSON.parse(line) as { error?: { code: string } };
      return error?.code ?? [];
    });
    expect(codes).toEqual([expect.stringMatching(/^provider_/)]);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ error: { code: codes[0] } });
  });
});

describe.each(NATIVE)('docs/contract/usage.md#normalization: group $group', (behind) => {
  const { usage: [reported = {}, meant = {}] = [] } = settingsOf(behind);

  it.each(HOW)('prompt_tokens and completion_tokens mean the same on every provider: %s', async (_how, streams) => {
    pair.upstream.enqueue(editReply(replyOf(behind, streams), withMembers(reported)));
    const { id, usage } = await chat(streams, behind);
    expect(usage).toMatchObject(meant);
    expect(await findAuditRecord(pair, id)).toMatchObject({
      prompt_tokens: meant.prompt_tokens,
      completion_tokens: meant.completion_tokens,
      cached_tokens: meant.prompt_tokens_details?.cached_tokens ?? null,
      reasoning_tokens: meant.completion_tokens_details?.reasoning_tokens ?? null,
      usage_source: 'reported',
    });
  });

  it.each(HOW)(
    'docs/contract/usage.md#estimates: a provider that reports none has it estimated in the audit log, the body makes none up: %s',
    async (_how, streams) => {
      pair.upstream.enqueue(
        editReply(replyOf(behind, streams), withMembers({ usage: undefined, usageMetadata: undefined })),
      );
      const { id, text, usage } = await chat(streams, behind);
      expect(text).toBe('Fog over Oslo.');
      const record = await findAuditRecord(pair, id);
      expect(record).toMatchObject({ usage_source: 'estimated', prompt_tokens: expect.any(Number) });
      expect(record.completion_tokens).toBeGreaterThan(2);
      // A stream that asked for usage ends with it.
      expect((usage?.prompt_tokens ?? 0) > 0).toBe(streams);
    },
    HOOK_LIMIT_MS,
  );
});

describe.each(NATIVE)('docs/contract/chat.md#finish-reasons: group $group', (behind) => {
  const { ending: [member = '', withheld = [], failed] = [] } = settingsOf(behind);
  const cases = HOW.flatMap(([how, streams]) => withheld.map((reason) => [reason, how, streams] as const));

  it.each(cases)('%s becomes content_filter: %s', async (reason, _how, streams) => {
    pair.upstream.enqueue(editReply(replyOf(behind, streams), withMembers({ [member]: reason })));
    const { answer, reason: reported } = await chat(streams, behind);
    expect([answer.status, reported]).toEqual([200, 'content_filter']);
  });

  it.each(HOW)('an unknown native reason becomes stop and is logged: %s', async (_how, streams) => {
    pair.upstream.enqueue(editReply(replyOf(behind, streams), withMembers({ [member]: 'SOMETHING_NEW' })));
    const { id, reason } = await chat(streams, behind);
    expect(reason).toBe('stop');
    await findAuditRecord(pair, id);
    const lines = pair.gateway.stdout().split('\n');
    expect(lines.filter((line) => line.includes(id) && line.includes('SOMETHING_NEW'))).toHaveLength(1);
  });

  if (failed === undefined) return;
  it.each(HOW)(
    `a provider's error inside a 200 answer is an error, never a finish reason: ${failed}, %s`,
    async (_how, streams) => {
      pair.upstream.enqueue(editReply(replyOf(behind, streams), withMembers({ [member]: failed })));
      const { answer, reason } = await chat(streams, behind);
      expect(reason ?? '').toBe('');
      expect(answer.text).toContain('"code":"provider_error"');
      expect(answer.status).toBe(streams ? 200 : 502);
      expect(answer.text).not.toContain('[DONE]');
    },
  );
});

describe('docs/contract/chat.md#finish-reasons', () => {
  const [, , gemini] = PLAYED;

  it.each(HOW)('a blocked prompt of group G becomes content_filter: %s', async (_how, streams) => {
    if (gemini === undefined) throw new Error('group G is played');
    const blocked = { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, usageMetadata: { promptTokenCount: 9 } };
    const reply = replyOf(gemini, streams);
    if (reply.kind === 'stream') {
      pair.upstream.enqueue({ ...reply, chunks: [Buffer.from(`data: ${JSON.stringify(blocked)}\n\n`)] });
    } else pair.upstream.enqueue(jsonReply(blocked));
    const { answer, reason, text } = await chat(streams, gemini);
    expect([answer.status, reason, text]).toEqual([200, 'content_filter', '']);
  });

  it('an error object of group N inside a 200 answer is an error', async () => {
    const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
    pair.upstream.enqueue(jsonReply(error));
    const answer = await pair.chat({ model: 'anthropic-chat' });
    expect([answer.status, readEnvelope(answer).code]).toEqual([502, 'provider_error']);
  });
});

describe.each(NATIVE)('docs/contract/chat.md#reasoning: group $group', (behind) => {
  it.each(HOW)('thinking text is reasoning_content, message and delta: %s', async (_how, streams) => {
    const thinking = { text: 'Let me look.', signature: 'c2lnbmVkLTE=' };
    pair.upstream.enqueue(replyOf(behind, streams, { ...FOG, thinking }));
    const effort = behind.group === 'N' ? { reasoning_effort: 'low' } : {};
    const { text, reasoning } = await chat(streams, behind, effort);
    expect([reasoning, text]).toEqual(['Let me look.', 'Fog over Oslo.']);
  });
});

describe('docs/contract/chat.md#reasoning: group R', () => {
  it.each(['reasoning_content', 'reasoning'])(
    'thinking text is reasoning_content where the provider says %s',
    async (member) => {
      const message = { role: 'assistant', content: 'Fog.', [member]: 'Let me look.' };
      const choices = [{ index: 0, message, finish_reason: 'stop' }];
      const head = { id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: 'test', usage: TEST_USAGE };
      pair.upstream.enqueue(jsonReply({ ...head, choices }));
      const compatible = { kind: 'openai-compatible', group: 'R', model: 'compatible-chat' } as const;
      expect(await chat(false, compatible)).toMatchObject({ reasoning: 'Let me look.', text: 'Fog.' });
    },
  );
});

describe.each(['gemini', 'vertex'] as const)('docs/contract/translation.md#group-g: schemas for %s', (kind) => {
  const NODE = {
    type: 'object',
    properties: { point: { type: 'array', prefixItems: [{ type: 'number' }] }, next: { $ref: '#/$defs/Node' } },
  };
  const SCHEMA = { ...NODE, not: { required: ['next'] }, $defs: { Node: NODE } };
  const SENT = { ...NODE, $defs: { Node: NODE } };
  const ask = (members: object) => {
    pair.upstream.enqueue(repliesOf('gemini').answer(FOG));
    return pair.chat({ model: `${kind}-chat`, messages, ...members });
  };
  const sent = () => pair.upstream.requests.at(-1)?.body as Record<string, Record<string, unknown>>;

  it('that contain themselves stay JSON Schema, and each keyword that is lost is named', async () => {
    const json_schema = { name: 'list', schema: SCHEMA };
    const answer = await ask({ response_format: { type: 'json_schema', json_schema } });
    expect(answer.headers['x-service-adjusted']).toBe('response_format, response_format.not');
    expect(sent().generationConfig).toEqual({ responseMimeType: 'application/json', responseJsonSchema: SENT });
    const called = await ask({ tools: [{ type: 'function', function: { name: 'f', parameters: SCHEMA } }] });
    expect(called.headers['x-service-adjusted']).toBe('tools, tools.not');
    expect(sent().tools).toMatchObject([{ functionDeclarations: [{ name: 'f', parametersJsonSchema: SENT }] }]);
  });

  it('that the subset can say are sent in it, with nothing lost', async () => {
    const schema = { type: 'object', properties: { a: { type: 'integer', minimum: 1 } }, required: ['a'] };
    const answer = await ask({ response_format: { type: 'json_schema', json_schema: { name: 'a', schema } } });
    expect(answer.headers).not.toHaveProperty('x-service-adjusted');
    expect(sent().generationConfig).toEqual({ responseMimeType: 'application/json', responseSchema: schema });
  });
});

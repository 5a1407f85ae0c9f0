import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type OpenAI from 'openai';
import { HOOK_LIMIT_MS, type Pair } from '../start-pair.js';
import { CHAT_MESSAGES, CHAT_TOOLS } from './chat-agent.js';
import { type Clients, createClients, ENDPOINTS, type EndpointName, runAgent } from './clients.js';
import { LANES, type Lane, modelOf, repliesOfLane, startLanes } from './lanes.js';
import { MESSAGES_TOOLS } from './messages-agent.js';
import { RESPONSES_TOOLS } from './responses-agent.js';
import { ANOTHER_SIGNATURE, anotherCall, firstAnswer, QUESTION, SECOND_ANSWER, SIGNATURE } from './task.js';
import { expectedOf } from './transcript.js';

let pair: Pair;
let clients: Clients;

beforeAll(async () => {
  pair = await startLanes();
  clients = createClients(pair.gateway);
}, HOOK_LIMIT_MS);

beforeEach(() => pair.upstream.reset());

afterAll(() => pair?.stop(), HOOK_LIMIT_MS);

const SIGNING = LANES.filter(({ kind }) => ['anthropic', 'gemini', 'vertex', 'bedrock'].includes(kind));
const WAYS = [true, false].flatMap((isStreamed) =>
  SIGNING.flatMap((lane) =>
    ENDPOINTS.map((endpoint) => [lane.name, endpoint, isStreamed ? 'streamed' : 'whole', lane, isStreamed] as const),
  ),
);

/** The fields of signatures in a request, by the member's name: each provider has one name for them. */
function signaturesIn(body: unknown): [member: string, signature: string][] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]) =>
    ['signature', 'thoughtSignature', 'data', 'redactedContent'].includes(name) && typeof value === 'string'
      ? [[name, value] as [string, string]]
      : signaturesIn(value),
  );
}

const memberOf = ({ kind }: Lane): string =>
  kind === 'gemini' || kind === 'vertex' ? 'thoughtSignature' : 'signature';

describe('docs/contract/chat.md#signatures: signatures survive the turns of an agent, through the types of the SDKs', () => {
  it.each(WAYS)('%s over %s, %s: one round of tools', async (_name, endpoint, _way, lane, isStreamed) => {
    const { stream, answer } = repliesOfLane(lane);
    const reply = isStreamed ? stream : answer;
    pair.upstream.enqueue(reply(firstAnswer(lane)), reply(SECOND_ANSWER));
    expect(await runAgent(clients, endpoint, lane, isStreamed)).toEqual(expectedOf(lane));
    expect(pair.upstream.refusals).toEqual([]);
    expect(signaturesIn(pair.upstream.requests[1]?.body)).toEqual([[memberOf(lane), SIGNATURE]]);
  });

  it.each(WAYS)('%s over %s, %s: two rounds, each signed', async (_name, endpoint, _way, lane, isStreamed) => {
    const { stream, answer } = repliesOfLane(lane);
    const reply = isStreamed ? stream : answer;
    pair.upstream.enqueue(reply(firstAnswer(lane)), reply(anotherCall(lane)), reply(SECOND_ANSWER));
    const turns = await runAgent(clients, endpoint, lane, isStreamed);
    expect(turns.map(({ ending }) => ending)).toEqual(['calls', 'calls', 'answer']);
    expect(pair.upstream.refusals).toEqual([]);
    expect(signaturesIn(pair.upstream.requests[2]?.body)).toEqual([
      [memberOf(lane), SIGNATURE],
      [memberOf(lane), ANOTHER_SIGNATURE],
    ]);
  });

  it.each(WAYS.filter(([, , , { kind }]) => kind === 'anthropic' || kind === 'bedrock'))(
    '%s over %s, %s: thinking that is encrypted, without text',
    async (_name, endpoint, _way, lane, isStreamed) => {
      const { stream, answer } = repliesOfLane(lane);
      const reply = isStreamed ? stream : answer;
      const redacted = { ...firstAnswer(lane), thinking: { text: '', signature: SIGNATURE } };
      pair.upstream.enqueue(reply(redacted), reply(SECOND_ANSWER));
      const turns = await runAgent(clients, endpoint, lane, isStreamed);
      expect(turns.map(({ thinking, ending }) => [thinking, ending])).toEqual([
        ['', 'calls'],
        ['', 'answer'],
      ]);
      expect(pair.upstream.refusals).toEqual([]);
      const member = lane.kind === 'anthropic' ? 'data' : 'redactedContent';
      expect(signaturesIn(pair.upstream.requests[1]?.body)).toEqual([[member, SIGNATURE]]);
    },
  );
});

describe('docs/contract/chat.md#signatures: how each client format carries them', () => {
  const CARRIED: Record<EndpointName, (lane: Lane) => Promise<void>> = {
    async chat(lane) {
      const stream = clients.openai.chat.completions.stream({
        model: modelOf(lane),
        messages: CHAT_MESSAGES,
        tools: CHAT_TOOLS,
      });
      const message = (await stream.finalChatCompletion()).choices[0]?.message as unknown as {
        reasoning_details?: object[];
        tool_calls: { extra_content?: object }[];
      };
      if (memberOf(lane) === 'signature') {
        expect(message.reasoning_details).toEqual([
          expect.objectContaining({ type: 'reasoning.text', signature: SIGNATURE }),
        ]);
        return;
      }
      expect(message.tool_calls.map((call) => call.extra_content)).toEqual([
        { google: { thought_signature: SIGNATURE } },
        undefined,
      ]);
    },
    async responses(lane) {
      const { output } = await clients.openai.responses
        .stream({ model: modelOf(lane), input: QUESTION, tools: RESPONSES_TOOLS })
        .finalResponse();
      const sealed = output.flatMap((item) => (item.type === 'reasoning' ? (item.encrypted_content ?? []) : []));
      expect(sealed).toEqual([expect.stringMatching(/^ml1\./)]);
    },
    async messages(lane) {
      const { content } = await clients.anthropic.messages
        .stream({
          model: modelOf(lane),
          messages: [{ role: 'user', content: QUESTION }],
          tools: MESSAGES_TOOLS,
          max_tokens: 1000,
        })
        .finalMessage();
      const signatures = content.flatMap((block) => (block.type === 'thinking' ? block.signature : []));
      // Claude models sign alike on every platform; what others sign travels in a signature of the gateway's own.
      if (memberOf(lane) === 'signature') expect(signatures).toEqual([SIGNATURE]);
      else expect(signatures.at(-1)).toMatch(/^multilane:1:/);
    },
  };

  it.each(SIGNING.flatMap((lane) => ENDPOINTS.map((endpoint) => [lane.name, endpoint, lane] as const)))(
    '%s over %s',
    async (_name, endpoint, lane) => {
      pair.upstream.enqueue(repliesOfLane(lane).stream(firstAnswer(lane)));
      await CARRIED[endpoint](lane);
      expect(pair.upstream.refusals).toEqual([]);
    },
  );
});

describe('docs/contract/chat.md#signatures: where a client dropped a signature, the documented bypass or the omission is used', () => {
  it.each(SIGNING.map((lane) => [lane.name, lane] as const))('%s', async (_name, lane) => {
    const { answer } = repliesOfLane(lane);
    pair.upstream.enqueue(answer(firstAnswer(lane)));
    const request = { model: modelOf(lane), tools: CHAT_TOOLS };
    const first = await clients.openai.chat.completions.create({ ...request, messages: CHAT_MESSAGES });
    const calls = (first.choices[0]?.message.tool_calls ?? []).flatMap((call) =>
      call.type === 'function' ? call : [],
    );
    // An upstream that has handed out nothing knows of no signature that it could miss.
    pair.upstream.reset();
    pair.upstream.enqueue(answer(SECOND_ANSWER));
    const kept: OpenAI.ChatCompletionMessageParam = {
      role: 'assistant',
      tool_calls: calls.map(({ id, type, function: called }) => ({ id, type, function: called })),
    };
    const results = calls.map(({ id }) => ({ role: 'tool' as const, tool_call_id: id, content: '1' }));
    const second = await clients.openai.chat.completions.create({
      ...request,
      messages: [...CHAT_MESSAGES, kept, ...results],
    });
    expect(second.choices[0]?.finish_reason).toBe('stop');
    const bypass = [['thoughtSignature', 'skip_thought_signature_validator']];
    expect(signaturesIn(pair.upstream.requests[0]?.body)).toEqual(memberOf(lane) === 'signature' ? [] : bypass);
    expect(pair.upstream.refusals).toEqual([]);
  });
});

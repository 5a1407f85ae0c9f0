import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { ChatMessage, ChatRequest } from '@multilane/contracts';
import { SHARED_FIXTURES } from '@multilane/testing/shared-fixtures';
import { encodeRequest } from './encode/encode-request.js';

/** Requests recorded beside the project: what clients of the provider sent to it. */
const RECORDED = join(SHARED_FIXTURES, 'anthropic');

type Json = Record<string, unknown>;
interface Recorded extends Json {
  model: string;
  max_tokens: number;
  messages: { role: 'user' | 'assistant'; content: string | Json[] }[];
  system?: Json[];
  thinking?: { budget_tokens: number };
  tools?: Json[];
  tool_choice?: { type: string };
}

/** One written here, so that the test holds without the recordings. */
const OWN: Recorded = {
  model: 'own',
  max_tokens: 2048,
  system: [{ type: 'text', text: 'Be kind.', cache_control: { type: 'ephemeral' } }],
  messages: [
    { role: 'user', content: 'Hi' },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Hm', signature: 'c2ln' },
        { type: 'text', text: 'Look:' },
        { type: 'tool_use', id: 't1', name: 'f', input: { a: 1 } },
      ],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'ok', is_error: false }] },
  ],
  stream: true,
  thinking: { budget_tokens: 1024 },
  tools: [{ name: 'f', description: '', input_schema: { type: 'object' } }],
  tool_choice: { type: 'auto' },
};

/** Structured output is rejected for this group by the matrix, and an effort without thinking has no chat form. */
const WITHOUT_CHAT_FORM = new Set(['stream-json-schema/request.json', 'error-400/request.json']);

function loadRequests(): [name: string, request: Recorded][] {
  if (!existsSync(RECORDED)) return [];
  return readdirSync(RECORDED).flatMap((folder) =>
    readdirSync(join(RECORDED, folder))
      .filter((file) => /^request(\.\d)?\.json$/.test(file) && !WITHOUT_CHAT_FORM.has(`${folder}/${file}`))
      .map((file): [string, Recorded] => [
        `${folder}/${file}`,
        JSON.parse(readFileSync(join(RECORDED, folder, file), 'utf8')),
      ]),
  );
}

const blocksOf = (content: string | Json[]): Json[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content;

/** The chat request that says what a recorded request says. */
function toChat(recorded: Recorded): ChatRequest {
  const { thinking, max_tokens, tools, tool_choice, stop_sequences, stream, temperature } = recorded;
  const chat = {
    model: 'm',
    messages: [...toSystemMessages(recorded.system), ...recorded.messages.flatMap(toChatMessages)],
    max_tokens: max_tokens - (thinking === undefined ? 0 : 1024),
    reasoning_effort: thinking === undefined ? null : 'minimal',
    tools: tools?.map(({ name, description, input_schema: parameters }) => ({
      type: 'function',
      function: { name, description, parameters },
    })),
    tool_choice: tool_choice?.type === 'any' ? 'required' : tool_choice?.type,
    stop: stop_sequences,
    stream,
    temperature,
  };
  return chat as unknown as ChatRequest;
}

function toSystemMessages(system: Json[] = []): ChatMessage[] {
  return system.map((block) => ({ role: 'system', content: [block] }) as unknown as ChatMessage);
}

function toChatMessages({ role, content }: Recorded['messages'][number]): ChatMessage[] {
  const blocks = blocksOf(content);
  const ofType = (type: string) => blocks.filter((block) => block.type === type);
  const results = ofType('tool_result').map(({ tool_use_id: tool_call_id, content: result }) => ({
    role: 'tool',
    tool_call_id,
    content: result,
  }));
  const calls = ofType('tool_use').map(({ id, name, input }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }));
  const reasoning_details = ofType('thinking').map(({ thinking: text, signature }) => ({
    type: 'reasoning.text',
    text,
    signature,
  }));
  const texts = ofType('text');
  const message = { role, content: texts.length === 0 ? null : texts, tool_calls: calls, reasoning_details };
  return (results.length > 0 ? results : [message]) as unknown as ChatMessage[];
}

/** The recorded request in the gateway's way of writing: the differences say nothing else to the provider. */
function normalise({ messages, thinking, tools, stream, temperature, ...recorded }: Recorded): Json {
  return {
    ...recorded,
    model: 'up',
    messages: messages.map(({ role, content }) => ({
      role,
      content: blocksOf(content).map(({ is_error: _isError, ...block }) => block),
    })),
    ...(stream ? { stream } : {}),
    ...(temperature === undefined || thinking !== undefined ? {} : { temperature }),
    // A budget of 1k is the smallest effort; other budgets cannot be asked for with an effort.
    ...(thinking === undefined ? {} : { thinking: { type: 'enabled', budget_tokens: 1024 } }),
    ...(tools === undefined
      ? {}
      : { tools: tools.map(({ description, ...tool }) => (description ? { ...tool, description } : tool)) }),
  };
}

const REQUESTS: [string, Recorded][] = [['own', OWN], ...loadRequests()];

describe(`recorded requests, ${REQUESTS.length} of them`, () => {
  test.each(REQUESTS)('%s can be asked for in the chat format', (_name, recorded) => {
    const target = { kind: 'anthropic', upstreamModel: 'up', baseUrl: 'https://h', headers: {} } as const;
    expect(JSON.parse(encodeRequest(toChat(recorded), target))).toEqual(normalise(recorded));
  });
});

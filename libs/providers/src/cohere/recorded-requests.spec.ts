import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { ChatRequest } from '@multilane/contracts';
import { SHARED_FIXTURES } from '@multilane/testing/shared-fixtures';
import { encodeChatRequest } from './encode-request.js';

/** Requests recorded beside the project: what clients of the provider sent to it. */
const RECORDED = join(SHARED_FIXTURES, 'cohere');
const NOT_CHAT = /^(?:embeddings|rerank)/;

type Json = Record<string, unknown>;

/** One written here, so that the test holds without the recordings. */
const OWN: Json = {
  model: 'own',
  messages: [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }] },
    { role: 'tool', tool_call_id: 'a', content: 'ok' },
  ],
  tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }],
  tool_choice: 'REQUIRED',
  stop_sequences: ['.'],
  stream: false,
  temperature: null,
};

function loadRequests(): [name: string, request: Json][] {
  const folders = existsSync(RECORDED) ? readdirSync(RECORDED).filter((name) => !NOT_CHAT.test(name)) : [];
  return folders.flatMap((folder) =>
    readdirSync(join(RECORDED, folder))
      .filter((file) => /^request(\.\d)?\.json$/.test(file))
      .map((file): [string, Json] => [
        `${folder}/${file}`,
        JSON.parse(readFileSync(join(RECORDED, folder, file), 'utf8')),
      ]),
  );
}

/** The chat request that says what a recorded request says; messages and tools have one form in both. */
function toChat({ tool_choice, stop_sequences, response_format, ...same }: Json): ChatRequest {
  const { schema } = Object(response_format) as { schema?: Json };
  return {
    ...same,
    ...(tool_choice === undefined ? {} : { tool_choice: String(tool_choice).toLowerCase() }),
    ...(stop_sequences === undefined ? {} : { stop: stop_sequences }),
    ...(response_format === undefined
      ? {}
      : { response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } } }),
  } as ChatRequest;
}

/** Clients of the provider may send nulls, which mean absence. */
function withoutNulls(request: Json): unknown {
  return JSON.parse(JSON.stringify({ ...request, model: 'up' }), (_name, value) => value ?? undefined);
}

describe('recorded requests', () => {
  test.each([['own', OWN] as [string, Json], ...loadRequests()])(
    '%s is what its chat form becomes',
    (_name, recorded) => {
      const target = { kind: 'cohere', upstreamModel: 'up', baseUrl: 'https://h', headers: {} } as const;
      expect(JSON.parse(encodeChatRequest(toChat(recorded), target))).toEqual(withoutNulls(recorded));
    },
  );
});

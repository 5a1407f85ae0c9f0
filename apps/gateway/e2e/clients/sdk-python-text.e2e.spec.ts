// `npm test` runs these tests in one of six runs, and a sample of them each time: apps/gateway/e2e/clients/sdk-python.e2e.spec.ts.

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findPython, type Python, runPython, TEST_KEYS } from '@multilane/testing';
import { startEveryProvider } from '../start-every-provider.js';
import { HOOK_LIMIT_MS, type Pair, SLOW_TEST_LIMIT_MS } from '../start-pair.js';

/** One call of an SDK, and the request that it makes of it. */
interface TextCall {
  readonly name: string;
  readonly script: string;
  readonly path: string;
  readonly body: object;
  /** Finds the text in the answer. */
  readonly read: (answer: never) => string;
}

const messages = [{ role: 'user', content: 'Hello' }];
const HELLO = '[{"role": "user", "content": "Hello"}]';

const anthropicWith = (key: string): TextCall => ({
  name: `messages.create of anthropic with ${key}`,
  script: `
import os, anthropic
client = anthropic.Anthropic(base_url=os.environ["BASE_URL"], ${key}=os.environ["KEY"], max_retries=0)
print(client.messages.create(model="simulator-chat", max_tokens=50, messages=${HELLO}).content[0].text)`,
  path: '/v1/messages',
  body: { model: 'simulator-chat', max_tokens: 50, messages },
  read: ({ content }: { content: { text: string }[] }) => content[0]?.text ?? '',
});

const openaiWith = (name: string, call: string, path: string, body: object, read: TextCall['read']): TextCall => ({
  name: `${name} of openai`,
  script: `
import os
from openai import OpenAI
client = OpenAI(base_url=os.environ["BASE_URL"] + "/v1", api_key=os.environ["KEY"], max_retries=0)
print(${call})`,
  path,
  body: { model: 'simulator-chat', ...body },
  read,
});

const CALLS: readonly TextCall[] = [
  // Both are a bearer token since its version 2.
  anthropicWith('api_key'),
  anthropicWith('auth_token'),
  openaiWith(
    'chat.completions.create',
    `client.chat.completions.create(model="simulator-chat", messages=${HELLO}).choices[0].message.content`,
    '/v1/chat/completions',
    { messages },
    ({ choices }: { choices: { message: { content: string } }[] }) => choices[0]?.message.content ?? '',
  ),
  openaiWith(
    'responses.create',
    'client.responses.create(model="simulator-chat", input="Hello", store=False).output_text',
    '/v1/responses',
    { input: 'Hello', store: false },
    ({ output }: { output: { content: { text: string }[] }[] }) => output[0]?.content[0]?.text ?? '',
  ),
];

async function callPython(python: Python, { script }: TextCall, baseUrl: string): Promise<string> {
  return (await runPython(python, script, { BASE_URL: baseUrl, KEY: TEST_KEYS.research })).trim();
}

/** Sends the request that Python's SDK makes, without Python. */
async function sendAlike({ body, path, read }: TextCall, baseUrl: string): Promise<string> {
  const headers = {
    authorization: `Bearer ${TEST_KEYS.research}`,
    'content-type': 'application/json',
    'anthropic-version': '2023-06-01',
  };
  const answer = await fetch(`${baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(answer.status).toBe(200);
  return read((await answer.json()) as never);
}

/** The SDKs themselves where they can be installed, and in CI always. */
function listWays(): { readonly way: string; readonly ask: (call: TextCall, baseUrl: string) => Promise<string> }[] {
  const python = findPython();
  const alike = { way: 'the requests of the SDKs of Python', ask: sendAlike };
  if (python === undefined) return [alike];
  return [alike, { way: 'the SDKs of Python', ask: (call, baseUrl) => callPython(python, call, baseUrl) }];
}

let pair: Pair;

beforeAll(async () => {
  pair = await startEveryProvider();
}, HOOK_LIMIT_MS);

afterAll(() => pair?.stop(), HOOK_LIMIT_MS);

describe.each(listWays())('$way', ({ ask }) => {
  it.each(CALLS)(
    '$name is answered in words',
    async (call) => {
      expect(await ask(call, pair.gateway.baseUrl)).toMatch(/hello/i);
    },
    SLOW_TEST_LIMIT_MS,
  );
});

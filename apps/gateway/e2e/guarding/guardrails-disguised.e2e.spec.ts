import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { answerWith, type BehindGateway, PLAYED, startEveryProvider } from '../start-every-provider.js';
import { HOOK_LIMIT_MS, type Pair } from '../start-pair.js';

const [OPENAI_GPT, ANTHROPIC] = PLAYED as readonly [BehindGateway, BehindGateway];

let pair: Pair;

beforeAll(async () => {
  pair = await startEveryProvider({
    guardrails: [
      { name: 'no-codename', kind: 'keywords', config: { keywords: ['bluebird', 'top secret'] } },
      { name: 'no-pattern', kind: 'regex', config: { patterns: ['OPERATION-[A-Z]{4}'] } },
      { name: 'no-card', kind: 'pii', config: { entities: ['credit_card'] } },
      { name: 'no-answer', phase: 'after', kind: 'keywords', config: { keywords: ['greenfinch'] } },
    ],
  });
}, HOOK_LIMIT_MS);

afterAll(() => pair?.stop(), HOOK_LIMIT_MS);
afterEach(() => pair.upstream.reset());

const blocked = (guardrail: string) => ({ error: expect.objectContaining({ code: 'guardrail_blocked', guardrail }) });
const base64 = (text: string, encoding: BufferEncoding = 'utf8'): string =>
  Buffer.from(text, encoding).toString('base64');
const tags = (text: string): string =>
  Array.from(text, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');

async function expectBlocked(path: string, body: object, guardrail = 'no-codename'): Promise<void> {
  const refused = await pair.send(path, { body });
  expect(refused.json()).toMatchObject(blocked(guardrail));
  expect(refused.status).toBe(400);
  expect(pair.upstream.requests).toHaveLength(0);
}

describe('a text is found however it is written', () => {
  it.each([
    ['zero-width characters', 'blue\u200bbird', 'no-codename'],
    ['soft hyphens', 'blue\u00adbird', 'no-codename'],
    ['directional marks', '\u202eblue\u202cbird', 'no-codename'],
    ['Cyrillic and Greek letters', 'bluеbіrd', 'no-codename'],
    ['full-width letters', 'ｂｌｕｅｂｉｒｄ', 'no-codename'],
    ['letters in boxes', '🅱🅻🆄🅴🅱🅸🆁🅳', 'no-codename'],
    ['marks through letters', 'b̶l̶u̶e̶b̶i̶r̶d̶', 'no-codename'],
    ['tags', `Hello${tags('bluebird')}`, 'no-codename'],
    ['another white space', 'top\u2003\n\u00a0secret', 'no-codename'],
    ['escaped letters', '{"a":"\\u0042luebird"}', 'no-codename'],
    ['a pattern in look-alikes', 'ОPЕRАTIОN-АBCD', 'no-pattern'],
    ['a card in digits of another script', '٤١١١ ١١١١ ١١١١ ١١١١', 'no-card'],
  ])('%s', async (_what, text, guardrail) => {
    await expectBlocked(
      '/v1/chat/completions',
      { model: 'gpt-4o', messages: [{ role: 'user', content: text }] },
      guardrail,
    );
  });
});

describe('and wherever it is, in every format', () => {
  const ask = { role: 'user', content: 'Hello' };
  const tool = (definition: object) => [{ type: 'function', function: { name: 'f', parameters: {}, ...definition } }];
  const called = (args: string) => [
    ask,
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: args } }],
    },
    { role: 'tool', tool_call_id: 'c', content: 'done' },
  ];
  const chat: [string, object][] = [
    ['a word in two parts', { messages: [{ role: 'user', content: [text('It is blue'), text('bird here')] }] }],
    ['two words in two parts', { messages: [{ role: 'user', content: [text('It is top'), text('secret')] }] }],
    [
      'a word in two messages',
      {
        messages: [
          { role: 'user', content: 'blue' },
          { role: 'user', content: 'bird' },
        ],
      },
    ],
    ['escaped arguments of a call', { messages: called('{"a":"\\u0042luebird"}') }],
    ['arguments with a line break', { messages: called('{"a":"top\\nsecret"}') }],
    ['the description of a tool', { messages: [ask], tools: tool({ description: 'about Bluebird' }) }],
    [
      'a description in a schema',
      {
        messages: [ask],
        tools: tool({ parameters: { type: 'object', properties: { a: { type: 'string', description: 'Bluebird' } } } }),
      },
    ],
    ['the name of a tool', { messages: [ask], tools: tool({ name: 'bluebird' }) }],
    ['the name of who speaks', { messages: [{ ...ask, name: 'bluebird' }] }],
    ['a stop sequence', { messages: [ask], stop: ['bluebird'] }],
    ['user', { messages: [ask], user: 'bluebird' }],
    ['metadata', { messages: [ask], metadata: { a: 'bluebird' } }],
    ['a member that nobody knows', { messages: [ask], unheard_of: { deep: ['bluebird'] } }],
    [
      'a file in UTF-16',
      {
        messages: [
          {
            role: 'user',
            content: [
              text('Read'),
              {
                type: 'file',
                file: { filename: 'a.csv', file_data: `data:text/csv;base64,${base64('a;Bluebird', 'utf16le')}` },
              },
            ],
          },
        ],
      },
    ],
    [
      'a file in Latin-1',
      {
        messages: [
          {
            role: 'user',
            content: [
              text('Read'),
              {
                type: 'file',
                file: {
                  filename: 'a.txt',
                  file_data: `data:application/octet-stream;base64,${base64('Käse, Bluebird', 'latin1')}`,
                },
              },
            ],
          },
        ],
      },
    ],
  ]; // prettier-ignore
  it.each(chat)('chat: %s', async (_what, body) => {
    await expectBlocked('/v1/chat/completions', { model: 'gpt-4o', ...body });
  });

  it.each<[string, string, object]>([
    ['responses: input', '/v1/responses', { model: 'gpt-4o', input: 'blue\u200bbird' }],
    ['responses: instructions', '/v1/responses', { model: 'gpt-4o', input: 'Hello', instructions: 'bluеbird' }],
    [
      'responses: parts',
      '/v1/responses',
      {
        model: 'gpt-4o',
        input: [
          {
            role: 'user',
            content: [
              { type: 'input_text', text: 'blue' },
              { type: 'input_text', text: 'bird' },
            ],
          },
        ],
      },
    ],
    [
      'responses: a tool',
      '/v1/responses',
      {
        model: 'gpt-4o',
        input: 'Hello',
        tools: [{ type: 'function', name: 'f', description: 'Bluebird', parameters: {} }],
      },
    ],
    [
      'responses: arguments',
      '/v1/responses',
      {
        model: 'gpt-4o',
        input: [
          { role: 'user', content: 'a' },
          { type: 'function_call', call_id: 'c', name: 'f', arguments: '{"a":"\\u0062luebird"}' },
          { type: 'function_call_output', call_id: 'c', output: 'b' },
        ],
      },
    ],
    [
      'messages: blocks',
      '/v1/messages',
      { model: 'anthropic-chat', max_tokens: 5, messages: [{ role: 'user', content: [text('blue'), text('bird')] }] },
    ],
    [
      'messages: a tool',
      '/v1/messages',
      {
        model: 'anthropic-chat',
        max_tokens: 5,
        messages: [ask],
        tools: [{ name: 'f', description: 'Bluebird', input_schema: { type: 'object' } }],
      },
    ],
    [
      'messages: metadata',
      '/v1/messages',
      { model: 'anthropic-chat', max_tokens: 5, messages: [ask], metadata: { user_id: 'bluebird' } },
    ],
    [
      'messages: a stop sequence',
      '/v1/messages',
      { model: 'anthropic-chat', max_tokens: 5, messages: [ask], stop_sequences: ['bluebird'] },
    ],
    [
      'messages over chat',
      '/v1/messages',
      { model: 'gpt-4o', max_tokens: 5, system: [text('blue'), text('bird')], messages: [ask] },
    ],
    ['completions', '/v1/completions', { model: 'gpt-4o', prompt: 'ｂluebird' }],
    ['completions: stop', '/v1/completions', { model: 'gpt-4o', prompt: 'a', stop: 'bluebird' }],
    ['embeddings', '/v1/embeddings', { model: 'openai-embedding', input: ['a', 'blue\u2060bird'] }],
    ['embeddings: user', '/v1/embeddings', { model: 'openai-embedding', input: 'a', user: 'bluebird' }],
    ['rerank', '/v1/rerank', { model: 'openai-rerank', query: 'a', documents: ['b', 'bluebіrd'] }],
    [
      'decision',
      '/v1/decision',
      {
        model: 'simulator-decision',
        state: { a: 'blue\u00adbird' },
        questions: { q: { type: 'noul', instructions: 'a' } },
      },
    ],
  ])('%s', async (_what, path, body) => {
    await expectBlocked(path, body);
  }); // prettier-ignore
});

function text(words: string): { type: 'text'; text: string } {
  return { type: 'text', text: words };
}

describe('in answers too, whole and streamed', () => {
  const CALL = { id: 'call_1', name: 'f', arguments: '{"a":"\\u0047reenf\\u0069nch"}' };
  it.each([
    ['a disguised word', OPENAI_GPT, { text: ['gre\u200ben', 'finch'] }],
    ['a disguised word', ANTHROPIC, { text: ['grееn', 'finch'] }],
    ['escaped arguments of a call', OPENAI_GPT, { calls: [CALL] }],
  ] as const)('%s before $kind', async (_what, behind, answer) => {
    answerWith(pair, behind as BehindGateway, answer as never, answer as never);
    const body = { model: behind.model, messages: [{ role: 'user', content: 'Hello' }] };
    expect((await pair.chat(body)).json()).toEqual(blocked('no-answer'));
    const stream = await pair.stream(body);
    await stream.ended;
    expect(stream.events.at(-1)?.data).toContain('guardrail_blocked');
  });
});

describe('texts without it pass', () => {
  it('words beside each other in different documents, and paths', async () => {
    answerWith(pair, OPENAI_GPT);
    const parts = [text('The sky is blue. '), text('Birds sing at C:\\users\\bird.')];
    expect((await pair.chat({ messages: [{ role: 'user', content: parts }] })).status).toBe(200);
  });
});

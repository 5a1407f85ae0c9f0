import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { CompletionsRequest, ProviderKind, TextCompletion } from '@multilane/contracts';
import { SHARED_FIXTURES } from '@multilane/testing/shared-fixtures';
import type { ProviderTarget } from '../adapter.js';
import { ProviderFailure } from '../provider-failure.js';
import { getAdapter } from '../registry.js';

const RECORDED = join(SHARED_FIXTURES, 'openai-completions/text');

interface Exchange {
  readonly request: CompletionsRequest;
  readonly response: TextCompletion;
}

/** One written here, so that the rule holds without the recording. */
const OWN: Exchange = {
  request: { model: 'm', prompt: 'Say hi.', max_tokens: 3, temperature: 0 },
  response: {
    id: 'cmpl-own',
    object: 'text_completion',
    created: 1_700_000_000,
    model: 'm-2026',
    choices: [{ text: ' Hi.', index: 0, logprobs: null, finish_reason: 'stop' }],
    usage: { prompt_tokens: 4, completion_tokens: 2, total_tokens: 6 },
  },
};

/** Reads the recorded answers of the reference provider, if there are any. */
function readRecorded(): Exchange[] {
  if (!existsSync(RECORDED)) return [];
  const read = (file: string) => JSON.parse(readFileSync(join(RECORDED, file), 'utf8'));
  return [{ request: read('request.json'), response: read('response.json') }];
}

const target = (kind: ProviderKind, members: Partial<ProviderTarget> = {}): ProviderTarget => ({
  kind,
  upstreamModel: 'up',
  baseUrl: 'https://h',
  headers: {},
  ...members,
});

function codecOf(kind: ProviderKind) {
  const codec = getAdapter(kind)?.endpoints.completions;
  if (codec === undefined) throw new Error(`${kind} serves no completions`);
  return codec;
}

const facts = (kind: ProviderKind, includeUsage = false) => ({ kind, idSeed: 's', created: 0, includeUsage });

describe('encoding completions', () => {
  const encode = (kind: ProviderKind, request: CompletionsRequest, members?: Partial<ProviderTarget>) =>
    JSON.parse(codecOf(kind).encode(request, target(kind, members))[0] ?? '');

  test('passes everything through with the model swapped, unknown members too (docs/contract/chat.md#unknown-parameters)', () => {
    const request = Object.freeze({
      model: 'm',
      prompt: [1, 2, 3],
      echo: true,
      suffix: 's',
      best_of: 3,
      logprobs: 0,
      newer: { a: null },
    });
    for (const kind of ['openai', 'vllm', 'together', 'simulator'] as const) {
      expect(encode(kind, request)).toEqual({ ...request, model: 'up' });
    }
  });

  test.each([
    ['openai', {}, { stream_options: { include_usage: true, other: 1 } }],
    ['openrouter', {}, {}],
    ['azure-openai', { apiVersion: '2024-06-01' }, { stream_options: { include_usage: false, other: 1 } }],
  ] as const)('asks %s (%j) for streamed usage as its quirks allow', (kind, members, sent) => {
    const request = { model: 'm', prompt: 'p', stream: true };
    const stream_options = { include_usage: false, other: 1 };
    expect(encode(kind, { ...request, stream_options }, members)).toEqual({ ...request, model: 'up', ...sent });
  });

  test('leaves out the defaults that a kind rejects, and nothing else', () => {
    const request = { model: 'm', prompt: 'p', n: 1, presence_penalty: 0, frequency_penalty: 1 };
    expect(encode('nvidia', request)).toEqual({ model: 'up', prompt: 'p', frequency_penalty: 1 });
  });
});

describe('decoding completions', () => {
  const body = {
    id: 'cmpl-1',
    object: 'text_completion',
    created: 1,
    model: 'm',
    choices: [{ text: ' there', index: 0, logprobs: null, finish_reason: 'length' }],
    usage: { prompt_tokens: 2, completion_tokens: 1, total_tokens: 3 },
  };

  test('is verbatim, with usage', () => {
    expect(codecOf('openai').decode([body], facts('openai'))).toEqual({
      response: body,
      usage: body.usage,
      verbatim: true,
    });
  });

  test('brings a compatible kind’s finish reasons to the reference, without mutating the body', () => {
    const choices = [Object.freeze({ text: 'x', index: 0, finish_reason: 'eos' }), Object.freeze({ index: 1 })];
    const { response, verbatim } = codecOf('together').decode([{ ...body, choices }], facts('together'));
    expect(verbatim).toBe(false);
    expect(response.choices).toMatchObject([
      { text: 'x', finish_reason: 'stop' },
      { text: '', index: 1 },
    ]);
  });

  test.each([
    [null],
    [{}],
    [{ choices: 'x' }],
    [{ choices: ['x'] }],
    [{ error: { message: 'no' } }],
    [{ choices: [{ text: '', error: { message: 'no' } }] }],
  ])('fails for %j', (answer) => {
    expect(() => codecOf('together').decode([answer], facts('together'))).toThrow(ProviderFailure);
  });

  test.each([OWN, ...readRecorded()])('decodes what the reference provider answers: %#', ({ request, response }) => {
    expect(codecOf('openai').decode([response], facts('openai'))).toEqual({
      response,
      usage: response.usage,
      verbatim: true,
    });
    const [sent = ''] = codecOf('openai').encode(request, target('openai'));
    expect(JSON.parse(sent)).toEqual({ ...request, model: 'up' });
  });
});

describe('relaying streamed completions', () => {
  const head = { id: 'cmpl-1', object: 'text_completion', created: 1, model: 'm' };
  const chunk = (text: string, finish_reason: string | null = null) => ({
    ...head,
    choices: [{ text, index: 0, logprobs: null, finish_reason }],
  });
  const usage = { prompt_tokens: 2, completion_tokens: 3, total_tokens: 5 };
  const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
  const DONE = 'data: [DONE]\n\n';
  const said = [chunk(' thére'), chunk(' 😀'), chunk('', 'stop')];
  const nulled = said.map((each) => ({ ...each, usage: null }));
  const reported = { ...head, choices: [], usage };
  const text = [': ping\n\n', ...nulled.map(event), event(reported), DONE].join('');

  function relay(kind: ProviderKind, pieces: readonly Uint8Array[], includeUsage: boolean) {
    const stream = codecOf(kind).startStream(facts(kind, includeUsage));
    let written = '';
    const emit = (value: TextCompletion | undefined, raw: string | undefined) => {
      written += raw ?? event(value);
    };
    for (const piece of pieces) stream.push(piece, emit);
    stream.end(emit);
    return { written, usage: stream.usage() };
  }

  test.each(['openai', 'azure-openai', 'vllm', 'fireworks', 'simulator'] as const)(
    '%s: follows include_usage exactly, takes in [DONE], and is the same wherever the bytes are split',
    (kind) => {
      const bytes = Buffer.from(text);
      for (let at = 0; at <= bytes.length; at++) {
        const pieces = [bytes.subarray(0, at), bytes.subarray(at)];
        const asked = relay(kind, pieces, true);
        expect(asked).toEqual({ written: text.slice(0, -DONE.length), usage });
        const unasked = relay(kind, pieces, false);
        expect(unasked).toEqual({ written: `: ping\n\n${said.map(event).join('')}`, usage });
      }
    },
  );

  test('puts usage that came with a choice into a chunk of its own, where the kind is not known to mean it', () => {
    const stream = [event(chunk('a')), event({ ...chunk('', 'stop'), usage }), DONE].join('');
    const { written } = relay('together', [Buffer.from(stream)], true);
    expect(written).toBe([chunk('a'), { ...chunk('', 'stop'), usage: null }, reported].map(event).join(''));
  });

  test('maps finish reasons of compatible kinds', () => {
    const { written } = relay('together', [Buffer.from(event(chunk('', 'eos')) + DONE)], false);
    expect(written).toBe(event(chunk('', 'stop')));
  });

  test.each([
    ['is cut', event(chunk('a'))],
    ['holds an error', event({ error: { message: 'no', type: 'server_error' } }) + DONE],
    ['holds what is no choice', event({ ...head, choices: ['x'] }) + DONE],
  ])('fails when the stream %s', (_name, broken) => {
    expect(() => relay('openai', [Buffer.from(broken)], false)).toThrow(ProviderFailure);
  });
});

describe('the kinds that serve completions', () => {
  const SERVING = [
    'openai',
    'azure-openai',
    'together',
    'fireworks',
    'openrouter',
    'cerebras',
    'nvidia',
    'vllm',
  ] as const;
  const OVER_CHAT = ['groq', 'mistral', 'deepseek', 'xai', 'perplexity'] as const;

  test.each([...SERVING, 'ollama', 'openai-compatible', 'simulator'] as const)('%s does, at its own path', (kind) => {
    const address = getAdapter(kind)?.address(target(kind, { baseUrl: 'https://h/v1' }), 'completions', true);
    expect(address?.path).toMatch(
      /\/v1\/(openai\/deployments\/up\/)?completions(\?api-version=2024-10-21)?$|^\/v1\/completions$/,
    );
    expect(getAdapter(kind)?.endpoints.completions).toBeDefined();
  });

  test.each(OVER_CHAT)('%s does not: the prompt goes over chat', (kind) => {
    expect(getAdapter(kind)?.endpoints.completions).toBeUndefined();
    expect(getAdapter(kind)?.endpoints.chat).toBeDefined();
  });
});

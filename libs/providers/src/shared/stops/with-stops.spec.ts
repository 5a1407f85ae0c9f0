import { describe, expect, test } from '@jest/globals';
import type { ChatChunk, ChatCompletion, ChatRequest } from '@multilane/contracts';
import type { ChatCodec, StreamTranslator } from '../../adapter.js';
import type { ModelFacts } from '../../model-facts.js';
import { withStops } from './with-stops.js';

type Choice = ChatCompletion['choices'][number];

const FACTS = { kind: 'openai' as const, idSeed: 's', created: 1, includeUsage: true };
const REFUSING: ModelFacts = { refuses: ['stop'] };
const ask = (stop: ChatRequest['stop']): ChatRequest => ({
  model: 'm',
  messages: [],
  ...(stop !== undefined && { stop }),
});

/** A provider that answers with these choices, or streams these chunks. */
function codecOf(choices: object[], chunks: object[] = []): ChatCodec {
  const translator: StreamTranslator<ChatChunk> = {
    push: (_bytes, emit) => {
      for (const chunk of chunks) emit(chunk as ChatChunk, `data: ${JSON.stringify(chunk)}\n\n`);
    },
    end: () => undefined,
    usage: () => undefined,
  };
  return {
    encode: () => [],
    decode: () => ({ response: { choices } as unknown as ChatCompletion, usage: undefined, verbatim: true }),
    startStream: () => translator,
  };
}

const choice = (content: string | null, members: object = {}): object => ({
  index: 0,
  message: { role: 'assistant', content, ...members },
  logprobs: null,
  finish_reason: 'length',
});

function decodeWith(stop: ChatRequest['stop'], ...choices: object[]): Choice[] {
  const codec = withStops(codecOf(choices), 'chatOverResponses', ask(stop), undefined);
  return codec.decode([{}], FACTS).response.choices;
}

/**
 * Gathers a stream as a client does: texts, the reason, and how many chunks were passed on as the provider wrote them.
 */
function streamWith(stop: ChatRequest['stop'], ...pieces: (object | string)[]) {
  const chunks = pieces.map((piece) =>
    typeof piece === 'string' ? { choices: [{ index: 0, delta: { content: piece }, finish_reason: null }] } : piece,
  );
  const codec = withStops(codecOf([], chunks), 'chatOverResponses', ask(stop), undefined);
  const emitted: ChatChunk[] = [];
  let verbatim = 0;
  codec.startStream(FACTS).push(new Uint8Array(), (chunk, raw) => {
    if (chunk) emitted.push(chunk);
    if (raw !== undefined) verbatim++;
  });
  const choices = emitted.flatMap((chunk) => chunk.choices);
  return {
    text: choices.map(({ delta }) => delta.content ?? '').join(''),
    reasons: choices.flatMap(({ finish_reason: reason }) => reason ?? []),
    stopped: choices.flatMap(({ stop_reason: at }) => at ?? []),
    usage: emitted.filter((chunk) => chunk.usage).length,
    calls: choices.flatMap(({ delta }) => delta.tool_calls ?? []),
    verbatim,
  };
}

const END = { choices: [{ index: 0, delta: {}, finish_reason: 'length' }] };
const USAGE = { choices: [], usage: { prompt_tokens: 1, completion_tokens: 9, total_tokens: 10 } };

describe('docs/contract/chat.md#stop-sequences: the gateway ends a text', () => {
  test.each<[string, ChatRequest['stop'], string, string, string]>([
    ['before the sequence', 'END', 'one END two', 'one ', 'END'],
    ['before the first of several', ['two', 'one'], 'zero one two', 'zero ', 'one'],
    ['at its very beginning', '\n', '\nmore', '', '\n'],
  ])('%s, and says which one', (_, stop, said, text, at) => {
    const [cut] = decodeWith(stop, choice(said));
    expect(cut).toMatchObject({ message: { content: text }, finish_reason: 'stop', stop_reason: at });
    const streamed = streamWith(stop, ...said, END, USAGE);
    expect(streamed).toMatchObject({ text, reasons: ['stop'], stopped: [at], usage: 1 });
  });

  test('at a sequence that comes in pieces, and says nothing of it', () => {
    expect(streamWith('<end>', 'a<', 'en', 'd', '>b', 'c', END)).toMatchObject({ text: 'a', reasons: ['stop'] });
  });

  test('not at what only begins as a sequence does', () => {
    expect(streamWith('<end>', 'a<e', 'x<en', END)).toMatchObject({
      text: 'a<ex<en',
      reasons: ['length'],
      stopped: [],
    });
    expect(streamWith('aab', 'aa', 'ab', END)).toMatchObject({ text: 'a', reasons: ['stop'] });
  });

  test('before a call of a tool, and holds its rest back', () => {
    const calls = [{ index: 0, id: 'c', function: { name: 'f', arguments: '{}' } }];
    const call = { choices: [{ index: 0, delta: { tool_calls: calls }, finish_reason: null }] };
    expect(streamWith('END', 'see E', call)).toMatchObject({ text: 'see E', calls });
  });

  test('and leaves out the calls that the model would not have made', () => {
    const calls = [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }];
    const [cut] = decodeWith('END', choice('one END', { tool_calls: calls }));
    expect(cut?.message).not.toHaveProperty('tool_calls');
    const later = { choices: [{ index: 0, delta: { tool_calls: calls }, finish_reason: 'tool_calls' }] };
    expect(streamWith('END', 'one END', later)).toMatchObject({ text: 'one ', calls: [], reasons: ['stop'] });
  });

  test('and leaves the others alone', () => {
    const [cut, whole] = decodeWith('END', choice('a END'), { ...choice('b'), index: 1 });
    expect([cut?.message.content, whole?.message.content, whole?.finish_reason]).toEqual(['a ', 'b', 'length']);
  });

  test('with the probabilities and citations of what is left', () => {
    const tokens = ['one', ' EN', 'D'].map((token) => ({ token, logprob: -1 }));
    const cited = (end: number) => ({
      type: 'url_citation',
      url_citation: { url: 'u', start_index: 0, end_index: end },
    });
    const [cut] = decodeWith('END', {
      ...choice('one END', { annotations: [cited(3), cited(7)] }),
      logprobs: { content: tokens, refusal: null },
    });
    expect(cut?.logprobs).toEqual({ content: [tokens[0]], refusal: null });
    expect(cut?.message.annotations).toEqual([cited(3)]);
  });

  test('but not with more choices than there can be', () => {
    const many = Array.from({ length: 129 }, (_, index) => ({ ...choice('a'), index }));
    expect(() => decodeWith('END', ...many)).toThrow('provider_error');
    const deltas = many.map((_, index) => ({ index, delta: { content: 'a' }, finish_reason: null }));
    expect(() => streamWith('END', { choices: deltas })).toThrow('provider_error');
  });

  test('that are no more and no longer than the gateway looks for', () => {
    const codec = codecOf([]);
    for (const stop of [Array.from({ length: 17 }, () => 'END'), 'x'.repeat(1_025)]) {
      expect(() => withStops(codec, 'chatOverResponses', ask(stop as string[]), undefined)).toThrow(
        expect.objectContaining({ code: 'unsupported_parameter', param: 'stop' }),
      );
    }
  });

  test('and passes on what a provider wrote where nothing changes', () => {
    expect(streamWith('END', 'one ', 'two', END).verbatim).toBe(3);
    const codec = withStops(codecOf([choice('whole')]), 'chatOverResponses', ask('END'), undefined);
    expect(codec.decode([{}], FACTS).verbatim).toBe(true);
  });
});

describe('the codec is the provider’s own', () => {
  const codec = codecOf([]);

  test.each<[string, string, ChatRequest['stop'], ModelFacts | undefined]>([
    ['without stop sequences', 'chatOverResponses', undefined, undefined],
    ['with none in the list', 'chatOverResponses', [], undefined],
    ['where the model takes them', 'chat', 'END', { refuses: ['n'] }],
    ['where nothing is known of the model', 'chat', 'END', undefined],
    ['on an endpoint with a format of its own', 'responses', 'END', REFUSING],
  ])('%s', (_, endpoint, stop, facts) => {
    expect(withStops(codec, endpoint, ask(stop), facts)).toBe(codec);
  });

  test('no longer where the model refuses them', () => {
    expect(withStops(codec, 'chat', ask('END'), REFUSING)).not.toBe(codec);
  });
});

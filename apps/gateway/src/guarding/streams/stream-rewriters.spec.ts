import { describe, expect, test } from '@jest/globals';
import { mergePiiPolicies, PiiSession, rewriteText } from '@multilane/policy';
import fc from 'fast-check';
import { ChatStreamRewriter } from '../../endpoints/chat/chat-stream-rewriter.js';
import { CompletionsStreamRewriter } from '../../endpoints/completions/completions-stream-rewriter.js';
import { MessagesStreamRewriter } from '../../endpoints/messages/messages-stream-rewriter.js';
import type { StreamRewriter } from './stream-rewriter.js';

const session = (output: 'off' | 'stream' = 'stream'): PiiSession => {
  const policy = {
    entities: ['email' as const, 'phone' as const],
    input: 'redact' as const,
    output,
    placeholder: '[EMAIL_1]',
    restore: true,
  };
  const rules = mergePiiPolicies([policy]);
  if (!rules) throw new Error('no rules');
  const held = new PiiSession(rules);
  held.placeholders.placeholderOf('email', 'own@example.com');
  held.placeholders.beginAnswer();
  return held;
};

type Answer = Record<string, unknown>;

function run(rewriter: StreamRewriter, chunks: readonly object[]): Answer[] {
  const rewritten: Answer[] = [];
  const emit = (chunk: object | undefined): void => {
    if (chunk) rewritten.push(chunk as Answer);
  };
  for (const chunk of chunks) rewriter.push(chunk, 'raw', emit);
  rewriter.end(emit);
  return rewritten;
}

const TEXT = 'Mail [EMAIL_1] or x@y.example now, call +1 212 555 0142 or [EMAIL_9].';
const WANTED = rewriteText(TEXT, session().answer ?? (undefined as never));

function cut(text: string, at: readonly number[]): string[] {
  const places = [...new Set(at.map((each) => each % (text.length + 1)))].sort((one, other) => one - other);
  return [...places, text.length]
    .map((place, index) => text.slice(places[index - 1] ?? 0, place))
    .filter((piece) => piece !== '');
}

const cuts = fc.array(fc.nat(), { maxLength: 12 });

interface Delta {
  content?: string;
  reasoning_content?: string;
  reasoning?: string;
  reasoning_details?: { text: string }[];
  audio?: { id?: string; transcript?: string; data?: string };
  tool_calls?: { index: number; id?: string; function: { name?: string; arguments: string } }[];
}

const chatChunk = (index: number, delta: Delta, finish: string | null = null): object => ({
  id: 'c',
  model: 'm',
  choices: [{ index, delta, finish_reason: finish }],
});

interface ChatChoice {
  index: number;
  delta: Delta;
  finish_reason: string | null;
}

describe('a stream is redacted and restored as the whole is, however it is split', () => {
  test('chat: text, thoughts and arguments of two choices, each by itself, all before the finish', () => {
    fc.assert(
      fc.property(cuts, cuts, cuts, (one, two, three) => {
        const args = JSON.stringify({ to: TEXT });
        const chunks = [
          chatChunk(0, { content: '' }),
          ...cut(TEXT, one).map((piece) => chatChunk(0, { reasoning_content: piece })),
          ...cut(TEXT, two).flatMap((piece) => [chatChunk(0, { content: piece }), chatChunk(1, { content: piece })]),
          chatChunk(0, { tool_calls: [{ index: 0, id: 'call', function: { name: 'f', arguments: '' } }] }),
          ...cut(args, three).map((piece) =>
            chatChunk(0, { tool_calls: [{ index: 0, function: { arguments: piece } }] }),
          ),
          chatChunk(0, {}, 'tool_calls'),
          chatChunk(1, {}, 'stop'),
          { id: 'c', model: 'm', choices: [], usage: { total_tokens: 1 } },
        ];
        const rewritten = run(new ChatStreamRewriter(session()), chunks);
        const choices = rewritten.flatMap((chunk) => chunk.choices as ChatChoice[]);
        const join = (index: number, read: (delta: Delta) => string | undefined): string =>
          choices
            .filter((each) => each.index === index)
            .map(({ delta }) => read(delta) ?? '')
            .join('');
        expect(join(0, ({ content }) => content)).toBe(WANTED);
        expect(join(1, ({ content }) => content)).toBe(WANTED);
        expect(join(0, (delta) => delta.reasoning_content)).toBe(
          rewriteText(TEXT, session().thoughts ?? (undefined as never)),
        );
        const written = join(0, (delta) => delta.tool_calls?.map((call) => call.function.arguments).join(''));
        expect(JSON.parse(written)).toEqual({ to: WANTED });
        for (const index of [0, 1]) {
          const own = choices.filter((each) => each.index === index);
          expect(own.filter(({ finish_reason: reason }) => reason !== null)).toHaveLength(1);
          expect(own.at(-1)?.finish_reason).toBe(index === 0 ? 'tool_calls' : 'stop');
        }
        expect(rewritten.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 1 } });
      }),
    );
  });

  test('chat: thoughts that are sent in two forms at once', () => {
    fc.assert(
      fc.property(cuts, (at) => {
        const rewritten = run(new ChatStreamRewriter(session()), [
          ...cut(TEXT, at).map((piece) => {
            const detail = { type: 'reasoning.text', index: 0, text: piece };
            return chatChunk(0, { content: '', reasoning: piece, reasoning_details: [detail] });
          }),
          chatChunk(0, { content: 'So.' }),
          chatChunk(0, {}, 'stop'),
        ]);
        const deltas = rewritten.flatMap((chunk) => (chunk.choices as ChatChoice[]).map(({ delta }) => delta));
        const wanted = rewriteText(TEXT, session().thoughts ?? (undefined as never));
        expect(deltas.map(({ reasoning }) => reasoning ?? '').join('')).toBe(wanted);
        const details = deltas.flatMap(({ reasoning_details: each }) => each ?? []);
        expect(details.map(({ text }) => text).join('')).toBe(wanted);
        expect(deltas.findIndex(({ content }) => content === 'So.')).toBe(deltas.length - 2);
      }),
    );
  });

  const detailsOf = (details: readonly object[]): { text?: string; summary?: string; signature?: string }[] =>
    run(new ChatStreamRewriter(session()), [
      ...details.map((detail) => chatChunk(0, { reasoning_details: [detail as { text: string }] })),
      chatChunk(0, { content: 'So.' }),
      chatChunk(0, {}, 'stop'),
    ]).flatMap((chunk) => (chunk.choices as ChatChoice[]).flatMap(({ delta }) => delta.reasoning_details ?? []));

  test('chat: summaries of thoughts too', () => {
    const rewritten = detailsOf(['I ask x@y.exa', 'mple'].map((summary) => ({ type: 'reasoning.summary', summary })));
    expect(rewritten.map(({ summary }) => summary).join('')).toBe('I ask [EMAIL_2]');
  });

  test.each([
    ['in which something was hidden loses the signature', ['I ask x@y.exa', 'mple'], 'I ask [EMAIL_2]', ''],
    ['that stays keeps it', ['Hm ', 'so'], 'Hm so', 's'],
  ])('chat: a thought %s, which comes behind it', (_name, pieces, text, signature) => {
    const rewritten = detailsOf([
      ...pieces.map((piece) => ({ type: 'reasoning.text', text: piece })),
      { signature: 's' },
    ]);
    expect(rewritten.map((detail) => detail.text ?? '').join('')).toBe(text);
    expect(rewritten.at(-1)).toMatchObject({ signature });
  });

  test('chat: the input of a custom tool, which is plain text', () => {
    fc.assert(
      fc.property(cuts, (at) => {
        const call = (custom: object) => ({ tool_calls: [{ index: 0, custom }] }) as unknown as Delta;
        const rewritten = run(new ChatStreamRewriter(session()), [
          chatChunk(0, call({ name: 'shell', input: '' })),
          ...cut(TEXT, at).map((input) => chatChunk(0, call({ input }))),
          chatChunk(0, {}, 'tool_calls'),
        ]);
        const calls = rewritten
          .flatMap((chunk) => (chunk.choices as ChatChoice[]).flatMap(({ delta }) => delta.tool_calls ?? []))
          .map((each) => (each as unknown as { custom: { input: string } }).custom.input);
        expect(calls.join('')).toBe(WANTED);
        expect(rewritten.at(-1)).toMatchObject({ choices: [{ finish_reason: 'tool_calls' }] });
      }),
    );
  });

  test('chat: what is spoken, as it is written down', () => {
    const rewritten = run(new ChatStreamRewriter(session()), [
      chatChunk(0, { audio: { id: 'a', transcript: 'to x@y.exa' } }),
      chatChunk(0, { audio: { transcript: 'mple' } }),
      chatChunk(0, { audio: { data: 'AAAA' } }),
      chatChunk(0, {}, 'stop'),
    ]);
    const audio = rewritten.map((chunk) => (chunk.choices as ChatChoice[])[0]?.delta.audio);
    expect(audio.map((each) => each?.transcript ?? '').join('')).toBe('to [EMAIL_2]');
    expect(audio.map((each) => each?.data ?? '').join('')).toBe('AAAA');
  });

  test('the finish may come with the last words', () => {
    const rewritten = run(new ChatStreamRewriter(session()), [
      chatChunk(0, { content: 'to x@y.ex' }),
      chatChunk(0, { content: 'ample' }, 'stop'),
    ]);
    const texts = rewritten.map((chunk) => (chunk.choices as ChatChoice[])[0]?.delta.content).join('');
    expect(texts).toBe('to [EMAIL_2]');
    expect(rewritten.at(-1)).toMatchObject({ choices: [{ finish_reason: 'stop' }] });
  });

  test('messages: text, thoughts and inputs, each block before its stop', () => {
    const DELTAS = {
      text: ['text_delta', 'text'],
      thinking: ['thinking_delta', 'thinking'],
      tool_use: ['input_json_delta', 'partial_json'],
    };
    fc.assert(
      fc.property(cuts, fc.constantFrom<keyof typeof DELTAS>('text', 'thinking', 'tool_use'), (at, type) => {
        const [delta, member] = DELTAS[type] as [string, string];
        const text = type === 'tool_use' ? JSON.stringify({ to: TEXT }) : TEXT;
        const chunks = [
          { type: 'content_block_start', index: 0, content_block: { type } },
          ...cut(text, at).map((piece) => ({
            type: 'content_block_delta',
            index: 0,
            delta: { type: delta, [member]: piece },
          })),
          ...(type === 'thinking'
            ? [{ type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 's' } }]
            : []),
          { type: 'content_block_stop', index: 0 },
          { type: 'message_stop' },
        ];
        const rewritten = run(new MessagesStreamRewriter(session()), chunks);
        const joined = rewritten.map((event) => (event.delta as Answer | undefined)?.[member] ?? '').join('');
        const thoughts = session().thoughts ?? (undefined as never);
        if (type === 'tool_use') expect(JSON.parse(joined)).toEqual({ to: WANTED });
        else expect(joined).toBe(type === 'text' ? WANTED : rewriteText(TEXT, thoughts));
        expect(rewritten.slice(-2).map((event) => event.type)).toEqual(['content_block_stop', 'message_stop']);
        expect(JSON.stringify(rewritten)).not.toContain('signature');
      }),
    );
  });

  test('messages: what a block holds from its start', () => {
    const begin = (block: object): object => ({ type: 'content_block_start', index: 0, content_block: block });
    const unchanged = begin({ type: 'text', text: '' });
    const chunks = [
      begin({ type: 'text', text: 'to x@y.example' }),
      begin({ type: 'tool_use', id: 't', name: 'f', input: { to: 'x@y.example' } }),
      unchanged,
    ];
    const rewritten = run(new MessagesStreamRewriter(session()), chunks);
    expect(rewritten.map((event) => event.content_block)).toEqual([
      { type: 'text', text: 'to [EMAIL_2]' },
      { type: 'tool_use', id: 't', name: 'f', input: { to: '[EMAIL_2]' } },
      { type: 'text', text: '' },
    ]);
    expect(rewritten[2]).toBe(unchanged);
  });

  test('messages: a thought that stays keeps its signature, behind its last words', () => {
    const delta = (more: object): object => ({ type: 'content_block_delta', index: 0, delta: more });
    const chunks = [
      delta({ type: 'thinking_delta', thinking: 'Hm so' }),
      delta({ type: 'signature_delta', signature: 's' }),
      { type: 'content_block_stop', index: 0 },
    ];
    const rewritten = run(new MessagesStreamRewriter(session()), chunks);
    expect(rewritten.map((event) => (event.delta as Answer | undefined)?.type ?? event.type)).toEqual([
      'thinking_delta',
      'thinking_delta',
      'signature_delta',
      'content_block_stop',
    ]);
  });

  test('completions: the text of each choice', () => {
    fc.assert(
      fc.property(cuts, (at) => {
        const chunk = (text: string, finish: string | null = null): object => ({
          id: 'c',
          choices: [{ index: 0, text, finish_reason: finish }],
        });
        const rewritten = run(new CompletionsStreamRewriter(session()), [
          ...cut(TEXT, at).map((piece) => chunk(piece)),
          chunk('', 'stop'),
        ]);
        const choices = rewritten.flatMap((each) => each.choices as { text: string; finish_reason: string | null }[]);
        expect(choices.map(({ text }) => text).join('')).toBe(WANTED);
        expect(choices.filter(({ finish_reason: reason }) => reason === 'stop')).toHaveLength(1);
      }),
    );
  });

  const chunkOf = (choice: object, more: object = {}): object => ({
    id: 'c',
    choices: [{ index: 0, finish_reason: null, ...choice }],
    ...more,
  });
  const contentsOf = (rewritten: readonly Answer[]): string =>
    rewritten.map((chunk) => (chunk.choices as ChatChoice[])[0]?.delta.content ?? '').join('');

  test('chat: copies of the words beside a delta are left out, also where the words are held back', () => {
    const rewritten = run(new ChatStreamRewriter(session()), [
      ...['Well, ask x@y.exa', 'mple'].map((content) =>
        chunkOf({
          delta: { role: 'assistant', content, token_id: 7, token_ids: [7] },
          text: content,
          message: { role: 'assistant', content },
          token_ids: [7],
          logprobs: { content: [{ token: content }] },
          stop_reason: 'end',
        }),
      ),
      chatChunk(0, {}, 'stop'),
    ]);
    expect(JSON.stringify(rewritten)).not.toMatch(/x@y|mple|token|message|"text"/);
    expect(contentsOf(rewritten)).toBe('Well, ask [EMAIL_2]');
    expect(rewritten[0]).toMatchObject({ choices: [{ logprobs: null, stop_reason: 'end' }] });
  });

  test('chat: a chunk with a null for copies goes out as it came, and so do tokens where values are only put back', () => {
    const none = chunkOf({ delta: { content: 'Hello ' }, message: null, logprobs: null }, { system_fingerprint: 'f' });
    expect(run(new ChatStreamRewriter(session()), [none])[0]).toBe(none);
    const asked = chunkOf({ delta: { content: 'Hello ' }, logprobs: { content: [{ token: 'Hello ' }] } });
    expect(run(new ChatStreamRewriter(session('off')), [asked])[0]).toBe(asked);
  });

  test('chat: members that nobody knows are rewritten in a delta, in a choice and beside the choices', () => {
    const cite = (title: string, output: string) => [{ title, sources: [{ id: 'a', tool_output: { output } }] }];
    const chunkWith = (citations: object[]): object =>
      chunkOf({ delta: { content: 'So. ', citations }, note: citations }, { search_results: citations });
    const rewritten = run(new ChatStreamRewriter(session()), [
      chunkWith(cite('Of x@y.example', 'Mail [EMAIL_1]')),
      { id: 'c', choices: [], citations: ['x@y.example'] },
    ]);
    expect(rewritten).toEqual([
      chunkWith(cite('Of [EMAIL_2]', 'Mail own@example.com')),
      { id: 'c', choices: [], citations: ['[EMAIL_2]'] },
    ]);
  });

  test('chat: the texts of a content in parts are one with what comes before and behind', () => {
    const text = (words: string): object => ({ type: 'text', text: words });
    const rewritten = run(new ChatStreamRewriter(session()), [
      chunkOf({ delta: { content: 'to x@y' } }),
      chunkOf({ delta: { content: [text('.exa'), { type: 'reference', title: 'x@y.example' }, text('mple,')] } }),
      chunkOf({ delta: { content: ' now' } }),
      chatChunk(0, {}, 'stop'),
    ]);
    const contents = rewritten.map((chunk) => (chunk.choices as ChatChoice[])[0]?.delta.content ?? '');
    const say = (content: unknown): string =>
      Array.isArray(content) ? content.map((part: { text?: string }) => part.text ?? '').join('') : String(content);
    expect(contents.map((content) => say(content)).join('')).toBe('to [EMAIL_2], now');
    expect(JSON.stringify(rewritten)).toContain('{"type":"reference","title":"[EMAIL_2]"}');
  });

  test('chat: calls that are null beside words that are held back say nothing', () => {
    const rewritten = run(new ChatStreamRewriter(session()), [
      ...['x@y.exa', 'mple'].map((content) => chunkOf({ delta: { role: null, content, tool_calls: null } })),
      chatChunk(0, {}, 'stop'),
    ]);
    expect(contentsOf(rewritten)).toBe('[EMAIL_2]');
  });

  test('completions: copies of the text are left out, and members that nobody knows are rewritten', () => {
    const rewritten = run(
      new CompletionsStreamRewriter(session()),
      ['Ask x@y.exa', 'mple'].map((text) =>
        chunkOf(
          { text, delta: { content: text }, message: { content: text }, token_ids: [7], logprobs: { tokens: [text] } },
          { note: 'x@y.example' },
        ),
      ),
    );
    expect(JSON.stringify(rewritten)).not.toMatch(/x@y|mple|token|delta|message/);
    expect(rewritten.map((chunk) => (chunk.choices as { text: string }[])[0]?.text).join('')).toBe('Ask [EMAIL_2]');
  });

  test('text without personal data is relayed in the provider’s own words', () => {
    const relayed: unknown[] = [];
    const rewriter = new ChatStreamRewriter(session());
    for (const content of ['Hello ', 'there. '])
      rewriter.push(chatChunk(0, { content }), content, (_, raw) => relayed.push(raw));
    expect(relayed).toEqual(['Hello ', 'there. ']);
  });
});

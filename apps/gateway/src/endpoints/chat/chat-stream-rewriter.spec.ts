import { describe, expect, test } from '@jest/globals';
import { mergePiiPolicies, PiiSession, rewriteText } from '@multilane/policy';
import fc from 'fast-check';
import type { StreamRewriter } from '../../guarding/streams/stream-rewriter.js';
import { CompletionsStreamRewriter } from '../completions/completions-stream-rewriter.js';
import { ChatStreamRewriter } from './chat-stream-rewriter.js';

const session = (): PiiSession => {
  const rules = mergePiiPolicies([
    { entities: ['email'], input: 'redact', output: 'stream', placeholder: '[EMAIL_1]', restore: true },
  ]);
  if (!rules) throw new Error('there are rules');
  const held = new PiiSession(rules);
  held.placeholders.placeholderOf('email', 'own@example.com');
  held.placeholders.beginAnswer();
  return held;
};

interface Choice {
  readonly delta: Readonly<Record<string, unknown>>;
  readonly finish_reason: string | null;
}

function run(rewriter: StreamRewriter, chunks: readonly object[]): Record<string, unknown>[] {
  const rewritten: Record<string, unknown>[] = [];
  const emit = (chunk: object | undefined): void => {
    if (chunk) rewritten.push(chunk as Record<string, unknown>);
  };
  for (const chunk of chunks) rewriter.push(chunk, undefined, emit);
  rewriter.end(emit);
  return rewritten;
}

const chunkOf = (delta: unknown, finish: string | null = null): object => ({
  id: 'c',
  choices: [{ index: 0, delta, finish_reason: finish }],
});
const choicesOf = (chunks: readonly object[]): Choice[] =>
  run(new ChatStreamRewriter(session()), chunks).flatMap((chunk) => chunk.choices as Choice[]);
const join = (choices: readonly Choice[], name: string): string =>
  choices.map(({ delta }) => delta[name] ?? '').join('');

const TEXT = 'Mail [EMAIL_1] or x@y.example now.';
const WANTED = rewriteText(TEXT, session().answer ?? (undefined as never));

describe('texts of a delta that nobody knows', () => {
  test('are rewritten as the whole is, however they are split and whatever comes between', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(TEXT.length), { maxLength: 8 }), (at) => {
        const cuts = [0, ...at.toSorted((one, other) => one - other), TEXT.length];
        const pieces = cuts.slice(1).map((cut, index) => TEXT.slice(cuts[index], cut));
        const choices = choicesOf([
          ...pieces.flatMap((thinking) => [chunkOf({ thinking }), chunkOf({ content: 'So. ' })]),
          chunkOf({}, 'stop'),
        ]);
        expect(join(choices, 'thinking')).toBe(WANTED);
        expect(join(choices, 'content')).toBe('So. '.repeat(pieces.length));
        expect(choices.filter(({ finish_reason: reason }) => reason !== null)).toEqual([choices.at(-1)]);
      }),
    );
  });

  test('do not end the words, of which something may be held back', () => {
    const choices = choicesOf([
      chunkOf({ content: 'to x@y.exa' }),
      chunkOf({ note: 'n' }),
      chunkOf({ content: 'mple' }),
      chunkOf({}, 'stop'),
    ]);
    expect(join(choices, 'content')).toBe('to [EMAIL_2]');
    expect(join(choices, 'note')).toBe('n');
  });

  test('are left out beyond a number of them', () => {
    const names = Array.from({ length: 40 }, (_, index) => `note${index}`);
    const delta = (text: string) => Object.fromEntries(names.map((name) => [name, text]));
    const choices = choicesOf([chunkOf(delta('x@y.exa')), chunkOf(delta('mple')), chunkOf({}, 'stop')]);
    const said = names.map((name) => join(choices, name));
    expect(said.slice(0, 32)).toEqual(said.slice(0, 32).map(() => '[EMAIL_2]'));
    expect(said.slice(32)).toEqual(said.slice(32).map(() => ''));
  });

  test('go out as they came where they are the same in every chunk', () => {
    const chunk = chunkOf({ content: 'Hello ', channel: 'final', type: 'text' });
    expect(run(new ChatStreamRewriter(session()), [chunk, chunk])).toEqual([chunk, chunk]);
  });
});

describe('calls and thoughts of a delta', () => {
  test('are rewritten in all their members but names, ids and signatures', () => {
    const delta = (said: string, thought: string) => ({
      tool_calls: [
        {
          ...{ index: 0, id: 'x@y.example', type: 'function', extra_content: { a: 'x@y.example' }, note: said },
          function: { name: 'x@y.example', arguments: '{}', notes: [said] },
        },
        { index: 1, function: { name: 'f', arguments: { to: said, count: 1 } } },
      ],
      reasoning_details: [{ type: 'reasoning.text', index: 0, text: 'Hm. ', data: 'x@y.example', note: thought }],
    });
    expect(choicesOf([chunkOf(delta('[EMAIL_1] x@y.example', '[EMAIL_1] x@y.example'))])[0]?.delta).toEqual(
      delta('own@example.com [EMAIL_2]', '[EMAIL_1] [EMAIL_2]'),
    );
  });

  test('are rewritten wherever a call holds a text', () => {
    const call = (said: string) => ({ function: { input: said }, custom: { arguments: JSON.stringify({ a: said }) } });
    const choices = choicesOf([
      chunkOf({ tool_calls: [{ index: 0, ...call('x@y.example') }], function_call: { input: 'x@y.example' } }),
      chunkOf({}, 'tool_calls'),
    ]);
    expect(JSON.stringify(choices)).not.toContain('x@y');
    expect(JSON.stringify(choices).split('[EMAIL_2]')).toHaveLength(4);
  });

  test('keep what they say beside arguments that are held back', () => {
    const call = (values: object) => chunkOf({ tool_calls: [{ index: 0, ...values }] });
    const choices = choicesOf([
      call({ function: { arguments: '1' }, note: 'Hm. ' }),
      call({ function: { arguments: '2' } }),
      chunkOf({}, 'tool_calls'),
    ]);
    const calls = choices.flatMap(({ delta }) => (delta.tool_calls ?? []) as { function: object; note?: string }[]);
    expect(calls).toEqual([
      { index: 0, function: { arguments: '' }, note: 'Hm. ' },
      { index: 0, function: { arguments: '12' } },
    ]);
  });

  test('are rewritten in the old way of calls, too', () => {
    const call = (values: object) => chunkOf({ function_call: values });
    const choices = choicesOf([
      call({ name: 'f', arguments: '{"to":"x@y' }),
      call({ arguments: '.example"}' }),
      chunkOf({}, 'function_call'),
    ]);
    const calls = choices.map(({ delta }) => delta.function_call as { name?: string; arguments?: string } | undefined);
    expect(calls[0]?.name).toBe('f');
    expect(calls.map((each) => each?.arguments ?? '').join('')).toBe('{"to":"[EMAIL_2]"}');
  });
});

describe('values in the place of something else', () => {
  const SAID = '[EMAIL_1] x@y.example';
  test.each<[string, (said: string) => unknown]>([
    ['a content that is an object', (said) => ({ content: { text: said } })],
    ['parts that are no objects', (said) => ({ content: [said, { type: 'text', text: [said] }] })],
    ['a refusal that is a list', (said) => ({ refusal: [said] })],
    ['calls that are no list', (said) => ({ tool_calls: said })],
    ['calls that are no objects', (said) => ({ tool_calls: [said, { function: said }], function_call: said })],
    ['a transcript that is no text', (said) => ({ audio: { transcript: { text: said } } })],
    ['a delta that is no object', (said) => said],
  ])('are rewritten: %s', (_what, delta) => {
    expect(choicesOf([chunkOf(delta(SAID))])[0]?.delta).toEqual(delta('own@example.com [EMAIL_2]'));
  });

  test.each<[string, (said: string) => unknown]>([
    ['thoughts that are objects', (said) => ({ reasoning: { text: said }, reasoning_content: [said] })],
    ['signed thoughts that are no list', (said) => ({ reasoning_details: said })],
    ['signed thoughts that are no objects', (said) => ({ reasoning_details: [said, { text: [said] }] })],
  ])('are rewritten, but no value is put back into a thought: %s', (_what, delta) => {
    expect(choicesOf([chunkOf(delta(SAID))])[0]?.delta).toEqual(delta('[EMAIL_1] [EMAIL_2]'));
  });

  test('are rewritten in the place of a choice, of all choices, and of the text of completions', () => {
    const chunks = (said: string) => [{ choices: [said] }, { choices: { a: said } }];
    expect(run(new ChatStreamRewriter(session()), chunks('x@y.example'))).toEqual(chunks('[EMAIL_2]'));
    const completions = (said: string) => [{ choices: [{ index: 0, text: { value: said } }, said] }];
    expect(run(new CompletionsStreamRewriter(session()), completions('x@y.example'))).toEqual(completions('[EMAIL_2]'));
  });
});

test('a delta of tens of thousands of texts takes time that grows with their number alone', () => {
  const parts = (text: string) => Array.from({ length: 50_000 }, () => ({ type: 'text', text }));
  const start = performance.now();
  const choices = choicesOf([chunkOf({ content: parts('x@y.example ') }), chunkOf({}, 'stop')]);
  expect(performance.now() - start).toBeLessThan(3_000);
  const said = choices.map(({ delta: { content = '' } }) =>
    Array.isArray(content) ? content.map((part: { text: string }) => part.text).join('') : String(content),
  );
  expect(said.join('') === '[EMAIL_2] '.repeat(50_000)).toBe(true);
});

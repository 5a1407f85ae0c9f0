import { describe, expect, test } from '@jest/globals';
import type { TextCompletion } from '@multilane/contracts';
import { simulate } from './simulate.js';

const FACTS = { id: '1', created: 7 };
const send = (members: object) =>
  simulate('/v1/completions', JSON.stringify({ model: 'simulator', prompt: 'Hello world', ...members }), FACTS);

function complete(members: object = {}): TextCompletion {
  const answer = send(members);
  return JSON.parse('body' in answer ? answer.body : '') as TextCompletion;
}

function stream(members: object = {}): TextCompletion[] {
  const answer = send({ stream: true, ...members });
  const events = 'events' in answer ? answer.events : [];
  return events.filter((event) => event !== 'data: [DONE]\n\n').map((event) => JSON.parse(event.slice(6)));
}

describe('simulated completions', () => {
  test('answer in the legacy shape, the same every time', () => {
    expect(complete()).toEqual(complete());
    expect(complete()).toEqual({
      id: 'cmpl-1',
      object: 'text_completion',
      created: 7,
      model: 'simulator',
      choices: [{ index: 0, text: ' You said: Hello world', logprobs: null, finish_reason: 'stop' }],
      usage: { prompt_tokens: 4, completion_tokens: 7, total_tokens: 11 },
    });
  });

  test.each([
    [{ max_tokens: 1 }, [' You'], 'length'],
    [{ stop: ['world'] }, [' You said: Hello '], 'stop'],
    [{ echo: true }, ['Hello world You said: Hello world'], 'stop'],
    [{ n: 2 }, [' You said: Hello world', ' You said: Hello world'], 'stop'],
    [{ prompt: ['a', 'b'] }, [' You said: a', ' You said: b'], 'stop'],
    [{ prompt: [1, 2] }, [' You said: 2 tokens'], 'stop'],
    [{ prompt: [[1], [2, 3]] }, [' You said: 1 tokens', ' You said: 2 tokens'], 'stop'],
  ])('honour %j', (members, texts, reason) => {
    const { choices } = complete(members);
    expect(choices.map(({ text }) => text)).toEqual(texts);
    expect(choices.map(({ index }) => index)).toEqual(texts.map((_text, index) => index));
    expect(choices[0]?.finish_reason).toBe(reason);
  });

  test('stream what they would have answered at once, with usage where it is asked for', () => {
    expect(
      stream()
        .map(({ choices }) => choices[0]?.text)
        .join(''),
    ).toBe(' You said: Hello world');
    expect(stream().at(-1)?.choices[0]?.finish_reason).toBe('stop');
    expect(stream().every((chunk) => !('usage' in chunk))).toBe(true);
    const asked = stream({ stream_options: { include_usage: true } });
    expect(asked.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 11 } });
    expect(asked.slice(0, -1).every(({ usage }) => usage === null)).toBe(true);
  });

  test.each([
    [{ model: 'simulator-error-429' }, 429],
    [{ prompt: 'please simulator-error-500' }, 500],
    [{ prompt: null }, 400],
  ])('fail on demand: %j', (members, status) => {
    expect(send(members)).toMatchObject({ status });
  });

  test('break off on demand, and other paths do not exist', () => {
    expect(() => complete({ model: 'simulator-cut' })).toThrow(SyntaxError);
    expect(send({ model: 'simulator-cut', stream: true })).not.toHaveProperty(
      'events',
      expect.arrayContaining(['data: [DONE]\n\n']),
    );
    expect(simulate('/v1/other', '{}', FACTS)).toMatchObject({ status: 404 });
    expect(simulate('/v1/completions', '{', FACTS)).toMatchObject({ status: 400 });
    expect(simulate('/v1/chat/completions', '{"model":"m","messages":[]}', FACTS)).toMatchObject({ status: 200 });
  });
});

import { describe, expect, test } from '@jest/globals';
import { COLUMNS } from './columns.js';
import { compareRow } from './compare-ledger.js';
import { computeLedger, nameRow, type Row } from './compute-ledger.js';
import { readExpectedLedger } from './expected-ledger.js';
import { copyJson, type Json } from './json-path.js';
import { type PlannedProbe, planProbe } from './plan-probe.js';

const EXPECTED = readExpectedLedger(new URL('./expected/', import.meta.url));

/** The rows that a change of the code would fail at a provider, by their names. */
function failingRows(provider: string, plan: typeof planProbe): Map<string, string[]> {
  const differences = (row: Row) =>
    compareRow(row, EXPECTED.sources[row.source][row.section]?.[row.feature], EXPECTED.sentences);
  return new Map(
    computeLedger(
      COLUMNS.filter(({ id }) => id === provider),
      plan,
    )
      .map((row) => [nameRow(row), differences(row)] as const)
      .filter(([, found]) => found.length > 0),
  );
}

/** An adapter whose requests lack a member. */
function dropFromBodies(member: string): typeof planProbe {
  return (...request) => {
    const planned = planProbe(...request);
    return { ...planned, bodies: planned.bodies.map(({ [member]: _, ...rest }) => rest) };
  };
}

type Decode = PlannedProbe['plan']['codec']['decode'];

/** An adapter whose answers lose something before they go on. */
function loseOfAnswers(lose: (answer: Json) => void): typeof planProbe {
  return (...request) => {
    const planned = planProbe(...request);
    const { codec } = planned.plan;
    const decode: Decode = (bodies, facts) => {
      const decoded = codec.decode(bodies, facts);
      const response = copyJson(decoded.response);
      lose(response as unknown as Json);
      return { ...decoded, response };
    };
    return { ...planned, plan: { ...planned.plan, codec: { ...codec, decode } } };
  };
}

/** A stream translator that passes its first piece on and keeps the rest to itself. */
const cutStreams: typeof planProbe = (...request) => {
  const planned = planProbe(...request);
  const { codec } = planned.plan;
  const startStream: typeof codec.startStream = (facts) => {
    const translator = codec.startStream?.(facts);
    if (translator === undefined) throw new Error('only chat is cut');
    let pieces = 0;
    return {
      ...translator,
      push: (bytes, emit) => translator.push(bytes, (chunk, raw) => (pieces++ === 0 ? emit(chunk, raw) : undefined)),
      end: () => undefined,
    } as typeof translator;
  };
  return { ...planned, plan: { ...planned.plan, codec: { ...codec, startStream } } };
};

describe('a translation that loses something fails the row of what it loses', () => {
  test.each([
    ['openai', 'temperature', 'responses, requests: temperature'],
    ['groq', 'seed', 'chat, requests: seed'],
    ['anthropic', 'system', 'chat, requests: a developer message'],
    ['anthropic', 'top_k', 'messages, requests: top_k'],
    ['gemini', 'toolConfig', 'chat, requests: tool_choice: required, any'],
    ['vertex', 'parameters', 'embeddings, requests: dimensions'],
    ['cohere', 'p', 'completions, requests: top_p'],
    ['bedrock', 'inferenceConfig', 'messages, requests: a stop sequence'],
  ])('%s: a request without %s', (provider, member, row) => {
    const failing = failingRows(provider, dropFromBodies(member));
    expect(failing.get(row)).toEqual([`${provider}: found dropped, reviewed was exact`]);
  });

  test('an answer without its thinking', () => {
    const plan = loseOfAnswers(({ choices }) => {
      for (const { message } of (choices ?? []) as { message: Json }[]) delete message.reasoning_content;
    });
    const failing = failingRows('gemini', plan);
    for (const source of ['chat', 'responses', 'messages', 'completions'] as const) {
      expect(failing.get(`${source}, answers: thinking`)).toEqual(['gemini: found dropped, reviewed was exact']);
    }
  });

  test('an answer without its tokens', () => {
    const plan = loseOfAnswers((answer) => {
      delete answer.usage;
    });
    expect(failingRows('bedrock', plan).has('messages, answers: usage: tokens read from a cache')).toBe(true);
  });

  test('a stream that is cut', () => {
    const failing = failingRows('cohere', cutStreams);
    expect(failing.get('chat, streamed answers: text')).toEqual(['cohere: found dropped, reviewed was exact']);
    expect(failing.has('chat, answers: text')).toBe(false);
  });

  test('a request that is no longer rejected', () => {
    const plan: typeof planProbe = (source, { logit_bias: _, ...body }, target) => planProbe(source, body, target);
    expect(failingRows('cohere', plan).get('chat, requests: logit_bias')).toEqual([
      'cohere: found dropped, reviewed was refused unsupported_parameter logit_bias',
    ]);
  });

  test.each(COLUMNS.map(({ id }) => [id]))('and none fails where %s is as it was reviewed', (provider) => {
    expect([...failingRows(provider, planProbe)]).toEqual([]);
  });
});

describe('compareRow of requests', () => {
  const sentences = { known: 'It is lost because …', 'turns-merged': 'They are one turn.' };

  test.each([
    ['a loss that the answer names', 'dropped as user', { 'dropped as user: known': 'cohere' }, []],
    [
      'a loss that the answer names otherwise',
      'dropped as user',
      { 'dropped as seed: known': 'cohere' },
      ['cohere: found dropped as user, reviewed was dropped as seed'],
    ],
    [
      'a loss that no answer names',
      'dropped',
      { 'dropped: known': 'cohere' },
      ['cohere: lost, and the answer does not say so'],
    ],
    ['what is said in other words that mean the same', 'moved', { 'moved: turns-merged': 'cohere' }, []],
    [
      'a loss that is named and is none',
      'exact as user',
      { 'exact as user': 'cohere' },
      ['cohere: the answer names a loss, and nothing was lost'],
    ],
  ] as const)('%s', (_, outcome, expected, differences) => {
    const row = { outcomes: new Map([['cohere', outcome]]), section: 'requests' } as const;
    expect(compareRow(row, expected as unknown as Record<string, string>, sentences)).toEqual(differences);
  });
});

describe('compareRow', () => {
  const found = new Map([
    ['openai', 'exact'],
    ['cohere', 'dropped'],
  ] as const);
  const sentences = { known: 'It is lost because …' };

  test.each([
    ['what was reviewed', { exact: 'openai', 'dropped: known': 'cohere' }, []],
    ['a row that nobody reviewed', undefined, ['no such row was reviewed']],
    ['a cell that nobody reviewed', { exact: 'openai' }, ['cohere: found dropped, nothing was reviewed']],
    ['another outcome', { exact: 'openai cohere' }, ['cohere: found dropped, reviewed was exact']],
    ['a loss without a sentence', { exact: 'openai', dropped: 'cohere' }, ['cohere: lossy without a sentence']],
    [
      'a loss whose sentence is not written',
      { exact: 'openai', 'dropped: ?': 'cohere' },
      ['cohere: lossy without a sentence'],
    ],
    [
      'a sentence where nothing is lost',
      { 'exact: known': 'openai', 'dropped: known': 'cohere' },
      ['openai: not lossy, yet there is a sentence'],
    ],
    [
      'a provider that does not exist',
      { exact: 'openai nobody', 'dropped: known': 'cohere' },
      ['nobody: no such provider'],
    ],
  ])('%s', (_, expected, differences) => {
    expect(compareRow({ outcomes: found, section: 'answers' }, expected, sentences)).toEqual(differences);
  });
});

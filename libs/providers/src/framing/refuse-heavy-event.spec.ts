import { describe, expect, test } from '@jest/globals';
import { ProviderFailure } from '../provider-failure.js';
import { BareText, refuseHeavyEvent } from './refuse-heavy-event.js';
import { SseDataReader } from './sse-data.js';
import { SseEventSplitter } from './sse-events.js';

const HEAVY = {
  'objects in a list': `[${'{},'.repeat(160_000)}1]`,
  'lists behind a long string': `["${'a\\\\'.repeat(400_000)}",${'[],'.repeat(160_000)}1]`,
  'named members': `{${Array.from({ length: 160_000 }, (_, at) => `"k${at}":1`).join(',')}}`,
  items: `[${'1,'.repeat(1_100_000)}1]`,
  levels: `${'['.repeat(300)}${'1,'.repeat(140_000)}1${']'.repeat(300)}`,
};

const LIGHT = {
  'a picture of megabytes': JSON.stringify({ data: 'iVBORw0KGgo'.repeat(1_000_000) }),
  'a text that looks like brackets': JSON.stringify({ text: '{[,:"\\]}'.repeat(300_000) }),
  'many tokens with their probabilities': JSON.stringify(
    Array.from({ length: 20_000 }, () => ({ token: ' the', logprob: -0.25, bytes: [32, 116] })),
  ),
};

describe('events that would hold up other requests', () => {
  test.each(Object.entries(HEAVY))(
    'events of %s are rejected before they are parsed, in every framing',
    (_name, json) => {
      const event = Buffer.from(`data: ${json}\n\n`);
      expect(() => refuseHeavyEvent(json)).toThrow(ProviderFailure);
      expect(() => new SseDataReader().push(event, () => undefined)).toThrow(ProviderFailure);
      expect(() => new SseEventSplitter().push(event, () => undefined)).toThrow(ProviderFailure);
    },
  );

  test.each(Object.entries(LIGHT))('%s is none of them', (_name, json) => {
    const events: string[] = [];
    new SseDataReader().push(Buffer.from(`data: ${json}\n\n`), (data) => events.push(data));
    expect(events).toEqual([json]);
  });

  test.each(['data:\n', 'data: 1\n', 'data:\r'])('events of more than 20,000 lines %j are rejected', (line) => {
    const lines = Buffer.from(line.repeat(300_000));
    const end = Buffer.from('\n\n');
    expect(() => new SseDataReader().push(lines, () => undefined)).toThrow(ProviderFailure);
    const splitter = new SseEventSplitter();
    expect(() => {
      splitter.push(lines, () => undefined);
      splitter.push(end, () => undefined);
    }).toThrow(ProviderFailure);
  });

  test('text outside the events is not read again at each of many lines', () => {
    const bare = new BareText();
    let parsed = 0;
    const parse = () => {
      parsed += 1;
      return undefined;
    };
    expect(() => {
      for (let line = 0; line < 16_000; line++) bare.take(line === 0 ? '[{}' : ',{}', parse);
    }).toThrow(ProviderFailure);
    expect(parsed).toBeLessThanOrEqual(100);
  });
});

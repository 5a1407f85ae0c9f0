import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { EventRelay } from './event-relay.js';

const FAILURE = new Error('cut');

async function* bodyOf(pieces: readonly string[], failure?: Error): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield Buffer.from(piece);
  if (failure) throw failure;
}

/** Returns the text for a client, and its failure. */
async function relay(pieces: readonly string[], failure?: Error) {
  const events = new EventRelay();
  let text = '';
  let thrown: unknown;
  try {
    for await (const bytes of events.relay(bodyOf(pieces, failure), () => 'event: error\n\n')) text += bytes;
  } catch (error) {
    thrown = error;
  }
  return { text, thrown, failure: events.failure };
}

describe('events that are relayed', () => {
  it('arrive as they came, however they are split', async () => {
    const EVENT = fc
      .tuple(fc.string(), fc.constantFrom('\n\n', '\r\n\r\n', '\r\r'))
      .map(([data, end]) => `data: ${data.replaceAll(/[\r\n]/g, '')}${end}`);
    await fc.assert(
      fc.asyncProperty(fc.array(EVENT), fc.array(fc.nat(200)), fc.string(), async (events, cuts, rest) => {
        const whole = Buffer.from(events.join('') + rest).toString();
        const places = [0, ...cuts.filter((cut) => cut < whole.length).sort((a, b) => a - b), whole.length];
        const pieces = places.slice(1).map((end, index) => whole.slice(places[index], end));
        expect((await relay(pieces)).text).toBe(whole);
      }),
    );
  });

  const CASES: [string, string[], string, boolean][] = [
    ['behind whole events', ['data: 1\n\n'], 'data: 1\n\nevent: error\n\n', true],
    ['behind part of an event, which nobody could use', ['data: 1\n\ndata: 2'], 'data: 1\n\nevent: error\n\n', true],
    ['behind an end that came in two pieces', ['data: 1\r\n\r', '\n'], 'data: 1\r\n\r\nevent: error\n\n', true],
    ['before the first event, where an error can still be answered', ['data: 1'], '', false],
    ['before anything', [], '', false],
  ];
  it.each(CASES)('report a failure %s', async (_where, pieces, text, isReported) => {
    const seen = await relay(pieces, FAILURE);
    expect(seen).toEqual(
      isReported ? { text, thrown: undefined, failure: FAILURE } : { text, thrown: FAILURE, failure: undefined },
    );
  });

  it('fail within an event that is too long to be held back', async () => {
    const long = `data: ${'x'.repeat(70_000)}`;
    const seen = await relay(['data: 1\n\n', long], FAILURE);
    expect(seen.thrown).toBe(FAILURE);
    expect(seen.text.length).toBeGreaterThan(60_000);
    expect(await relay([long, '\n', '\n'], FAILURE)).toMatchObject({ failure: FAILURE, thrown: undefined });
  });
});

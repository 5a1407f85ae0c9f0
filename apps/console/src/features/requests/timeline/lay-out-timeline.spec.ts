import { describe, expect, it } from '@jest/globals';
import { type Attempt, layOutTimeline, type Routing } from './lay-out-timeline.js';

const REQUEST = {
  duration_ms: 1000,
  time_to_first_byte_ms: 400,
  outcome: 'success',
  attempts: 1,
  cache: null,
  provider: 'openai',
  upstream_model: 'gpt',
};

const routed = (...attempts: Attempt[]): Routing => ({
  route: 'r',
  strategy: 'failover',
  sticky: false,
  candidates: [],
  skipped: [],
  attempts,
});

const spansOf = (...args: Parameters<typeof layOutTimeline>) =>
  layOutTimeline(...args).map(({ kind, startMs, endMs }) => [kind, startMs, endMs]);

describe('the timeline of a request', () => {
  it('has one attempt and the response after its first byte for a plain model', () => {
    expect(spansOf(REQUEST, null)).toEqual([
      ['served', 0, 400],
      ['response', 400, 1000],
    ]);
  });

  it('has attempts one after the other, with the waits between them', () => {
    const failed = { model: 'a', provider: 'openai', outcome: 'provider_error', status: 500, ms: 100 };
    const served = { model: 'b', provider: 'groq', outcome: 'success', ms: 200, waited_ms: 50 };
    const tracks = layOutTimeline({ ...REQUEST, attempts: 2 }, routed(failed, served));
    expect(tracks.map(({ kind, startMs, endMs }) => [kind, startMs, endMs])).toEqual([
      ['gateway', 0, 50],
      ['failed', 50, 150],
      ['wait', 150, 200],
      ['served', 200, 400],
      ['response', 400, 1000],
    ]);
    expect(tracks[1]?.detail).toBe('provider_error 500');
  });

  it('has a second call beside the one that was late, whichever answered', () => {
    const late = { model: 'a', provider: 'openai', outcome: 'overtaken', ms: 300, late: true };
    const second = { model: 'b', provider: 'groq', outcome: 'success', ms: 100, waited_ms: 200, hedge: true };
    const expected = [
      ['gateway', 0, 100],
      ['failed', 100, 400],
      ['served', 300, 400],
      ['response', 400, 1000],
    ];
    expect(spansOf({ ...REQUEST, attempts: 2 }, routed(late, second))).toEqual(expected);
    const lost = [
      { ...second, outcome: 'overtaken' },
      { ...late, outcome: 'success' },
    ] as const;
    const spans = spansOf({ ...REQUEST, attempts: 2 }, routed(...lost));
    expect(spans.map(([kind]) => kind)).toEqual(['gateway', 'served', 'failed', 'response']);
    expect(spans.map(([, from, to]) => [from, to])).toEqual(expected.map(([, from, to]) => [from, to]));
  });

  it('never leaves the duration of the request, whatever the clocks of attempts say', () => {
    const tracks = layOutTimeline(REQUEST, routed({ model: 'a', provider: 'p', outcome: 'success', ms: 5000 }));
    for (const { startMs, endMs } of tracks) {
      expect(startMs).toBeGreaterThanOrEqual(0);
      expect(endMs).toBeLessThanOrEqual(1000);
      expect(endMs).toBeGreaterThanOrEqual(startMs);
    }
  });

  it.each([
    ['a refused request', { attempts: 0, provider: null, outcome: 'refused' }],
    ['a response from the cache', { cache: 'hit' }],
  ])('shows the gateway alone for %s', (_, change) => {
    expect(spansOf({ ...REQUEST, ...change }, null)).toEqual([['gateway', 0, 1000]]);
  });
});

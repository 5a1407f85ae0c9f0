import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Ended, ResponsesInProgress, type Unfinished } from './responses-in-progress.js';

interface Hold {
  readonly name: string;
}

const MINUTE_MS = 60_000;

function track(): ResponsesInProgress<Hold> {
  return new ResponsesInProgress<Hold>();
}

const never = (): never => {
  throw new Error('it was asked for');
};

const holdOf = (ended: Ended<Hold> | 'settled' | undefined): Hold | undefined =>
  ended === 'settled' ? undefined : ended?.hold;

interface Step {
  readonly kind: 'ask' | 'begin' | 'end' | 'refuse' | 'withdraw' | 'cancel' | 'wait';
  readonly id: string | undefined;
  readonly ms: number;
}

const STEP: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom<Step['kind'][]>('ask', 'begin', 'end', 'refuse', 'withdraw', 'cancel', 'wait'),
  id: fc.constantFrom('r1', 'r2', 'r3', undefined),
  ms: fc.constantFrom(1, MINUTE_MS, 11 * MINUTE_MS),
});

/** Holds, each of which is handed out once. */
class Holds {
  readonly open = new Set<Hold>();
  readonly responses = track();
  /** Bound, because the responses call it. */
  readonly make = this.add.bind(this);
  private made = 0;
  private now = 0;

  private add(): Hold {
    const hold = { name: `hold ${++this.made}` };
    this.open.add(hold);
    return hold;
  }

  take(...holds: readonly (Hold | 'settled' | undefined)[]): void {
    for (const hold of holds) {
      if (hold === undefined || hold === 'settled') continue;
      // It was handed out to nobody before.
      expect(this.open.delete(hold)).toBe(true);
    }
  }

  run({ id, kind, ms }: Step): void {
    const { now, responses } = this;
    switch (kind) {
      case 'ask':
        responses.ask(this.make(), id, now);
        break;
      case 'begin':
        responses.begin(id, now, this.make);
        break;
      case 'end':
        this.take(holdOf(responses.end(id)));
        break;
      case 'refuse':
        this.take(responses.refuse(id));
        break;
      case 'withdraw':
        this.take(responses.withdraw());
        break;
      case 'cancel':
        responses.takeCancels();
        break;
      case 'wait':
        this.now += ms;
        this.takeAll(responses.takeStale(this.now));
    }
  }

  takeAll({ asked, begun }: Unfinished<Hold>): void {
    this.take(...asked, ...begun.map(({ hold }) => hold));
  }
}

describe('the responses of a session', () => {
  it('hand out each hold once, whatever the order of events', () => {
    fc.assert(
      fc.property(fc.array(STEP, { maxLength: 40 }), (steps) => {
        const holds = new Holds();
        for (const step of steps) {
          holds.run(step);
          expect(holds.responses.count).toBe(holds.open.size);
        }
        holds.takeAll(holds.responses.takeAll());
        expect([holds.open.size, holds.responses.count]).toEqual([0, 0]);
      }),
      { numRuns: 2_000, seed: 11 },
    );
  });

  it('end by their ids, and those that were asked for first begin first', () => {
    const responses = track();
    responses.ask({ name: 'one' }, 'e1', 0);
    responses.ask({ name: 'two' }, 'e2', 0);
    expect(responses.begin('r1', 1, never)).toBeUndefined();
    expect(responses.begin('r2', 1, never)).toBeUndefined();
    expect(responses.end('r2')).toMatchObject({ hold: { name: 'two' }, isAsked: true });
    expect(responses.end('r1')).toMatchObject({ hold: { name: 'one' }, isAsked: true });
    expect(responses.end('r1')).toBeUndefined();
  });

  it('of a provider that only says that one has ended are those that were asked for', () => {
    const responses = track();
    responses.ask({ name: 'one' }, undefined, 0);
    expect(responses.end(undefined)).toEqual({ hold: { name: 'one' }, isAsked: true });
  });

  it('that the provider rejected are found by the id of their event, and no others', () => {
    const responses = track();
    responses.ask({ name: 'one' }, 'e1', 0);
    responses.ask({ name: 'two' }, undefined, 0);
    expect(responses.refuse('gateway_cancel')).toBeUndefined();
    expect(responses.refuse('e1')).toEqual({ name: 'one' });
    expect(responses.refuse(undefined)).toEqual({ name: 'two' });
  });

  it('are cancelled once each', () => {
    const responses = track();
    responses.begin('r1', 0, () => ({ name: 'one' }));
    responses.begin('r2', 0, () => ({ name: 'two' }));
    expect(responses.takeCancels(['r2'])).toEqual(['r2']);
    expect(responses.takeCancels()).toEqual(['r1']);
    expect(responses.takeCancels()).toEqual([]);
  });

  it('that were settled before they were reported are known when the report comes', () => {
    const responses = track();
    responses.begin('r1', 0, () => ({ name: 'one' }));
    expect(responses.takeStale(11 * MINUTE_MS)).toEqual({
      asked: [],
      begun: [{ hold: { name: 'one' }, isAsked: false }],
    });
    expect(responses.end('r1')).toBe('settled');
    expect(responses.end('r1')).toBeUndefined();
  });
});

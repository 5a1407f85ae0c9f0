import { describe, expect, it } from '@jest/globals';
import { AnswerPatience, type Lateness, TICK_MS } from './answer-patience.js';

const LIMIT_MS = 25;

/** A machine whose clock and processors a test moves. */
class Machine {
  wall = 1_000_000;
  idle = 0;
  all = 0;
  readonly patience = new AnswerPatience({
    limitMs: LIMIT_MS,
    readProcessors: () => ({ idle: this.idle, all: this.all }),
  });

  /** Ticks that take so long on the wall, until so much of it has passed; undefined: nothing was late. */
  waits(wallMs: number, { everyMs = TICK_MS, idle = 1, oldest = 0, inLine = 1, isStrict = false } = {}) {
    let late: Lateness | undefined;
    for (let passed = 0; passed < wallMs && late === undefined; passed += everyMs) {
      this.wall += everyMs;
      this.all += everyMs;
      this.idle += everyMs * idle;
      this.patience.tick(everyMs, this.wall);
      late = this.patience.findLate(oldest, inLine, this.wall, isStrict);
    }
    return late;
  }

  /** A round trip that takes so long. */
  answers(wallMs: number, idle = 1): Lateness | undefined {
    this.patience.begin();
    const oldest = this.patience.now;
    const late = this.waits(wallMs, { idle, oldest });
    this.patience.noteAnswer(oldest);
    return late;
  }
}

const begun = (): Machine => {
  const machine = new Machine();
  machine.patience.begin();
  return machine;
};

describe('patience with Redis', () => {
  it('ends after 25 ms of silence where a processor is idle', () => {
    expect(begun().waits(20)).toBeUndefined();
    expect(begun().waits(25)).toEqual({ sentBefore: 0, limits: 1 });
    expect(begun().waits(25, { idle: 0.5 })).toBeDefined();
  });

  it('does not count what this process is slow at: a tick that comes late counts as one tick', () => {
    expect(begun().waits(4 * 300, { everyMs: 300 })).toBeUndefined();
    expect(begun().waits(5 * 300, { everyMs: 300 })).toBeDefined();
  });

  it('lasts eight times as long where every processor is busy', () => {
    expect(begun().waits(195, { idle: 0.1 })).toBeUndefined();
    expect(begun().waits(200, { idle: 0.1 })).toEqual({ sentBefore: 175, limits: 8 });
  });

  it('ends after two seconds on the wall, however busy this machine is', () => {
    expect(begun().waits(1_900, { everyMs: 100, idle: 0 })).toBeUndefined();
    expect(begun().waits(2_100, { everyMs: 100, idle: 0 })).toBeDefined();
  });

  it('is not longer for a probe', () => {
    expect(begun().waits(25, { idle: 0, isStrict: true })).toBeDefined();
  });

  it('is not longer for a server that was slow eight times in a row', () => {
    const machine = new Machine();
    for (let n = 0; n < 8; n++) expect(machine.answers(100, 0)).toBeUndefined();
    expect(machine.answers(100, 0)).toBeDefined();
  });

  it('counts a server as slow only once for all that was sent together, and not any more after an answer in time', () => {
    const machine = new Machine();
    for (let n = 0; n < 10; n++) {
      expect(machine.answers(100, 0)).toBeUndefined();
      for (let more = 0; more < 50; more++) machine.patience.noteAnswer(machine.patience.now - 100);
      if (n % 5 === 4) machine.answers(5, 0);
    }
  });

  it('is renewed by every answer, for commands up to 100 ms old', () => {
    const machine = begun();
    for (let n = 0; n < 4; n++) {
      expect(machine.waits(20)).toBeUndefined();
      machine.patience.noteAnswer(machine.patience.now);
    }
    expect(machine.waits(15)).toBeUndefined();
    expect(machine.waits(5)).toEqual({ sentBefore: 0, limits: 1 });
  });

  it('leaves out the work that Redis was given', () => {
    expect(begun().waits(60, { inLine: 201 })).toBeUndefined();
    expect(begun().waits(65, { inLine: 201 })).toEqual({ sentBefore: 0, limits: 1 });
    expect(begun().waits(100, { inLine: 100_000 })).toBeDefined();
  });
});

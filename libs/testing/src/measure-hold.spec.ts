import { describe, expect, it, jest } from '@jest/globals';
import {
  clockTimeOf,
  expectWithin,
  measureHold,
  processorTimeOf,
  sampleFixedWork,
  slownessOf,
} from './measure-hold.js';

/** Milliseconds of the fixed work on the reference machine. */
const REFERENCE_MS = 9.6;

function burn(milliseconds: number): void {
  const spent = (): number => {
    const { system, user } = process.threadCpuUsage();
    return (system + user) / 1_000;
  };
  const end = spent() + milliseconds;
  while (spent() < end);
}

describe('the slowness of a machine', () => {
  it.each<[string, number[], number]>([
    ['as fast as the reference', [REFERENCE_MS], 1],
    ['faster', [REFERENCE_MS / 2], 1],
    ['slower', [REFERENCE_MS * 2.5], 2.5],
    ['slower than is compensated', [REFERENCE_MS * 40], 4],
    ['slow for a moment', [REFERENCE_MS, REFERENCE_MS * 3, REFERENCE_MS, REFERENCE_MS * 4, REFERENCE_MS], 1],
    ['fast for a moment', [REFERENCE_MS * 3, 0, REFERENCE_MS * 3], 3],
    ['not measured', [], 1],
  ])('%s', (_how, samples, slowness) => {
    expect(slownessOf(samples)).toBeCloseTo(slowness);
  });

  it('is found by work that takes time', () => {
    const samples = sampleFixedWork();
    expect(samples).toHaveLength(5);
    expect(Math.max(...samples)).toBeGreaterThan(1);
  });
});

describe('a bound of time', () => {
  /** Measures what it is told, and says how often it was asked. */
  const taking = (...times: number[]) => jest.fn(() => times.shift() ?? Number.NaN);
  const slow = (factor: number) => jest.fn(() => [REFERENCE_MS * factor]);

  it('is met by one try that is within it, and nothing else is measured then', async () => {
    const [measure, calibrate] = [taking(50), slow(2)];
    await expectWithin(50, measure, { calibrate });
    expect(measure).toHaveBeenCalledTimes(1);
    expect(calibrate).not.toHaveBeenCalled();
  });

  it('is met by the best of the tries', async () => {
    const measure = taking(900, 51, 49);
    await expectWithin(50, measure, { calibrate: slow(1) });
    expect(measure).toHaveBeenCalledTimes(3);
  });

  it('is as many times as long as the machine is slow', async () => {
    await expectWithin(50, taking(124), { calibrate: slow(2.5), tries: 1 });
    await expect(expectWithin(50, taking(126), { calibrate: slow(2.5), tries: 1 })).rejects.toThrow(
      'Measured 126.0 ms',
    );
  });

  it('is not met where the machine is no slower, however often it is tried', async () => {
    const measure = taking(60, 51, 55);
    await expect(expectWithin(50, measure, { calibrate: slow(1) })).rejects.toThrow('Measured 51.0 ms');
    expect(measure).toHaveBeenCalledTimes(3);
  });

  it('says what was measured, the bound and the factor, of the try that came nearest', async () => {
    const calibrate = jest
      .fn<() => number[]>()
      .mockReturnValueOnce([REFERENCE_MS, REFERENCE_MS, REFERENCE_MS])
      .mockReturnValue([REFERENCE_MS * 2, REFERENCE_MS * 2, REFERENCE_MS * 2, REFERENCE_MS * 2]);
    await expect(expectWithin(50, taking(110, 130), { calibrate, tries: 2 })).rejects.toThrow(
      'Measured 130.0 ms in the best of 2 tries. The bound is 50 ms: 100.0 ms here, on a machine 2.00 times as slow as the reference.',
    );
  });

  it('fails as the measured work does', async () => {
    const fail = () => Promise.reject(new Error('broken'));
    await expect(expectWithin(50, fail)).rejects.toThrow('broken');
    await expect(measureHold(fail)).rejects.toThrow('broken');
  });
});

describe('the measurement', () => {
  it('is the time of the processor, so that waiting counts for nothing, and burning counts', async () => {
    expect(await processorTimeOf(() => burn(40))).toBeGreaterThanOrEqual(40);
    const wait = () => new Promise((resolve) => setTimeout(resolve, 100));
    expect(await processorTimeOf(wait)).toBeLessThan(await clockTimeOf(wait));
  });

  it.each([
    ['the first', [40, 0]],
    ['the last', [0, 40]],
  ])('is the longest turn of the event loop, if that is %s', async (_which, turns) => {
    const held = await measureHold(async () => {
      for (const milliseconds of turns) {
        burn(milliseconds);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    });
    expect(held).toBeGreaterThanOrEqual(40);
  });

  it('is not the sum of turns: others run in between', async () => {
    const turns = Array.from({ length: 20 }, () => 10);
    const work = async () => {
      for (const milliseconds of turns) {
        burn(milliseconds);
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    };
    expect(await measureHold(work)).toBeLessThan(200);
  });
});

// `npm test` runs these tests in one of six runs, and a sample of them each time: libs/providers/src/contract/provider-contract.spec.ts.

import { afterAll, describe, expect, test } from '@jest/globals';
import { byName, outcomeText, run, STREAMED } from './provider-contract.tools.spec.js';

const passed = { streams: 0, splits: 0 };
afterAll(() => {
  process.stdout.write(`contract: ${passed.streams} streams, ${passed.splits} splits\n`);
});

/** The same rule as in the unit tests, at every byte. */
describe.each(byName(STREAMED))('stream %s', (_name, each) => {
  const bytes = Buffer.concat(each.stream ?? []);
  const whole = run(each, [bytes]);
  const unasked = run(each, [bytes], false);

  test('is the same when it is split in two at any byte, or comes byte by byte', () => {
    const expected = { asked: outcomeText(whole), unasked: outcomeText(unasked) };
    for (let at = 1; at < bytes.length; at++) {
      const isAsked = at % 2 === 0;
      const outcome = run(each, [bytes.subarray(0, at), bytes.subarray(at)], isAsked);
      if (outcomeText(outcome) !== expected[isAsked ? 'asked' : 'unasked']) throw new Error(`split at byte ${at}`);
    }
    const single = Array.from(bytes, (_byte, at) => bytes.subarray(at, at + 1));
    expect(run(each, single)).toEqual(whole);
    expect(run(each, single, false)).toEqual(unasked);
    passed.splits += bytes.length;
    passed.streams++;
  }, 120_000);
});

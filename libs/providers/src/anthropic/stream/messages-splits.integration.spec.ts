// `npm test` runs these tests in one of six runs, and a sample of them each time: libs/providers/src/anthropic/messages-codec.spec.ts.

import { describe, expect, test } from '@jest/globals';
import { COMPLETE, relay } from '../messages-codec.tools.spec.js';

/** The same rule as in the unit tests, at every byte. */
describe(`streams, ${COMPLETE.length} of them`, () => {
  test.each(COMPLETE)(
    '%s is relayed byte for byte, wherever it is split',
    (_name, text) => {
      const bytes = Buffer.from(text);
      const whole = relay([bytes]);
      for (let at = 1; at < bytes.length; at++) {
        const { text: relayed, usage } = relay([bytes.subarray(0, at), bytes.subarray(at)]);
        if (relayed !== text) throw new Error(`differs when split at byte ${at}`);
        if (JSON.stringify(usage) !== JSON.stringify(whole.usage)) throw new Error(`other usage, split at byte ${at}`);
      }
      expect(relay(Array.from(bytes, (_byte, at) => bytes.subarray(at, at + 1)))).toEqual(whole);
    },
    120_000,
  );
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hasRedis } from '@multilane/testing';
import { HOOK_LIMIT_MS } from '../start-pair.js';
import { type CrashTest, startCrashTest } from './crash-clients.js';

const BACKENDS = hasRedis() ? (['memory', 'redis'] as const) : (['memory'] as const);

/** The exhaustive test `every-crashed-client.e2e.spec.ts` has a hundred thousand. */
const CRASHES = 3_000;

describe.each(BACKENDS)(
  'docs/contract/limits.md#requests-at-the-same-time: clients that crash, on the %s backend',
  (backend) => {
    let test: CrashTest;

    beforeAll(async () => {
      test = await startCrashTest(backend);
    }, HOOK_LIMIT_MS);

    afterAll(() => test.stop(), HOOK_LIMIT_MS);

    it(`leave no slot behind in ${CRASHES} crashes`, async () => {
      await test.crash(CRASHES);
      await test.expectAllFree();
      // Requests did come to all of the places.
      expect(await test.pair.gateway.metrics()).toMatch(/service_queue_wait_seconds_count\{.*outcome="left".*\} [1-9]/);
    }, 120_000);
  },
);

// `npm test` runs these tests in one of six runs, and a sample of them each time: apps/gateway/e2e/limits/crashed-clients.e2e.spec.ts.

import { afterAll, beforeAll, it } from '@jest/globals';
import { HOOK_LIMIT_MS } from '../start-pair.js';
import { type CrashTest, startCrashTest } from './crash-clients.js';

const CRASHES = 100_000;

let test: CrashTest;

beforeAll(async () => {
  test = await startCrashTest('memory');
}, HOOK_LIMIT_MS);

afterAll(() => test.stop(), HOOK_LIMIT_MS);

it(`${CRASHES} clients that crash at random moments leave no slot behind`, async () => {
  await test.crash(CRASHES);
  await test.expectAllFree();
}, 900_000);

// `npm test` runs these tests in one of six runs, and a sample of them each time: bench/src/seed/store-requests.integration.spec.ts.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { OWNER } from './people.js';
import { seedCompany } from './seed-company.js';
import { createSeedCaller, startSeedService, takeSession } from './seed-service.js';

const REQUESTS = 400;
/** It takes a minute by itself; messages of alerts wait for their next evaluation. */
const LIMIT_MS = 480_000;

const parent = mkdtempSync(join(tmpdir(), 'multilane-seed-'));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

it(
  'A company is made in an empty folder, and the service that is started there shows it.',
  async () => {
    // A second try begins with an empty folder too.
    const folder = mkdtempSync(join(parent, 'company-'));
    const notes: string[] = [];
    await seedCompany({
      folder,
      databaseUrl: undefined,
      requests: REQUESTS,
      days: 60,
      seed: 1,
      now: Date.now(),
      note: (text) => notes.push(text),
    });
    expect(notes).toContain('20 teams, 300 keys and 30 people');
    expect(JSON.parse(readFileSync(join(folder, 'company.json'), 'utf8'))).toMatchObject({ owner: OWNER });
    const service = await startSeedService(folder);
    try {
      const session = await takeSession(service.url, '/auth/login', { email: OWNER.email, password: OWNER.password });
      const owner = createSeedCaller(service.url, session);
      const from = new Date(Date.now() - 61 * 86_400_000).toISOString().slice(0, 10);
      const { data } = (await owner.call('GET', `/org/usage?from=${from}`)) as { data: { requests: number }[] };
      expect(data.reduce((sum, { requests }) => sum + requests, 0)).toBeGreaterThanOrEqual(REQUESTS);
    } finally {
      await service.stop();
    }
  },
  LIMIT_MS,
);

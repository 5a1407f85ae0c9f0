import { describe, expect, it } from '@jest/globals';
import { ENDPOINTS } from '../apps/console/src/features/requests/endpoint-names.js';
import { ENDPOINTS as DESCRIBED } from '../apps/gateway/src/endpoints/endpoints.js';

/** Paths of routes that no endpoint describes. */
const PATHS = [
  '/v1/models',
  '/v1/models/*',
  '/v1/async/jobs',
  '/v1/async/jobs/:job_id',
  '/v1/async/jobs/:job_id/deliveries',
  '/v1/media/:id',
];

describe('the endpoints that requests are filtered by', () => {
  it('are all that the gateway records, each once', () => {
    const recorded = new Set([...DESCRIBED.map(({ name }) => name), ...PATHS]);
    const missing = [...recorded].filter((name) => !ENDPOINTS.includes(name));
    expect(missing.map((name) => `${name}: build, then run "pnpm docs:generate"`)).toEqual([]);
    const gone = ENDPOINTS.filter((name) => !recorded.has(name));
    expect(gone.map((name) => `${name}: no endpoint has this name: remove it from libs/contracts`)).toEqual([]);
    expect(new Set(ENDPOINTS).size).toBe(ENDPOINTS.length);
  });
});

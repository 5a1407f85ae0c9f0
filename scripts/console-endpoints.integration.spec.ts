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
    const recorded = [...new Set(DESCRIBED.map(({ name }) => name)), ...PATHS];
    expect([...ENDPOINTS].sort()).toEqual(recorded.sort());
  });
});

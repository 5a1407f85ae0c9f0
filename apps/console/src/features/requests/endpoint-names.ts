import { ENDPOINT_NAMES } from '../../api/endpoint-names.js';

/** Endpoints as records of requests name them, and routes that are recorded by their path. */
export const ENDPOINTS = [
  ...ENDPOINT_NAMES,
  '/v1/models',
  '/v1/models/*',
  '/v1/async/jobs',
  '/v1/async/jobs/:job_id',
  '/v1/async/jobs/:job_id/deliveries',
  '/v1/media/:id',
];

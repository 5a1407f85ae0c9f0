import { type AccessMatrix, CALLERS } from './access-matrix.js';

const EVERYBODY = { allowed: CALLERS, refused: [] };

/** Descriptions of the service, and the pages. */
export const SERVICE: AccessMatrix = {
  'GET /': EVERYBODY,
  'GET /health': EVERYBODY,
  'GET /healthz': EVERYBODY,
  'GET /ready': EVERYBODY,
  'GET /readyz': EVERYBODY,
  'GET /version': EVERYBODY,
  'GET /metrics': EVERYBODY,
  'GET /openapi.json': EVERYBODY,
  'GET /docs': EVERYBODY,
  'GET /docs/assets/:name': EVERYBODY,
  'GET /ui': EVERYBODY,
  'GET /ui/style.css': EVERYBODY,
  'GET /ui/assets/:name': EVERYBODY,
  'GET /ui/:first': EVERYBODY,
  'GET /ui/:first/:second': EVERYBODY,
  'GET /ui/:first/:second/:third': EVERYBODY,
  'GET /ui/:first/:second/:third/:fourth': EVERYBODY,
  'GET /ui/:first/:second/:third/:fourth/:fifth': EVERYBODY,
};

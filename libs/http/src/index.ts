/** What the HTTP sides of both services share. */
export * from './client-errors.js';
export * from './client-gone.js';
export * from './drain.js';
export * from './explain-framework-error.js';
export * from './health/build-stamp.js';
export * from './health/health.module.js';
export * from './health/readiness.js';
export * from './health/serve-metrics.js';
export * from './health/service-status.js';
export * from './nest-logger.js';
export * from './path-of.js';
export * from './public.decorator.js';
export * from './read-json-body.js';
export * from './refuse-missing-host.js';
export * from './request-id.js';
export * from './served-routes.js';
export * from './server-options.js';

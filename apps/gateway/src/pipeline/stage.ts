import type { RequestContext } from './request-context.js';

/** One step of a pipeline. It rejects by throwing, and returns a promise only when it has to wait. */
export type Stage = (context: RequestContext) => void | Promise<void>;

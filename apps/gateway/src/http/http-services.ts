import type { IncomingMessage } from 'node:http';
import type { PipelineServices } from '../pipeline/pipeline-services.js';

/** Services of a request that comes over HTTP. */
export interface HttpServices extends PipelineServices {
  /** The IP address of a caller; null if it is not recorded. */
  readonly readClientAddress: (incoming: IncomingMessage) => string | null;
}

/** The injection token of `HttpServices`. */
export const HTTP_SERVICES = Symbol('HttpServices');

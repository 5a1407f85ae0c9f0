import type { UpstreamBody } from '../../target.js';

type Pieces = readonly Uint8Array[];

/** A body whose pieces are one. */
export function joinBody(body: UpstreamBody): Exclude<UpstreamBody, Pieces> {
  return Array.isArray(body) ? Buffer.concat(body as Pieces) : (body as Exclude<UpstreamBody, Pieces>);
}

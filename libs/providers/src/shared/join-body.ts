import type { UpstreamBody } from '../target.js';

/** Whether a body is bytes in several pieces, which are there already. */
export function isInPieces(body: UpstreamBody | undefined): body is readonly Uint8Array[] {
  return Array.isArray(body);
}

/** A body whose pieces are one. */
export function joinBody(body: UpstreamBody): Exclude<UpstreamBody, readonly Uint8Array[]> {
  return isInPieces(body) ? Buffer.concat(body) : body;
}

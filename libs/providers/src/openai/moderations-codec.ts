import type { ModerationsResponse } from '@multilane/contracts';
import { isRecord } from '@multilane/contracts';
import type { EndpointCodecs } from '../adapter.js';
import { isErrorEvent } from '../shared/failures/is-error-event.js';
import { mapErrorInAnswer, unreadable } from '../shared/failures/map-error.js';

/** Moderations, passed through (docs/contract/moderations.md#moderations). The reference reports no usage for them. */
export const MODERATIONS_CODEC: NonNullable<EndpointCodecs['moderations']> = {
  encode: (request, target) => [JSON.stringify({ ...request, model: target.upstreamModel })],
  decode: ([body]) => ({ response: readModerations(body), usage: undefined, verbatim: true }),
};

function readModerations(body: unknown): ModerationsResponse {
  if (!isRecord(body)) throw unreadable('not an object');
  if (body.error) throw mapErrorInAnswer(body);
  if (!Array.isArray(body.results)) throw isErrorEvent(body) ? mapErrorInAnswer(body) : unreadable('no results');
  for (const result of body.results as unknown[]) {
    if (!isRecord(result) || typeof result.flagged !== 'boolean') throw unreadable('a result');
  }
  return body as unknown as ModerationsResponse;
}

import type { EndpointCodecs } from '../../adapter.js';
import { decodeDecision } from './decode-response.js';

/**
 * Decisions (docs/contract/decision.md#request). The format is the gateway's own: everything travels as it came, but
 * for the model.
 */
export const DECISION_CODEC: NonNullable<EndpointCodecs['decision']> = {
  encode: (request, target) => [JSON.stringify({ ...request, model: target.upstreamModel })],
  decode: decodeDecision,
};

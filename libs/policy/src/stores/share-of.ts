import type { LimitUnit } from '../limits/ceiling.js';
import { ROUNDING } from '../limits/limit-store.js';

/** Position of this gateway among all: the rest of a limit is divided among them. */
export interface GatewayPosition {
  readonly count: number;
  /** From 0; every gateway has another one. */
  readonly position: number;
}

/**
 * The part of a gateway of what is left of a limit. The parts of all gateways together are never more than what is left.
 * Requests are whole: those that cannot be divided evenly go to some gateways, which are others for every counter.
 */
export function shareOf(left: number, unit: LimitUnit, { count, position }: GatewayPosition, counter: string): number {
  if (left <= 0) return 0;
  if (count <= 1) return left;
  if (unit === 'tokens') return left / count;
  const whole = Math.floor(left + ROUNDING);
  const rest = whole % count;
  const turn = (position + hashText(counter)) % count;
  return (whole - rest) / count + (turn < rest ? 1 : 0);
}

/** FNV-1a: gateways must agree on it, and nothing else depends on it. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

import { GatewayError } from '@multilane/errors';
import { REQUEST_PRIORITIES, type RequestPriority, rankOf } from '@multilane/policy';
import { teamOf } from '../snapshot/find-policy.js';
import type { RequestContext } from './request-context.js';

const HEADER = 'X-Service-Priority';

/**
 * The place of a request among those that wait (docs/contract/limits.md#queues): the one that it names, else that of the key, else of the
 * team. Jobs are the lowest.
 *
 * @throws GatewayError 400 for a header that names no priority, 403 for one above that which the key and the team allow
 */
export function choosePriority({ asked }: RequestContext): RequestPriority {
  if (asked.job !== undefined) return 'low';
  const { caller, snapshot } = asked;
  const { priority: ofKey, maxPriority: highestOfKey } = caller.limits ?? {};
  const { priority: ofTeam, maxPriority: highestOfTeam } = teamOf(snapshot, caller)?.limits ?? {};
  const usual = ofKey ?? ofTeam ?? 'normal';
  const highest = lower(highestOfKey, highestOfTeam);
  const named = asked.headers['x-service-priority'];
  if (named === undefined) return lower(usual, highest) ?? usual;
  const priority = REQUEST_PRIORITIES.find((each) => each === named);
  if (priority === undefined) {
    throw new GatewayError('invalid_value', {
      param: HEADER,
      message: `The header ${HEADER} must be one of ${REQUEST_PRIORITIES.join(', ')}.`,
    });
  }
  if (rankOf(priority) > rankOf(highest ?? usual)) {
    throw new GatewayError('permission_denied', {
      param: HEADER,
      message: `The header ${HEADER} names a higher priority than the key may use.`,
    });
  }
  return priority;
}

function lower(one: RequestPriority | undefined, other: RequestPriority | undefined): RequestPriority | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return rankOf(one) < rankOf(other) ? one : other;
}

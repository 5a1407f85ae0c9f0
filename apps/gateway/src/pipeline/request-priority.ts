import { GatewayError } from '@multilane/errors';
import { REQUEST_PRIORITIES, type RequestPriority, rankOf } from '@multilane/policy';
import type { AskedRequest } from '../recording/request-parts.js';
import { teamOf } from '../snapshot/find-policy.js';

const HEADER = 'X-Service-Priority';

/**
 * The place of a request among those that wait (docs/contract/limits.md#queues): the one that it names, else that of the key, else of the
 * team. Jobs are the lowest. Organizations beside that of gateway.yaml give themselves their priorities, so that where several wait together
 * theirs are never above normal.
 *
 * @param isShared true if requests of several organizations wait there
 * @throws GatewayError 400 for a header that names no priority, 403 for one above that which the key and the team allow
 */
export function choosePriority({ asked }: { readonly asked: AskedRequest }, isShared = false): RequestPriority {
  if (asked.job !== undefined) return 'low';
  const allowed = chooseAllowed(asked);
  return isShared && isOfTenant(asked) && rankOf(allowed) > NORMAL ? 'normal' : allowed;
}

const NORMAL = rankOf('normal');

function isOfTenant({ caller: { organizationId }, snapshot }: AskedRequest): boolean {
  return organizationId !== undefined && organizationId !== snapshot.ownOrganization.id;
}

function chooseAllowed(asked: AskedRequest): RequestPriority {
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

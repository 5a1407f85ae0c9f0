import type { ModelEntry } from '@multilane/config';
import type { SlotLimit, SlotScope } from '@multilane/policy';
import type { ConnectedProvider } from '../network/connect-provider.js';

/** One hash tag for all of them: one script may touch the limits of a target together, in a Redis Cluster too. */
const PREFIX = 'ml:{slots}';

/** Limits of the requests to a model of the file at the same time: of its provider, and its own. Undefined if there are none. */
export function findOwnSlots(
  { entry, owner }: Pick<ConnectedProvider, 'entry' | 'owner'>,
  { logical_name: name, max_parallel: ofModel }: Pick<ModelEntry, 'logical_name' | 'max_parallel'>,
): readonly SlotLimit[] | undefined {
  const { api_keys: keys, max_parallel: ofKey } = entry;
  const slots: SlotLimit[] = [];
  // Keys are used in turn, so each has its part of the requests.
  if (ofKey !== undefined) slots.push(slotsOf('provider', [owner, entry.name], ofKey * (keys?.length ?? 1)));
  if (ofModel !== undefined) slots.push(slotsOf('model', [owner, name], ofModel));
  return slots.length === 0 ? undefined : slots;
}

/** Limit of the requests to a target of a route, named by the route and the names that lead from it to the target. */
export function limitTarget(path: readonly string[], limit: number): SlotLimit {
  return slotsOf('target', path, limit);
}

function slotsOf(scope: SlotScope, names: readonly string[], limit: number): SlotLimit {
  return { scope, unit: 'parallel', limit, counter: `${PREFIX}:${scope}:${names.map(encodeURIComponent).join('/')}` };
}

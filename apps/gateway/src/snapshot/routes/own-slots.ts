import type { ModelEntry } from '@multilane/config';
import type { SlotLimit, SlotQueue, SlotScope } from '@multilane/policy';
import type { ConnectedProvider } from '../network/connect-provider.js';

/** One hash tag for all of them: one script may touch the limits of a target together, in a Redis Cluster too. */
const PREFIX = 'ml:{slots}';

/** Limits of the requests to a model of the file at the same time: of its provider, and its own. Undefined if there are none. */
export function findOwnSlots(
  { entry, owner }: Pick<ConnectedProvider, 'entry' | 'owner'>,
  { logical_name: name, max_parallel: ofModel, queue }: Pick<ModelEntry, 'logical_name' | 'max_parallel' | 'queue'>,
): readonly SlotLimit[] | undefined {
  const { api_keys: keys, max_parallel: ofKey, queue: queueOfProvider } = entry;
  const slots: SlotLimit[] = [];
  // Keys are used in turn, so each has its part of the requests.
  if (ofKey !== undefined)
    slots.push(slotsOf('provider', [owner, entry.name], ofKey * (keys?.length ?? 1), queueOfProvider));
  if (ofModel !== undefined) slots.push(slotsOf('model', [owner, name], ofModel, queue));
  return slots.length === 0 ? undefined : slots;
}

/** Limit of the requests to a target of a route, named by the route and the names that lead from it to the target. */
export function limitTarget(path: readonly string[], limit: number, queue: QueueEntry): SlotLimit {
  return slotsOf('target', path, limit, queue);
}

/** A queue as the configuration has it; undefined: there is none. */
type QueueEntry = ModelEntry['queue'];

/** The queue of a limit. */
export function readQueue(entry: QueueEntry): SlotQueue | undefined {
  return entry && { maxWaitMs: entry.max_wait_ms, maxLength: entry.max_length };
}

function slotsOf(scope: SlotScope, names: readonly string[], limit: number, entry: QueueEntry): SlotLimit {
  const counter = `${PREFIX}:${scope}:${names.map(encodeURIComponent).join('/')}`;
  return { scope, unit: 'parallel', limit, counter, ...(entry && { queue: readQueue(entry) }) };
}

import { randomUUID } from 'node:crypto';
import { HeldSlots, type SlotLimit, type SlotStore, type SlotVerdict } from '@multilane/policy';
import { type ModelCall, pauseCall } from '../model-calls/model-call.js';
import type { PlannedRequest } from '../recording/request-parts.js';
import type { RequestContext } from './request-context.js';

/** Names the slots of this process. */
const PROCESS = randomUUID();
let named = 0;

/** Pauses of a job between two attempts to get a slot, in milliseconds. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

/** A job waits so long, then goes back to its queue: others run meanwhile, and it is checked anew what its caller may do. */
const LONGEST_WAIT_MS = 10_000;

type Held = Pick<PlannedRequest, 'held' | 'heldAtTarget'>;

/**
 * Takes the caller's slots, and keeps them until `releaseSlots`. The limit that is full is answered to a client at once; a job waits
 * for room, and is answered so after ten seconds.
 */
export function holdSlots(context: RequestContext, limits: readonly SlotLimit[]): SlotVerdict | Promise<SlotVerdict> {
  const { asked, planned, tried } = context;
  const store = storeOf(context);
  const slot = nameSlot();
  const note = (full: SlotVerdict): SlotVerdict => {
    if (full === undefined) planned.held = new HeldSlots(store, limits, slot);
    return full;
  };
  if (asked.job !== undefined) return waitForRoom(tried, () => store.take(limits, slot)).then(note);
  const verdict = store.take(limits, slot);
  return verdict instanceof Promise ? verdict.then(note) : note(verdict);
}

/**
 * Takes the slots of the target that is called next, in place of those of the one before.
 *
 * @param ofPolicies limits of the policies that name the target
 * @param ofTarget limits of the target itself, of its model and its provider
 */
export async function holdAtTarget(
  context: RequestContext,
  ofPolicies: readonly SlotLimit[],
  ofTarget: readonly SlotLimit[] = [],
): Promise<SlotVerdict> {
  const { asked, planned, tried } = context;
  const store = storeOf(context);
  leaveTarget(planned);
  const isLimited = asked.incoming.isOfClient === true || asked.job !== undefined;
  const groups = [isLimited ? ofPolicies : [], ofTarget].filter(({ length }) => length > 0);
  const take = (): Promise<SlotVerdict> => takeGroups(store, planned, groups);
  return asked.job === undefined ? take() : waitForRoom(tried, take);
}

/** Returns the slots of the target: it has failed, or was not called. */
export function leaveTarget(planned: Held): void {
  const { heldAtTarget } = planned;
  planned.heldAtTarget = undefined;
  for (const held of heldAtTarget ?? []) held.release();
}

/** Returns every slot of a request that has ended. */
export function releaseSlots(planned: Held): void {
  leaveTarget(planned);
  planned.held?.release();
}

/** Limits whose counters are on different servers of a cluster are asked one after the other. */
async function takeGroups(
  store: SlotStore,
  planned: Held,
  groups: readonly (readonly SlotLimit[])[],
): Promise<SlotVerdict> {
  const taken: HeldSlots[] = [];
  for (const limits of groups) {
    const slot = nameSlot();
    const full = await store.take(limits, slot);
    if (full !== undefined) {
      for (const held of taken) held.release();
      return full;
    }
    taken.push(new HeldSlots(store, limits, slot));
  }
  planned.heldAtTarget = taken;
  return undefined;
}

/** Asks again until there is room, or the job has waited long enough. Rejects when the job is stopped. */
async function waitForRoom(call: ModelCall, take: () => SlotVerdict | Promise<SlotVerdict>): Promise<SlotVerdict> {
  let waitedMs = 0;
  for (let longestMs = FIRST_PAUSE_MS; ; longestMs = Math.min(longestMs * 2, LONGEST_PAUSE_MS)) {
    const full = await take();
    if (full === undefined || waitedMs >= LONGEST_WAIT_MS) return full;
    const pauseMs = longestMs * (0.5 + Math.random() / 2);
    await pauseCall(call, pauseMs);
    waitedMs += pauseMs;
  }
}

function storeOf({ asked, services }: RequestContext): SlotStore {
  return services.slotStores[asked.snapshot.limits.backend];
}

function nameSlot(): string {
  named += 1;
  return `${PROCESS}:${named.toString(36)}`;
}

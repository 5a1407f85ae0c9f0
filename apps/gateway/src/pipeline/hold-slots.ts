import { randomUUID } from 'node:crypto';
import { HeldSlots, hasQueue, type SlotLimit, type SlotStore, type SlotVerdict } from '@multilane/policy';
import { type ModelCall, pauseCall } from '../model-calls/model-call.js';
import type { PlannedRequest } from '../recording/request-parts.js';
import type { ServedModel } from '../snapshot/snapshot.js';
import type { RequestContext } from './request-context.js';
import { RequestTicket } from './slot-ticket.js';

/** Names the slots of this process. */
const PROCESS = randomUUID();
let named = 0;

/** Pauses of a job between two attempts to get a slot, in milliseconds. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

/** A job waits so long, then goes back to its queue: others run meanwhile, and it is checked anew what its caller may do. */
const LONGEST_WAIT_MS = 10_000;

/** Model with the limits that its requests are under, whoever sends them. */
export type LimitedTarget = Pick<ServedModel, 'slots' | 'source'>;

const NONE: readonly SlotLimit[] = [];
const NO_TARGET: LimitedTarget = { source: 'workspace' };

interface LimitGroup {
  readonly limits: readonly SlotLimit[];
  readonly isShared: boolean;
}

type Held = Pick<PlannedRequest, 'held' | 'heldAtTarget'>;

/**
 * Takes the caller's slots, and keeps them until `releaseSlots`. The limit that is full is answered to a client at once, unless it has a
 * queue; a job waits for room, and is answered so after ten seconds.
 */
export function holdSlots(context: RequestContext, limits: readonly SlotLimit[]): SlotVerdict | Promise<SlotVerdict> {
  const { asked, planned, tried } = context;
  const store = storeOf(context);
  const slot = nameSlot();
  const note = (full: SlotVerdict): SlotVerdict => {
    if (full === undefined) planned.held = new HeldSlots(store, limits, slot);
    return full;
  };
  if (asked.job !== undefined) return waitForRoom(tried, () => takeInTurn(context, limits, slot)).then(note);
  const verdict = takeInTurn(context, limits, slot);
  return verdict instanceof Promise ? verdict.then(note) : note(verdict);
}

/**
 * Takes the slots of the target that is called next, in place of those of the one before.
 *
 * @param ofPolicies limits of the policies that name the target
 * @param target model with limits of its own, of its provider and of the way to it
 * @param isLast true if there is no other target: only then does the request wait in a queue
 */
export async function holdAtTarget(
  context: RequestContext,
  ofPolicies: readonly SlotLimit[],
  target: LimitedTarget = NO_TARGET,
  isLast = true,
): Promise<SlotVerdict> {
  const { asked, planned, tried } = context;
  leaveTarget(planned);
  const groups = groupLimits(context, ofPolicies, target);
  const take = async (): Promise<SlotVerdict> => {
    const taken = await takeGroups(context, groups, isLast);
    if (!Array.isArray(taken)) return taken as SlotLimit;
    planned.heldAtTarget = taken;
    return undefined;
  };
  return asked.job === undefined ? take() : waitForRoom(tried, take);
}

/** Takes the slots of a second target beside those of the one that is called; undefined if it has none free at once. */
export async function takeAside(
  context: RequestContext,
  ofPolicies: readonly SlotLimit[],
  target: LimitedTarget,
): Promise<readonly HeldSlots[] | undefined> {
  const taken = await takeGroups(context, groupLimits(context, ofPolicies, target), false);
  return Array.isArray(taken) ? taken : undefined;
}

function groupLimits(
  { asked }: RequestContext,
  ofPolicies: readonly SlotLimit[],
  target: LimitedTarget,
): readonly LimitGroup[] {
  const isLimited = asked.incoming.isOfClient === true || asked.job !== undefined;
  const own = { limits: isLimited ? ofPolicies : NONE, isShared: false };
  return [own, { limits: target.slots ?? NONE, isShared: target.source === 'config' }].filter(
    ({ limits }) => limits.length > 0,
  );
}

/** Returns the slots of the target: it has failed, or was not called. */
export function leaveTarget(planned: Held): void {
  const { heldAtTarget = [] } = planned;
  planned.heldAtTarget = undefined;
  releaseAll(heldAtTarget);
}

export function releaseAll(slots: readonly HeldSlots[]): undefined {
  for (const held of slots) held.release();
}

/** Returns every slot of a request that has ended. */
export function releaseSlots(planned: Held): void {
  leaveTarget(planned);
  planned.held?.release();
}

/**
 * Takes slots under each limit, or under none: then the limit that is full is returned. Limits whose counters are on different servers of
 * a cluster are asked one after the other.
 */
async function takeGroups(
  context: RequestContext,
  groups: readonly LimitGroup[],
  mayQueue: boolean,
): Promise<SlotLimit | readonly HeldSlots[]> {
  const store = storeOf(context);
  const taken: HeldSlots[] = [];
  for (const { isShared, limits } of groups) {
    const slot = nameSlot();
    let full: SlotVerdict;
    try {
      full = await (mayQueue ? takeInTurn(context, limits, slot, isShared) : store.take(limits, slot));
    } catch (error) {
      releaseAll(taken);
      throw error;
    }
    if (full !== undefined) {
      releaseAll(taken);
      return full;
    }
    taken.push(new HeldSlots(store, limits, slot));
  }
  return taken;
}

/**
 * Takes slots, and waits for them where every limit that is full has a queue. Rejects if the client leaves meanwhile.
 *
 * @param isShared true if requests of several organizations wait there
 */
function takeInTurn(
  context: RequestContext,
  limits: readonly SlotLimit[],
  slot: string,
  isShared = false,
): SlotVerdict | Promise<SlotVerdict> {
  const store = storeOf(context);
  if (!hasQueue(limits)) return store.take(limits, slot);
  const maxWaitMs = context.asked.job === undefined ? undefined : LONGEST_WAIT_MS;
  const ticket = new RequestTicket(context, { maxWaitMs, isShared });
  const verdict = store.take(limits, slot, ticket);
  return verdict instanceof Promise ? endWait(verdict, ticket, context) : verdict;
}

async function endWait(
  taking: Promise<SlotVerdict>,
  ticket: RequestTicket,
  { asked, tried }: RequestContext,
): Promise<SlotVerdict> {
  try {
    const full = await taking;
    ticket.end(full === undefined ? 'admitted' : 'rejected');
    return full;
  } catch (error) {
    const full = ticket.end('left');
    // The process ends: a job goes back to its queue, where a client is told to try elsewhere.
    if (asked.job !== undefined && !tried.cancelled && full !== undefined) return full;
    throw error;
  }
}

/** Asks again until there is room, or the job has waited long enough. Rejects when the job is stopped. */
async function waitForRoom(call: ModelCall, take: () => SlotVerdict | Promise<SlotVerdict>): Promise<SlotVerdict> {
  const begunAt = performance.now();
  for (let longestMs = FIRST_PAUSE_MS; ; longestMs = Math.min(longestMs * 2, LONGEST_PAUSE_MS)) {
    const full = await take();
    if (full === undefined || performance.now() - begunAt >= LONGEST_WAIT_MS) return full;
    await pauseCall(call, longestMs * (0.5 + Math.random() / 2));
  }
}

function storeOf({ asked, services }: RequestContext): SlotStore {
  return services.slotStores[asked.snapshot.limits.backend];
}

function nameSlot(): string {
  named += 1;
  return `${PROCESS}:${named.toString(36)}`;
}

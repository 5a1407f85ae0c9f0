import { describe, expect, it, jest } from '@jest/globals';
import { ClientGone } from '@multilane/http';
import { MemorySlots, type SlotLimit } from '@multilane/policy';
import { untilHolds } from '@multilane/testing';
import { holdAtTarget, holdSlots, type LimitedTarget, releaseSlots } from './hold-slots.js';
import type { RequestContext } from './request-context.js';

const limitOf = (scope: SlotLimit['scope'], limit: number): SlotLimit => ({
  scope,
  unit: 'parallel',
  limit,
  counter: scope,
});

const KEY = limitOf('api_key', 1);
const MODEL = limitOf('model', 1);
const PROVIDER = limitOf('provider', 2);

const targetOf = (...slots: SlotLimit[]): LimitedTarget => ({ source: 'config', slots });

interface Call {
  cancelled: boolean;
  abortable: { abort(reason: Error): void } | undefined;
}

function contextOf(memory: MemorySlots, job?: object) {
  const tried: Call = { cancelled: false, abortable: undefined };
  const planned = { held: undefined, heldAtTarget: undefined };
  const asked = {
    job,
    caller: { organizationId: 'o', credentialId: 'k' },
    header: () => undefined,
    incoming: { isOfClient: job === undefined },
    snapshot: { limits: { backend: 'memory' } },
  };
  const metrics = { queues: { enter: () => undefined, leave: () => undefined } };
  return { asked, planned, tried, services: { metrics, slotStores: { memory } } } as unknown as RequestContext;
}

describe('Slots of a request', () => {
  it('are taken at once, without a promise, and returned at the end', () => {
    const memory = new MemorySlots();
    const [one, two] = [contextOf(memory), contextOf(memory)];
    expect(holdSlots(one, [KEY])).toBeUndefined();
    expect(holdSlots(two, [KEY])).toBe(KEY);
    releaseSlots(two.planned);
    expect(holdSlots(two, [KEY])).toBe(KEY);
    releaseSlots(one.planned);
    expect(holdSlots(two, [KEY])).toBeUndefined();
  });

  it('at a target are returned when the request goes to another one', async () => {
    const memory = new MemorySlots();
    const context = contextOf(memory);
    expect(await holdAtTarget(context, [], targetOf(PROVIDER, MODEL))).toBeUndefined();
    const other = limitOf('target', 1);
    expect(await holdAtTarget(context, [KEY], targetOf(other))).toBeUndefined();
    expect(memory.size).toBe(2);
    expect(memory.take([PROVIDER, MODEL])).toBeUndefined();
    memory.release([PROVIDER, MODEL]);
    releaseSlots(context.planned);
    expect(memory.size).toBe(0);
  });

  it('at a target that is full leave nothing behind, neither those of policies', async () => {
    const memory = new MemorySlots();
    void memory.take([MODEL]);
    const context = contextOf(memory);
    expect(await holdAtTarget(context, [KEY], targetOf(PROVIDER, MODEL))).toBe(MODEL);
    memory.release([MODEL]);
    expect(memory.size).toBe(0);
  });

  it('of a job are waited for', async () => {
    const memory = new MemorySlots();
    void memory.take([KEY]);
    const context = contextOf(memory, {});
    const waiting = holdSlots(context, [KEY]);
    setTimeout(() => memory.release([KEY]), 20);
    expect(await waiting).toBeUndefined();
    expect(memory.take([KEY])).toBe(KEY);
    releaseSlots(context.planned);
    expect(memory.size).toBe(0);
  });

  it('of a job are waited for ten seconds, so that nobody waits under rights of long ago', async () => {
    jest.useFakeTimers();
    try {
      const memory = new MemorySlots();
      void memory.take([KEY]);
      const context = contextOf(memory, {});
      let verdict: unknown = 'waits';
      void Promise.resolve(holdSlots(context, [KEY])).then((full) => {
        verdict = full;
      });
      await jest.advanceTimersByTimeAsync(9_000);
      expect(verdict).toBe('waits');
      await jest.advanceTimersByTimeAsync(4_000);
      expect(verdict).toBe(KEY);
      expect(context.planned.held).toBeUndefined();
    } finally {
      jest.useRealTimers();
    }
  });

  it('of a job are no longer waited for when the process ends, so that it goes back to its queue', async () => {
    const memory = new MemorySlots();
    const queued = { ...KEY, queue: { maxWaitMs: 60_000, maxLength: 10 } };
    void memory.take([queued]);
    const context = contextOf(memory, {});
    const { tried } = context as unknown as { readonly tried: Call };
    const waiting = holdAtTarget(context, [queued]);
    await untilHolds(() => expect(memory.queueCount).toBe(1));
    memory.endWaits(new Error('the process ends'));
    await untilHolds(() => expect(tried.abortable).toBeDefined());
    tried.cancelled = true;
    tried.abortable?.abort(new ClientGone());
    await expect(waiting).rejects.toThrow(ClientGone);
    expect(memory.queueCount).toBe(0);
  });

  it('of a job that is stopped while it waits are not taken', async () => {
    const memory = new MemorySlots();
    void memory.take([KEY]);
    const context = contextOf(memory, {});
    const waiting = holdSlots(context, [KEY]);
    const { tried } = context as unknown as { readonly tried: Call };
    setTimeout(() => {
      tried.cancelled = true;
      tried.abortable?.abort(new ClientGone());
    }, 20);
    await expect(waiting).rejects.toThrow(ClientGone);
    memory.release([KEY]);
    expect(memory.size).toBe(0);
  });
});

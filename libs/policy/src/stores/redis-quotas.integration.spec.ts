import { afterEach, describe, expect, it } from '@jest/globals';
import { hasRedis } from '@multilane/testing';
import { ProviderQuotas } from '../routing/quotas/provider-quotas.js';
import { RedisQuotas } from './redis-quotas.js';
import { useTestLink } from './test-link.tools.spec.js';

const shared = useTestLink();
const open: RedisQuotas[] = [];

function startReplica(model: string) {
  const quotas = new ProviderQuotas();
  const exchange = new RedisQuotas(shared.link, quotas);
  open.push(exchange);
  return { quotas: quotas.of(model, 2), exchange };
}

// docs/contract/routing.md#provider-limits
(hasRedis() ? describe : describe.skip)('readings over Redis', () => {
  afterEach(() => {
    for (const exchange of open.splice(0)) exchange.stop();
  });

  it('reach the other processes, once, until their reset', async () => {
    const [one, other] = [startReplica('m'), startReplica('m')];
    one.quotas.read(
      1,
      { requests: { left: 0, resetMs: 30_000 }, tokens: { left: 40, resetMs: 20_000 } },
      performance.now(),
    );
    await one.exchange.exchange();
    await other.exchange.exchange();
    const now = performance.now();
    const wait = other.quotas.waitOf(1, 1, now);
    expect(wait > 25_000 && wait <= 30_000).toBe(true);
    expect(other.quotas.waitOf(0, 1, now)).toBe(0);
    expect(other.quotas.tell(1, now)?.tokens?.left).toBe(40);
    // A later word of the provider is not undone by what was read before.
    other.quotas.read(1, { requests: { left: 90, resetMs: 1_000 } }, performance.now());
    await other.exchange.exchange();
    expect(other.quotas.waitOf(1, 1, performance.now())).toBe(0);
  });

  it('are forgotten at their reset', async () => {
    const one = startReplica('short');
    one.quotas.read(0, { requests: { left: 0, resetMs: 100 } }, performance.now());
    await one.exchange.exchange();
    await new Promise((resolve) => setTimeout(resolve, 150));
    const late = startReplica('short');
    await late.exchange.exchange();
    expect(late.quotas.tell(0, performance.now())).toBeUndefined();
  });

  it('survive a Redis that has lost everything', async () => {
    const [one, other] = [startReplica('lost'), startReplica('lost')];
    one.quotas.read(0, { requests: { left: 0, resetMs: 30_000 } }, performance.now());
    await one.exchange.exchange();
    await other.exchange.exchange();
    await shared.link.run((redis) => redis.del('ml:quotas'));
    one.quotas.read(1, { requests: { left: 0, resetMs: 30_000 } }, performance.now());
    await one.exchange.exchange();
    await other.exchange.exchange();
    expect(other.quotas.waitOf(1, 1, performance.now())).toBeGreaterThan(0);
  });
});

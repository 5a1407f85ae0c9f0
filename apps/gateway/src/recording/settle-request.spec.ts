import { describe, expect, it } from '@jest/globals';
import { BILLED, type Usage } from '@multilane/contracts';
import { type ModelPrice, tagDeclaredPrice } from '@multilane/policy';
import type { AuditRecord } from '@multilane/telemetry';
import { RequestContext } from '../pipeline/request-context.js';
import type { ServedModel } from '../snapshot/snapshot.js';
import { settleRequest } from './settle-request.js';

const flat = (input: number): ModelPrice => ({
  ...{ version: 'v', input, cachedInput: input, output: input, perRequest: 0, longPrompts: [] },
});

const priced = (version: string, input: number | undefined): ServedModel => {
  const price: ModelPrice | undefined =
    input === undefined
      ? undefined
      : { version, input, cachedInput: input, output: input, perRequest: 0, longPrompts: [] };
  return { logicalName: version, price: { current: price } } as ServedModel;
};

const usageOf = (prompt: number, completion: number): Usage => ({
  prompt_tokens: prompt,
  completion_tokens: completion,
  total_tokens: prompt + completion,
});

function makeContext(records: AuditRecord[]): { context: RequestContext; settled: number[] } {
  const settled: number[] = [];
  const incoming = { requestId: 'r', method: 'POST', endpoint: 'embeddings', admission: null, headers: {} };
  const services = {
    metrics: { recordRequest() {} },
    logger: { error() {} },
    audit: { write: (record: AuditRecord) => records.push(record) },
  };
  const context = new RequestContext(
    { name: 'embeddings' } as never,
    incoming as never,
    {} as never,
    {},
    { status: undefined } as never,
    services as never,
  );
  context.planned.limits = { ceilings: { all: [] }, settle: (tokens: number) => settled.push(tokens) } as never;
  return { context, settled };
}

function settle(prepare: (context: RequestContext) => void): { record: AuditRecord | undefined; settled: number[] } {
  const records: AuditRecord[] = [];
  const { context, settled } = makeContext(records);
  prepare(context);
  expect(settleRequest(context)).toBeUndefined();
  expect(records).toHaveLength(1);
  return { record: records[0], settled };
}

describe('the charge of a request', () => {
  it('says what it is made of, with the tier, the searches and what failed attempts cost', () => {
    const { record } = settle((context) => {
      context.planned.model = {
        ...priced('m', 1),
        price: { current: { ...flat(1), perSearch: 0.5, tierFactors: { priority: 2 } } },
      } as ServedModel;
      context.tried.usage = { ...usageOf(1_000_000, 0), [BILLED]: { searches: 2, tier: 'priority' } };
      context.tried.lostUsage = [{ model: priced('dear', 100), usage: usageOf(500_000, 500_000) }];
    });
    expect(record?.cost_usd).toBe(103);
    expect(record?.details).toMatchObject({
      cost: { input: 2, searches: 1, failed_attempts: 100 },
      service_tier: 'priority',
      searches: 2,
    });
  });

  it('is by the price of the day on which the batch of a provider answered, however late it is settled', () => {
    const changes = [{ from: '2026-09-01', input_per_million: 8 }];
    const costOn = (day: string) =>
      settle((context) => {
        const settlement = { recordId: 'id', recordedAt: Date.parse(`${day}Z`), priceShare: 0.5 };
        Object.defineProperty(context.asked, 'job', { value: { id: 'batch_1', settlement } });
        context.planned.model = {
          logicalName: 'm',
          price: tagDeclaredPrice({ input_per_million: 2, changes }, 'workspace'),
        } as ServedModel;
        context.tried.usage = usageOf(1_000_000, 0);
      }).record;
    const [old, young] = [costOn('2026-08-31T23:59:59'), costOn('2026-09-01T00:00:00')];
    expect([old?.cost_usd, young?.cost_usd]).toEqual([1, 4]);
    expect(old?.price_version).not.toBe(young?.price_version);
  });

  it('goes by the price of the target that served it, and for a failed attempt by the price of the one that failed', () => {
    const { record, settled } = settle((context) => {
      context.planned.model = priced('cheap', 1);
      context.tried.usage = usageOf(1_000_000, 0);
      context.tried.lostUsage = [{ model: priced('dear', 100), usage: usageOf(500_000, 500_000) }];
    });
    expect(record).toMatchObject({
      cost_usd: 101,
      price_version: 'cheap',
      prompt_tokens: 1_500_000,
      completion_tokens: 500_000,
      total_tokens: 2_000_000,
    });
    expect(settled).toEqual([2_000_000]);
  });

  it('is what failed attempts used, where the last one used nothing', () => {
    const { record, settled } = settle((context) => {
      context.planned.model = priced('unpriced', undefined);
      context.tried.lostUsage = [{ model: priced('dear', 100), usage: usageOf(10_000, 0) }];
      context.ended.failure = new Error('no more targets');
    });
    expect(record).toMatchObject({
      cost_usd: 1,
      price_version: 'dear',
      total_tokens: 10_000,
      usage_source: 'reported',
    });
    expect(settled).toEqual([10_000]);
  });

  it('waits for the price of a model that is being looked up, which would cost nothing until then', async () => {
    const model = priced('looked-up', undefined);
    let know: () => void = () => undefined;
    const known = new Promise<void>((resolve) => {
      know = resolve;
    });
    const records: AuditRecord[] = [];
    const { context } = makeContext(records);
    context.planned.model = { ...model, price: { ...model.price, whenKnown: () => known } };
    context.tried.attempts = 1;
    context.tried.usage = usageOf(1_000_000, 0);
    const settling = settleRequest(context);
    expect(records).toEqual([]);
    Object.assign(context.planned.model.price, priced('looked-up', 3).price);
    know();
    await settling;
    expect(records).toEqual([expect.objectContaining({ cost_usd: 3, price_version: 'looked-up' })]);
  });

  it('without usage there is none, and what was charged for the prompt goes back', () => {
    const { record, settled } = settle((context) => {
      context.planned.model = priced('dear', 100);
    });
    expect(record).toMatchObject({ cost_usd: null, price_version: null, total_tokens: null, usage_source: 'none' });
    expect(settled).toEqual([0]);
  });
});

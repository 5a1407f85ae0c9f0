import { randomUUID } from 'node:crypto';
import { openDatabase } from '@multilane/persistence';
import { auditLine, auditLines } from '@multilane/testing';
import type { BenchContext } from '../bench-context.js';
import { idOf } from './fill-keys.js';
import type { HeldWorld } from './held-world.js';
import { ACTIVE_KEYS } from './measure-held-gateway.js';
import type { UnitCosts } from './unit-costs.js';

/** Size of the batch that a gateway of a thousand requests a second stores. */
const BATCH = 200;
const WRITERS = 4;
const MODELS = 20;

type StoreCosts = Pick<
  UnitCosts,
  'auditProcessor' | 'auditSize' | 'storeRateOfOne' | 'storeRate' | 'leaseProcessor' | 'leaseTime'
>;

type Opened = Awaited<ReturnType<typeof openDatabase>>;

/**
 * Measures the speed at which PostgreSQL stores audit records with their sums and charges, and leases of budgets, and the resources that it
 * needs for that.
 */
export async function measureStore(
  { plan, progress }: Pick<BenchContext, 'plan' | 'progress'>,
  { meter, described }: HeldWorld,
): Promise<StoreCosts> {
  const database = await openDatabase({ url: described.databaseUrl });
  try {
    const [place] = await meter.sql<{ organization_id: string; team_id: string }>(
      'SELECT organization_id, id AS team_id FROM teams ORDER BY created_at, id LIMIT 1',
    );
    if (place === undefined) throw new Error('there is no team');
    let stored = 0;
    const store = async (writer: number, until: number): Promise<number> => {
      let own = 0;
      // One batch at least: a busy machine may be late before the first.
      do {
        stored += BATCH;
        own += BATCH;
        await database.storeAuditRecords(buildBatch(place, stored, writer));
      } while (performance.now() < until);
      return own;
    };
    const measure = (writers: number) => {
      progress(`costs: ${writers} writers of audit records`);
      return meter.measure(async () => {
        const began = performance.now();
        const until = began + plan.costStoreSeconds * 1000;
        const counts = await Promise.all(Array.from({ length: writers }, (_, writer) => store(writer, until)));
        return sum(counts) / ((performance.now() - began) / 1000);
      });
    };
    await store(0, performance.now() + 1_000);
    const size = `SELECT sum(pg_total_relation_size(inhrelid))::float8 AS bytes FROM pg_inherits
      WHERE inhparent = 'audit_records'::regclass`;
    const sizeBefore = (await meter.sql<{ bytes: number }>(size))[0]?.bytes ?? 0;
    const one = await measure(1);
    const four = await measure(WRITERS);
    const sizeAfter = (await meter.sql<{ bytes: number }>(size))[0]?.bytes ?? 0;
    const rows = one.auditRows + four.auditRows;
    return {
      storeRateOfOne: one.result,
      storeRate: four.result,
      auditProcessor: ((one.processorTime + four.processorTime) / rows) * 1000,
      auditSize: ((sizeAfter - sizeBefore) / rows / 1e6) * 100_000,
      ...(await measureLeases(database, meter)),
    };
  } finally {
    await database.close();
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

const MONTH = '2026-11-01T00:00:00.000Z';

/** Records as a gateway writes them, of many keys and some models, each charged to its key and to its team. */
function buildBatch(
  { organization_id, team_id }: { readonly organization_id: string; readonly team_id: string },
  from: number,
  writer: number,
): Buffer {
  const charge = (account: string, amount: number, lease: number) => ({
    account,
    period_start: MONTH,
    amount,
    // Each writer has a lease of its own of each budget.
    lease: idOf(0x1_000_000 * (writer + 1) + lease),
  });
  return auditLines(
    Array.from({ length: BATCH }, (_record, index) => {
      const key = (from + index) % ACTIVE_KEYS;
      const model = `bench-model-${key % MODELS}`;
      return auditLine({
        organization_id,
        team_id,
        request_id: randomUUID(),
        credential_id: idOf(key),
        api_key_name: `key-${key}`,
        model,
        logical_name: model,
        provider: 'openai',
        upstream_model: `${model}-2026-01-01`,
        charges: [charge(`bench-key:${key}`, 0.01, key), charge('bench-team', 70, ACTIVE_KEYS)],
      });
    }),
  );
}

const LEASES = 200;
const LEASE_ROUNDS = 25;
const LEASE_MS = 60_000;

async function measureLeases(
  { budgets }: Opened,
  { measure }: HeldWorld['meter'],
): Promise<Pick<UnitCosts, 'leaseProcessor' | 'leaseTime'>> {
  const ask = { limit: 1_000_000, settled: 0, committed: 0, keep: 0, wanted: 10, needed: 0 };
  const requests = Array.from({ length: LEASES }, (_request, index) => ({
    ...ask,
    account: `bench-lease:${index}`,
    period_start: MONTH,
    lease: randomUUID(),
  }));
  const lease = () => budgets.lease(requests, LEASE_MS, ({ wanted }, { free }) => Math.min(wanted, free));
  await lease();
  const began = performance.now();
  const { processorTime } = await measure(async () => {
    for (let round = 0; round < LEASE_ROUNDS; round += 1) await lease();
  });
  return {
    leaseTime: (performance.now() - began) / LEASE_ROUNDS,
    leaseProcessor: (processorTime / (LEASES * LEASE_ROUNDS)) * 1000,
  };
}

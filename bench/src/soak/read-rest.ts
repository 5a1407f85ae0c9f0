import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { ChaosWorld } from '../chaos/chaos-world.js';
import { fetchMetrics, sumMetric } from './read-metrics.js';
import { countConnections, countDescriptors } from './sampler.js';
import type { IdleFigures } from './soak-figures.js';

/** Connections that nobody uses are closed within so long: those of callers, of providers and of the database. */
const REST_MS = 45_000;
/** After it, what is still too much may go for so long. */
const SETTLE_LIMIT_MS = 120_000;
const POLL_MS = 2_000;

/** Metrics of a gateway's work in progress. All of them are 0 without requests. */
const IN_HAND = [
  'service_requests_in_flight',
  'service_streams_in_flight',
  'service_sockets_open',
  'service_text_checks_waiting',
  'service_async_jobs',
  'service_budget_requests_waiting',
  'service_audit_waiting_records',
] as const;

/** Reads the open connections and files after 45 s without requests. */
export async function readIdle(world: ChaosWorld, database: Client): Promise<IdleFigures> {
  await sleep(REST_MS);
  return readNow(world, database);
}

/** The same after the run, where what is open beyond `before` has two minutes more to go. */
export async function readIdleAgain(world: ChaosWorld, database: Client, before: IdleFigures): Promise<IdleFigures> {
  let after = await readIdle(world, database);
  const deadline = performance.now() + SETTLE_LIMIT_MS;
  while (isMore(after, before) && performance.now() < deadline) {
    await sleep(POLL_MS);
    after = await readNow(world, database);
  }
  return after;
}

/** The metrics of a gateway that are above 0 and should not be when it has nothing to do. */
export async function readLeftOpen(gatewayUrl: string): Promise<Record<string, number>> {
  const metrics = await fetchMetrics(gatewayUrl);
  const dropped = sumMetric(metrics, 'service_audit_problems_total', 'problem="dropped"');
  const inHand = IN_HAND.map((name): [string, number] => [name, sumMetric(metrics, name)]);
  return Object.fromEntries([...inHand, ['audit records dropped', dropped]]);
}

/** Resolves when every record is in the database, or two minutes are over. */
export async function waitForRecords(gatewayUrl: string): Promise<void> {
  const deadline = performance.now() + SETTLE_LIMIT_MS;
  while (sumMetric(await fetchMetrics(gatewayUrl), 'service_audit_waiting_records') > 0 && performance.now() < deadline)
    await sleep(POLL_MS);
}

async function readNow(world: ChaosWorld, database: Client): Promise<IdleFigures> {
  const [gatewayDescriptors, workspaceDescriptors, databaseConnections] = await Promise.all([
    countDescriptors(world.gatewayProcesses()[0] ?? 0),
    countDescriptors(world.workspaceProcesses()[0] ?? 0),
    countConnections(database),
  ]);
  return { gatewayDescriptors, workspaceDescriptors, databaseConnections };
}

function isMore(after: IdleFigures, before: IdleFigures): boolean {
  return (
    after.gatewayDescriptors > before.gatewayDescriptors ||
    after.workspaceDescriptors > before.workspaceDescriptors ||
    after.databaseConnections > before.databaseConnections
  );
}

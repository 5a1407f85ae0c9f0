import { Client } from 'pg';
import type { SeenRequest } from './drive-callers.js';

/** Records of the requests that callers sent, in the database. */
export interface Ledger {
  /** Requests of callers who were let in that were answered and have no record. */
  readonly unrecorded: number;
  /** Ids of those. */
  readonly lost: readonly string[];
  /** Requests whose caller could not be recognised meanwhile, and was rejected for it: the audit log has known callers only. */
  readonly unrecognized: number;
  /** Requests whose connection broke, as when a gateway is killed, and that have no record. */
  readonly brokenUnrecorded: number;
  /** Requests that have more than one record. */
  readonly recordedTwice: number;
  /** US dollars by the records of the open key, and those charged to its budget. */
  readonly recordedUsd: number;
  readonly chargedUsd: number;
  /** US dollars by the records of the capped key, and those charged to its budget. */
  readonly cappedRecordedUsd: number;
  readonly cappedChargedUsd: number;
}

export interface LedgerKeys {
  readonly openId: string;
  readonly cappedId: string;
}

/** Time limit for the records to come in after a fault, in milliseconds. */
const SETTLING_MS = 30_000;

/** Waits until every answered request is recorded and no more comes in, or the time is over, and counts what is missing. */
export async function countLosses(url: string, keys: LedgerKeys, seen: readonly SeenRequest[]): Promise<Ledger> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const deadline = performance.now() + SETTLING_MS;
    let before = -1;
    for (;;) {
      const { rows } = await client.query<{ count: string }>('SELECT count(*) FROM audit_records');
      const count = Number(rows[0]?.count);
      const ledger = await readLedger(client, keys, seen);
      const isSettled = count === before && ledger.unrecorded === 0;
      if (isSettled || performance.now() > deadline) return ledger;
      before = count;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  } finally {
    await client.end();
  }
}

interface RecordCount {
  readonly request_id: string;
  readonly count: string;
}

async function readLedger(client: Client, keys: LedgerKeys, seen: readonly SeenRequest[]): Promise<Ledger> {
  const records = await client.query<RecordCount>(
    "SELECT request_id, count(*) FROM audit_records WHERE request_id LIKE 'chaos-%' GROUP BY request_id",
  );
  const counts = new Map(records.rows.map(({ request_id: id, count }) => [id, Number(count)]));
  const missing = seen.filter(({ id, outcome }) => !counts.has(id) && outcome !== 'no connection');
  const broken = missing.filter(({ outcome }) => outcome === 'broken').length;
  const unrecognized = missing.filter(({ outcome }) => outcome === '503 overloaded').length;
  const lost = missing
    .filter(({ outcome }) => outcome !== 'broken' && outcome !== '503 overloaded')
    .map(({ id }) => id);
  const open = await readSpending(client, keys.openId);
  const capped = await readSpending(client, keys.cappedId);
  return {
    unrecorded: lost.length,
    lost,
    unrecognized,
    brokenUnrecorded: broken,
    recordedTwice: [...counts.values()].filter((count) => count > 1).length,
    recordedUsd: open.recorded,
    chargedUsd: open.charged,
    cappedRecordedUsd: capped.recorded,
    cappedChargedUsd: capped.charged,
  };
}

async function readSpending(client: Client, credentialId: string): Promise<{ recorded: number; charged: number }> {
  const recorded = await client.query<{ sum: string | null }>(
    'SELECT sum(cost_usd) FROM audit_records WHERE credential_id = $1',
    [credentialId],
  );
  const charged = await client.query<{ sum: string | null }>(
    "SELECT sum(spent) FROM budget_accounts WHERE account LIKE '%' || $1 || '%'",
    [credentialId],
  );
  return { recorded: Number(recorded.rows[0]?.sum ?? 0), charged: Number(charged.rows[0]?.sum ?? 0) };
}

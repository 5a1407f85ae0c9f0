import { randomUUID } from 'node:crypto';
import type { Database } from '@multilane/persistence';
import { auditLine, auditLines } from '@multilane/testing';
import type { PostgresMeter } from '../costs/postgres-meter.js';
import type { Figure } from '../figure.js';
import { median } from '../statistics.js';

/** Records of a gateway of a thousand requests a second that are stored together. */
const BATCH = 200;
const KEYS = 2_000;
const MODELS = 20;

/** Beginning of the names of figures about records. */
export const STORED = 'one record stored: ';

interface Caller {
  readonly organizationId: string;
  readonly teamId: string;
}

/** Processor time is counted in hundredths of a second, so each round stores some batches. */
const BATCHES = 5;

const CASES: Readonly<Record<string, (number: number) => object>> = {
  'without tags, customer, client and session': () => ({}),
  'with a client': () => ({ client: 'openai-python' }),
  'with two tags, a client, one of 100,000 customers, and 50 to a session': (number) => ({
    tags: { env: 'prod', feature: `feature-${number % 100}` },
    client: 'claude-code',
    customer: `customer-${(number * 7_919) % 100_000}`,
    session: `session-${Math.floor(number / 50)}`,
  }),
  'with two tags, a client, and a new customer and session each': (number) => ({
    tags: { env: 'prod', feature: `feature-${number % 100}` },
    client: 'claude-code',
    customer: randomUUID(),
    session: randomUUID(),
  }),
};

/** Measures the processor time that PostgreSQL needs to store a record, by what the record says of itself. The cases take turns. */
export async function measureAttribution(
  rounds: number,
  meter: Pick<PostgresMeter, 'measure'>,
  database: Pick<Database, 'storeAuditRecords'>,
  caller: Caller,
): Promise<Figure[]> {
  let stored = 0;
  const store = async (describe: (number: number) => object): Promise<void> => {
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const lines = Array.from({ length: BATCH }, (_record, index) => buildLine(caller, stored + index, describe));
      stored += BATCH;
      await database.storeAuditRecords(auditLines(lines));
    }
  };
  const costs = new Map<string, number[]>();
  // The first round fills caches.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, describe] of Object.entries(CASES)) {
      const { processorTime } = await meter.measure(() => store(describe));
      const own = costs.get(name) ?? [];
      if (round > 0) own.push((processorTime * 1000) / (BATCH * BATCHES));
      costs.set(name, own);
    }
  }
  return [...costs].map(([name, own]) => ({
    scenario: 'size',
    name: STORED + name,
    unit: 'µs',
    values: { gateway: median(own) },
  }));
}

function buildLine({ organizationId, teamId }: Caller, number: number, describe: (number: number) => object): string {
  const key = (number * 31) % KEYS;
  const model = `bench-model-${key % MODELS}`;
  return auditLine({
    organization_id: organizationId,
    team_id: teamId,
    request_id: randomUUID(),
    credential_id: `01900000-0000-7000-8000-e${key.toString(16).padStart(11, '0')}`,
    api_key_name: `key-${key}`,
    model,
    logical_name: model,
    provider: 'openai',
    upstream_model: `${model}-2026-01-01`,
    ...describe(number),
  });
}

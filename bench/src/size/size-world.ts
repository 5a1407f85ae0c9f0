import { join } from 'node:path';
import { type Database, openDatabase } from '@multilane/persistence';
import { PROJECT_ROOT } from '@multilane/testing';
import type { BenchSetup } from '../bench-setup.js';
import { type OwnerCall, signInOwner } from '../chaos/sign-in-owner.js';
import { METER_SETTINGS, openPostgresMeter, type PostgresMeter } from '../costs/postgres-meter.js';
import { BENCH_ENCRYPTION_KEY } from '../database-gateway.js';
import { daysBefore } from '../fill-requests.js';
import { findFreePort, type RunningServer, startServer } from '../server-under-test.js';
import { fillSize } from './fill-size.js';
import { RECORDED_DAYS, sizeOf } from './size.js';

/** A filled database with a workspace service and two gateways, none of them pinned to a core. */
export interface SizeWorld {
  readonly meter: PostgresMeter;
  readonly database: Database;
  readonly organizationId: string;
  readonly gateways: readonly RunningServer[];
  readonly workspace: RunningServer;
  /** A key that every gateway serves. */
  readonly key: string;
  /** Calls the workspace service as an owner. */
  readonly call: OwnerCall;
  stop(): Promise<void>;
}

/** Commits reach the disk, and the tables that reports read fit in memory, as the sizing recommends. */
const SETTINGS = { ...METER_SETTINGS, fsync: 'on', shared_buffers: '1GB', max_wal_size: '4GB' };

/** Undefined on a machine without PostgreSQL. */
export async function openSizeWorld(setup: BenchSetup, upstreamUrl: string): Promise<SizeWorld | undefined> {
  const { directory, plan, progress } = setup;
  const described = await setup.describeDatabaseGateway?.(upstreamUrl, { otherKeys: 0, postgresSettings: SETTINGS });
  if (described === undefined) return undefined;
  const stops = [() => described.stop()];
  const stop = async (): Promise<void> => {
    for (const end of stops.toReversed()) await end();
  };
  try {
    const meter = await openPostgresMeter(described.databaseUrl);
    stops.push(() => meter.close());
    const database = await openDatabase({ url: described.databaseUrl });
    stops.push(() => database.close());
    const [organization] = await meter.sql<{ id: string }>('SELECT id FROM organizations');
    if (organization === undefined) throw new Error('there is no organization');
    for (let days = 0; days <= RECORDED_DAYS + 1; days += 1) await database.makeAuditPartitions(daysBefore(days));
    await fillSize({ sql: meter.sql, database, progress }, organization.id, sizeOf(plan.sizeShare));
    const { core: _core, ...server } = described.server;
    const start = async (name: string, app: string): Promise<RunningServer> => {
      const port = await findFreePort();
      const environment = { ...server.environment, ENCRYPTION_KEY: BENCH_ENCRYPTION_KEY, PORT: String(port) };
      const command = [process.execPath, join(PROJECT_ROOT, 'apps', app, 'dist/main.js')];
      const started = await startServer({ ...server, name, command, environment, port }, directory);
      stops.push(() => started.stop());
      return started;
    };
    const workspace = await start('size-workspace', 'workspace');
    const gateways = [await start('size-gateway-1', 'gateway'), await start('size-gateway-2', 'gateway')];
    const call = await signInOwner(database, organization.id, [workspace.baseUrl]);
    return { meter, database, organizationId: organization.id, gateways, workspace, key: described.key, call, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

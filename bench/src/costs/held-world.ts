import { join } from 'node:path';
import type { BenchSetup } from '../bench-setup.js';
import { buildChatBody, CHAT_PATH, REQUEST_HEADERS } from '../build-requests.js';
import type { DatabaseGateway } from '../database-gateway.js';
import { findFreePort, type RunningServer, startServer } from '../server-under-test.js';
import { keyOf } from './fill-keys.js';
import { METER_SETTINGS, openPostgresMeter, type PostgresMeter } from './postgres-meter.js';
import type { Sending } from './send-requests.js';

/** Gateways that hold every request to its policies, with the PostgreSQL, and the Redis if there is one, that are theirs alone. */
export interface HeldWorld {
  readonly described: DatabaseGateway;
  readonly meter: PostgresMeter;
  /** Starts one more gateway process; it ends with the world, if not before. */
  startGateway(environment?: Readonly<Record<string, string>>): Promise<RunningServer & { readonly log: string }>;
  stop(): Promise<void>;
}

/** Commits reach the disk, as they must where records count. */
const SETTINGS = { ...METER_SETTINGS, fsync: 'on' };

/** Undefined on a machine without PostgreSQL, or without Redis if it is wanted. */
export async function openHeldWorld(
  setup: Pick<BenchSetup, 'describeDatabaseGateway' | 'directory'>,
  upstreamUrl: string,
  onRedis: boolean,
): Promise<HeldWorld | undefined> {
  const described = await setup.describeDatabaseGateway?.(upstreamUrl, {
    policies: 10,
    onRedis,
    otherKeys: 0,
    postgresSettings: SETTINGS,
  });
  if (described === undefined) return undefined;
  const running: RunningServer[] = [];
  const meter = await openPostgresMeter(described.databaseUrl);
  return {
    described,
    meter,
    startGateway: async (environment = {}) => {
      const port = await findFreePort();
      const name = `${described.server.name}-${running.length}`;
      const server = await startServer(
        {
          ...described.server,
          name,
          environment: { ...described.server.environment, ...environment, PORT: String(port) },
          port,
        },
        setup.directory,
      );
      running.push(server);
      return { ...server, log: join(setup.directory, `${name}.log`) };
    },
    stop: async () => {
      await Promise.all(running.map((server) => server.stop()));
      await meter.close();
      await described.stop();
    },
  };
}

const body = buildChatBody();

/** For a warm-up: no answer counts as a failure, as everything is looked up and leased at once. */
export const warmingUp = (sending: Sending): Sending => ({ ...sending, status: undefined });

/** Small chats of so many of the keys of `fillKeys`, each in turn. */
export function chatOfKeys(gateways: readonly RunningServer[], keys: number): Sending {
  return {
    baseUrls: gateways.map(({ baseUrl }) => baseUrl),
    path: CHAT_PATH,
    status: 200,
    requestOf: (index) => ({
      headers: { ...REQUEST_HEADERS, authorization: `Bearer ${keyOf(index % keys)}` },
      body,
    }),
  };
}

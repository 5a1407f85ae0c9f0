import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVersionChannel, type DatabaseWithSecrets, openDatabase, SecretBox } from '@multilane/persistence';
import {
  completion,
  type FakeUpstream,
  type GatewaySections,
  gatewayConfig,
  type HttpAnswer,
  httpRequest,
  jsonReply,
  type PostgresServer,
  type RedisServer,
  type RunningGateway,
  startGateway,
  startPostgres,
  startRedis,
  startUpstream,
} from '@multilane/testing';
import { HELLO } from '../start-pair.js';
import { ENCRYPTION_KEY, makeTenant, type Tenant } from './make-tenant.js';

/** Gateways as processes of their own on one PostgreSQL, and what changes its rows. */
export interface Replicas {
  readonly postgres: PostgresServer;
  /** Address of the database on `postgres`. */
  readonly databaseUrl: string;
  /** Undefined if changes are announced by PostgreSQL itself. */
  readonly redis: RedisServer | undefined;
  readonly upstream: FakeUpstream;
  readonly gateways: readonly RunningGateway[];
  /** Announces its changes. */
  readonly database: DatabaseWithSecrets;
  /** Does not: its messages are lost. */
  readonly silent: DatabaseWithSecrets;
  readonly tenant: Tenant;
  /** The same tenant, changed without a word. */
  readonly silentTenant: Tenant;
  chat(gateway: RunningGateway, token: string, model?: string): Promise<HttpAnswer>;
  stop(): Promise<void>;
}

/** @param sections Sections of gateway.yaml to replace. */
export async function startReplicas(withRedis: boolean, count = 2, sections: GatewaySections = {}): Promise<Replicas> {
  const postgres = await startPostgres();
  const redis = withRedis ? await startRedis() : undefined;
  const url = await postgres.createDatabase();
  const secretBox = SecretBox.fromKeys(ENCRYPTION_KEY);
  const channel = createVersionChannel({ redisUrl: redis?.url, postgresUrl: url });
  const database = await openDatabase({ url, secretBox, channel });
  const silent = await openDatabase({ url, secretBox });
  await database.migrate();
  const upstream = await startUpstream();
  upstream.setDefault(jsonReply(completion()));
  const tenant = await makeTenant(database, 'one', { upstreamUrl: upstream.url });
  const spool = mkdtempSync(join(tmpdir(), 'multilane-spool-'));
  const config = gatewayConfig({
    upstreamUrl: upstream.url,
    network: { allow_private: ['127.0.0.1/32'] },
    telemetry: { log_level: 'debug' },
    audit: { spool_dir: spool },
    ...sections,
  });
  const env = {
    DATABASE_URL: url,
    ENCRYPTION_KEY,
    ...(redis ? { REDIS_URL: redis.url } : {}),
  };
  const start = () => startGateway({ config, env, readyWithinMs: 50_000 });
  const gateways = await Promise.all(Array.from({ length: count }, start));
  return {
    postgres,
    databaseUrl: url,
    redis,
    upstream,
    gateways,
    database,
    silent,
    tenant,
    silentTenant: {
      ...tenant,
      change: (work) => silent.change({ type: 'operator', id: null, name: 'silent' }, work),
    },
    chat: (gateway, token, model = 'shared-name') =>
      httpRequest({
        url: `${gateway.baseUrl}/v1/chat/completions`,
        headers: { authorization: `Bearer ${token}` },
        body: { ...HELLO, model },
      }),
    stop: async () => {
      await Promise.all(gateways.map((gateway) => gateway.stop()));
      await channel.close();
      await Promise.all([database.close(), silent.close()]);
      await upstream.close();
      await redis?.stop();
      await postgres.stop();
      rmSync(spool, { recursive: true, force: true });
    },
  };
}

export const gatewayVersion = ({ baseUrl }: RunningGateway): Promise<HttpAnswer> =>
  httpRequest({ url: `${baseUrl}/version` });

export const gatewayReady = ({ baseUrl }: RunningGateway): Promise<HttpAnswer> =>
  httpRequest({ url: `${baseUrl}/ready` });

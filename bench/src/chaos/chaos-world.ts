import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  findClosedPort,
  installVectorPostgres,
  openSilentLink,
  type PostgresServer,
  PROJECT_ROOT,
  type RedisServer,
  type Service,
  type ServiceExit,
  type SilentLink,
  spawnService,
  startPostgres,
  startRedis,
  testEncryptionKey,
  waitUntilReady,
} from '@multilane/testing';
import type { Kill } from './count-allowed-losses.js';
import { type DelayedLink, openDelayedLink } from './delayed-link.js';
import { describeChaosGateway } from './describe-chaos-gateway.js';
import { type FaultyUpstream, startFaultyUpstream } from './faulty-upstream.js';
import { fillDatabase, type IssuedKeys } from './fill-database.js';
import { type FaultySinks, startFaultySinks } from './sinks/faulty-sinks.js';
import { startStallMeter } from './stall-meter.js';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.js';
import { listPorts } from './workflows/find-process.js';

/** US dollars that the capped key may spend: some hundreds of answers. */
export const CAP_USD = 5;

/** Numbers of processes of each service. */
export interface WorldProcesses {
  /** Default: 2. */
  readonly gateways?: number;
  /** Default: 1. */
  readonly workspaces?: number;
}

export interface WorldOptions extends WorldProcesses {
  /** The folder for records on their way to the database. Default: one of the world's own. */
  readonly spool?: string | undefined;
  /** True if the database has pgvector. Default: false. */
  readonly hasVectors?: boolean | undefined;
  /** True if records are exported, to sinks that go wrong. */
  readonly hasSinks?: boolean | undefined;
  /** Node options of the services' command lines. */
  readonly nodeOptions?: readonly string[];
  /** Time limit of the gateways for an answer of the provider. Default: 2,000 ms. */
  readonly providerLimitMs?: number;
  /** Further variables of the services. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Short, so that a provider that hangs is soon noticed. */
const PROVIDER_LIMIT_MS = 2_000;

/** A busy machine takes its time. Milliseconds. */
const START_LIMIT_MS = 240_000;

export const ENCRYPTION_KEY = testEncryptionKey(7);

export interface ChaosWorld {
  readonly postgres: PostgresServer;
  readonly redis: RedisServer;
  /** Between the services and PostgreSQL. */
  readonly postgresLink: SilentLink;
  /** Between the gateways and Redis. */
  readonly redisLink: DelayedLink;
  readonly upstream: FaultyUpstream;
  /** Nobody listens at its address before it is opened. */
  readonly receiver: WebhookReceiver;
  /** Undefined if records are not exported. */
  readonly sinks: FaultySinks | undefined;
  readonly databaseUrl: string;
  readonly keys: IssuedKeys;
  readonly gatewayUrls: readonly string[];
  readonly workspaceUrls: readonly string[];
  /** The ids of the gateways' processes, in the order of their addresses. */
  gatewayProcesses(): readonly number[];
  /** Likewise of the workspace service. */
  workspaceProcesses(): readonly number[];
  /** The gateway.yaml of all of them, which is JSON. They follow it. */
  readonly configFile: string;
  readonly spoolFolder: string;
  /** The gateways that were killed, in their order. */
  readonly kills: readonly Kill[];
  /** Ends a gateway as `kill -9` does, and starts it again at its address. */
  killGateway(index: number): Promise<void>;
  resumeGateway(index: number): Promise<void>;
  /** All of its processes. */
  killWorkspace(): Promise<void>;
  resumeWorkspace(): Promise<void>;
  /** Sets the wall clocks of the gateways so far ahead; negative: back. */
  shiftClocks(milliseconds: number): void;
  /** Ends the services as a deployment does, with SIGTERM, and says how each ended. */
  drain(): Promise<readonly ServiceExit[]>;
  stop(): Promise<void>;
}

/** Starts PostgreSQL, Redis, a provider, the workspace service and the gateways, each a process of its own. */
export async function startWorld({
  gateways: gatewayCount = 2,
  environment: more = {},
  hasSinks = false,
  hasVectors = false,
  nodeOptions = [],
  providerLimitMs = PROVIDER_LIMIT_MS,
  spool,
  workspaces: workspaceCount = 1,
}: WorldOptions = {}): Promise<ChaosWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'multilane-chaos-'));
  const [postgres, redis, upstream] = await Promise.all([
    startPostgres(hasVectors ? { bin: installVectorPostgres() } : {}),
    startRedis(),
    startFaultyUpstream(),
  ]);
  const receiver = await startWebhookReceiver();
  const sinks = hasSinks ? await startFaultySinks() : undefined;
  const stalls = startStallMeter();
  const redisLink = await openDelayedLink(Number(new URL(redis.url).port));
  const databaseUrl = await postgres.createDatabase();
  const keys = await fillDatabase(databaseUrl, CAP_USD);
  const linkedUrl = new URL(databaseUrl);
  const postgresLink = await openSilentLink(Number(linkedUrl.port), linkedUrl.hostname);
  linkedUrl.hostname = '127.0.0.1';
  linkedUrl.port = String(postgresLink.port);
  const spoolFolder = spool ?? join(folder, 'spool');
  const clockFile = join(folder, 'clock');
  writeFileSync(clockFile, '0');
  const config = join(folder, 'gateway.yaml');
  writeFileSync(
    config,
    JSON.stringify(
      describeChaosGateway({ upstreamUrl: upstream.url, spoolFolder, providerLimitMs, sinks: sinks?.entries }),
    ),
  );
  const environment = {
    PATH: process.env.PATH ?? '',
    GATEWAY_CONFIG: config,
    DATABASE_URL: linkedUrl.href,
    REDIS_URL: `redis://127.0.0.1:${redisLink.port}`,
    ENCRYPTION_KEY,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    CLOCK_SHIFT_FILE: clockFile,
    ...more,
  };
  const start = async (app: string, port: number): Promise<Service> => {
    const clock = join(import.meta.dirname, 'shifted-clock.js');
    // A folder each: a relative path of one process is not that of another.
    const entry = join(PROJECT_ROOT, 'apps', app, 'dist/main.js');
    const service = await spawnService(process.execPath, [...nodeOptions, '--import', clock, entry], {
      ...environment,
      PORT: String(port),
    });
    await waitUntilReady(service, `${addressOf(port)}/readyz`, START_LIMIT_MS).catch(async (error: unknown) => {
      await service.stop('SIGKILL');
      throw error;
    });
    return service;
  };
  mkdirSync(spoolFolder, { recursive: true });
  const findPorts = (count: number) => Promise.all(Array.from({ length: count }, findClosedPort));
  const workspacePorts = await findPorts(workspaceCount);
  const startWorkspaces = () => Promise.all(workspacePorts.map((port) => start('workspace', port)));
  let workspaces = await startWorkspaces();
  const ports = await findPorts(gatewayCount);
  const gateways = await Promise.all(ports.map((port) => start('gateway', port)));
  const kills: Kill[] = [];
  return {
    postgres,
    redis,
    postgresLink,
    redisLink,
    upstream,
    receiver,
    sinks,
    databaseUrl,
    keys,
    gatewayUrls: ports.map(addressOf),
    workspaceUrls: workspacePorts.map(addressOf),
    gatewayProcesses: () => gateways.map(({ pid }) => pid),
    workspaceProcesses: () => workspaces.map(({ pid }) => pid),
    configFile: config,
    spoolFolder,
    kills,
    killGateway: async (index) => {
      const ports = listPorts(gateways[index]?.pid ?? 0);
      kills.push({ gateway: index, at: performance.now(), stallMs: stalls.longest(), ports });
      await gateways[index]?.stop('SIGKILL');
    },
    resumeGateway: async (index) => {
      gateways[index] = await start('gateway', ports[index] ?? 0);
    },
    killWorkspace: async () => void (await Promise.all(workspaces.map((service) => service.stop('SIGKILL')))),
    resumeWorkspace: async () => {
      workspaces = await startWorkspaces();
    },
    shiftClocks: (milliseconds) => writeFileSync(clockFile, String(milliseconds)),
    drain: () => Promise.all([...gateways, ...workspaces].map((service) => service.stop())),
    stop: async () => {
      await Promise.all([...gateways, ...workspaces].map((service) => service.stop('SIGKILL')));
      redisLink.close();
      await postgresLink.close();
      upstream.close();
      receiver.close();
      sinks?.stop();
      stalls.stop();
      await Promise.all([postgres.stop(), redis.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const addressOf = (port: number): string => `http://127.0.0.1:${port}`;

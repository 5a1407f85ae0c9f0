import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  findClosedPort,
  type PostgresServer,
  PROJECT_ROOT,
  type RedisServer,
  type Service,
  spawnService,
  startPostgres,
  startRedis,
  testEncryptionKey,
  waitUntilReady,
} from '@multilane/testing';
import { COMPLETION } from '../fixed-answer.js';
import { CHAOS_MODEL, HEARING_MODEL, OTHER_MODEL, SPEAKING_MODEL, VOICE_MODEL } from './chaos-model.js';
import type { Kill } from './count-allowed-losses.js';
import { type DelayedLink, openDelayedLink } from './delayed-link.js';
import { type FaultyUpstream, startFaultyUpstream } from './faulty-upstream.js';
import { fillDatabase, type IssuedKeys } from './fill-database.js';
import { startStallMeter } from './stall-meter.js';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.js';

/** What one whole answer costs, in US dollars, by the prices below. */
const COST_OF_ANSWER = 0.01;

/** US dollars that the capped key may spend: some hundreds of answers. */
export const CAP_USD = 5;

/** How many processes of each service there are. */
export interface WorldProcesses {
  /** Default: 2. */
  readonly gateways?: number;
  /** Default: 1. */
  readonly workspaces?: number;
}

/** A busy machine takes its time. Milliseconds. */
const START_LIMIT_MS = 240_000;

/** Of each gateway. */
export const WORKERS = 4;
export const ENCRYPTION_KEY = testEncryptionKey(7);

export interface ChaosWorld {
  readonly postgres: PostgresServer;
  readonly redis: RedisServer;
  /** Between the gateways and Redis. */
  readonly redisLink: DelayedLink;
  readonly upstream: FaultyUpstream;
  /** Nobody listens at its address before it is opened. */
  readonly receiver: WebhookReceiver;
  readonly databaseUrl: string;
  readonly keys: IssuedKeys;
  readonly gatewayUrls: readonly string[];
  readonly workspaceUrls: readonly string[];
  /** The ids of the gateways' processes, in the order of their addresses. */
  gatewayProcesses(): readonly number[];
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
  stop(): Promise<void>;
}

/** Starts PostgreSQL, Redis, a provider, the workspace service and the gateways, each a process of its own. */
export async function startWorld({
  gateways: gatewayCount = 2,
  spool,
  workspaces: workspaceCount = 1,
}: WorldProcesses & { readonly spool?: string | undefined } = {}): Promise<ChaosWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'multilane-chaos-'));
  const [postgres, redis, upstream] = await Promise.all([startPostgres(), startRedis(), startFaultyUpstream()]);
  const receiver = await startWebhookReceiver();
  const stalls = startStallMeter();
  const redisLink = await openDelayedLink(Number(new URL(redis.url).port));
  const databaseUrl = await postgres.createDatabase();
  const keys = await fillDatabase(databaseUrl, CAP_USD);
  const spoolFolder = spool ?? join(folder, 'spool');
  const clockFile = join(folder, 'clock');
  writeFileSync(clockFile, '0');
  const config = join(folder, 'gateway.yaml');
  writeFileSync(config, JSON.stringify(describeGateway(upstream.url, spoolFolder)));
  const environment = {
    PATH: process.env.PATH ?? '',
    GATEWAY_CONFIG: config,
    DATABASE_URL: databaseUrl,
    REDIS_URL: `redis://127.0.0.1:${redisLink.port}`,
    ENCRYPTION_KEY,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    CLOCK_SHIFT_FILE: clockFile,
  };
  const start = async (app: string, port: number): Promise<Service> => {
    const clock = join(import.meta.dirname, 'shifted-clock.js');
    // A folder each: a relative path of one process is not that of another.
    const entry = join(PROJECT_ROOT, 'apps', app, 'dist/main.js');
    const service = await spawnService(process.execPath, ['--import', clock, entry], {
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
    redisLink,
    upstream,
    receiver,
    databaseUrl,
    keys,
    gatewayUrls: ports.map(addressOf),
    workspaceUrls: workspacePorts.map(addressOf),
    gatewayProcesses: () => gateways.map(({ pid }) => pid),
    spoolFolder,
    kills,
    killGateway: async (index) => {
      kills.push({ gateway: index, at: performance.now(), stallMs: stalls.longest() });
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
    stop: async () => {
      await Promise.all([...gateways, ...workspaces].map((service) => service.stop('SIGKILL')));
      redisLink.close();
      upstream.close();
      receiver.close();
      stalls.stop();
      await Promise.all([postgres.stop(), redis.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const addressOf = (port: number): string => `http://127.0.0.1:${port}`;

function describeGateway(upstreamUrl: string, spoolFolder: string): object {
  const perMillion = (COST_OF_ANSWER / COMPLETION.usage.completion_tokens) * 1_000_000;
  const prices = { input_per_million: 0, output_per_million: perMillion };
  return {
    providers: [
      {
        name: 'openai',
        kind: 'openai',
        api_key: 'chaos-upstream-key',
        base_url: `${upstreamUrl}/v1`,
        timeouts: { connect_ms: 1_000, first_byte_ms: 2_000, total_ms: 2_000, idle_ms: 2_000 },
      },
    ],
    models: [
      { logical_name: CHAOS_MODEL, provider: 'openai', upstream_model: 'chaos-upstream', prices },
      { logical_name: OTHER_MODEL, provider: 'openai', upstream_model: 'chaos-upstream-too', prices },
      { logical_name: VOICE_MODEL, provider: 'openai', upstream_model: 'chaos-voice', type: 'realtime', prices },
      { logical_name: HEARING_MODEL, provider: 'openai', upstream_model: 'chaos-hearing', type: 'transcription' },
      { logical_name: SPEAKING_MODEL, provider: 'openai', upstream_model: 'chaos-speaking', type: 'speech' },
    ],
    // So that uploads need not name a model, and the gateway stores them.
    files: { remember_model: true },
    async: { workers: WORKERS, webhook_signing_secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
    network: { allow_private: ['127.0.0.1/32'] },
    rate_limits: { backend: 'redis' },
    cache: { backend: 'off' },
    server: { drain_delay_ms: 0, drain_ms: 5_000 },
    audit: { spool_dir: spoolFolder },
  };
}

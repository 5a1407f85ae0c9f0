import { spawnSync } from 'node:child_process';
import { waitUntil } from '../wait-until.js';
import { type RedisServer, startRedis } from './start-redis.js';

const SLOTS = 16_384;

/** Servers that share the keys among them; each has an equal part, and no other has a copy of it. */
export interface RedisCluster {
  /** The server that tests connect to is the first. */
  readonly servers: readonly RedisServer[];
  /** Asks one server a command. Returns its answer as text. */
  ask(server: RedisServer, ...command: string[]): string;
  stop(): Promise<void>;
}

/** @throws when Redis is not installed, or the servers have not found each other within 20 s. */
export async function startRedisCluster(count: number): Promise<RedisCluster> {
  const servers = await Promise.all(Array.from({ length: count }, () => startRedis({ inCluster: true })));
  const [first] = servers;
  if (first === undefined) throw new Error('a cluster has one server at least');
  for (const [index, server] of servers.entries()) {
    const begin = Math.floor((SLOTS * index) / count);
    const end = Math.floor((SLOTS * (index + 1)) / count) - 1;
    ask(server, 'CLUSTER', 'ADDSLOTSRANGE', String(begin), String(end));
    ask(server, 'CLUSTER', 'SET-CONFIG-EPOCH', String(index + 1));
    if (server !== first) ask(first, 'CLUSTER', 'MEET', '127.0.0.1', new URL(server.url).port, String(server.busPort));
  }
  for (const server of servers) {
    await waitUntil(
      'the servers to find each other',
      () => (ask(server, 'CLUSTER', 'SLOTS').match(/127\.0\.0\.1/g)?.length === count ? true : undefined),
      20_000,
    );
    await waitUntil(
      'the cluster to be whole',
      () => ask(server, 'CLUSTER', 'INFO').includes('cluster_state:ok') || undefined,
      20_000,
    );
  }
  return {
    servers,
    ask,
    stop: async () => {
      await Promise.all(servers.map((server) => server.stop()));
    },
  };
}

function ask({ url }: RedisServer, ...command: string[]): string {
  const { status, stderr, stdout } = spawnSync('redis-cli', ['-u', url, ...command], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`redis-cli ${command.join(' ')}: ${stderr || stdout}`);
  return stdout.trim();
}

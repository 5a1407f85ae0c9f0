import type { EventEmitter } from 'node:events';
import type { ClusterNode, ClusterOptions, Redis, RedisCommander, RedisOptions } from 'ioredis';

/** The commands for Redis, one server and a cluster alike. */
export type RedisCommands = RedisCommander<{ type: 'default'; mapping: 'resp2' }> & BinaryScripts;

/** Scripts whose texts are answered as bytes: ioredis has these commands, and its types leave them out. */
interface BinaryScripts {
  evalBuffer(lua: string, keyCount: number, ...rest: (string | number | Buffer)[]): Promise<unknown>;
  evalshaBuffer(sha: string, keyCount: number, ...rest: (string | number | Buffer)[]): Promise<unknown>;
}

/** A way to Redis, which is made again for as long as it is not disconnected. A cluster has no one `stream`. */
export type RedisClient = RedisCommands & Pick<Redis, 'disconnect'> & Partial<Pick<Redis, 'stream'>> & EventEmitter;

export interface RedisClients {
  /** To one server. */
  toServer(): RedisClient;
  /** To all servers of the cluster that it belongs to: each command goes to the one that has its keys. */
  toCluster(): RedisClient;
}

const retryStrategy = (attempt: number): number => Math.min(attempt * 50, 500);

// A command that cannot be sent now, or whose connection broke, is answered without Redis: it must not run later.
const OPTIONS = {
  connectTimeout: 2_000,
  keepAlive: 10_000,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
} satisfies RedisOptions;

const SERVER_OPTIONS: RedisOptions = {
  ...OPTIONS,
  enableOfflineQueue: false,
  retryStrategy,
};

const CLUSTER_OPTIONS: ClusterOptions = {
  enableOfflineQueue: false,
  clusterRetryStrategy: retryStrategy,
  maxRedirections: 3,
  retryDelayOnTryAgain: 5,
  retryDelayOnFailover: 0,
  retryDelayOnClusterDown: 0,
  // Certificates are about the names that servers are announced by.
  dnsLookup: (name, answer) => answer(null, name),
};

/**
 * Ways to the Redis at `url` (`redis://`, or over TLS `rediss://`). The library is loaded here and nowhere else; nothing is
 * connected yet.
 */
export async function loadRedisClients(url: string): Promise<RedisClients> {
  const { Cluster, Redis: Server } = await import('ioredis');
  return {
    toServer: () => new Server(url, SERVER_OPTIONS) as unknown as RedisClient,
    toCluster: () => {
      const { node, options } = describeCluster(new URL(url));
      const cluster = new Cluster([node], options);
      // The first command to a server must not wait for its connection.
      cluster.on('+node', (server: Redis) => {
        if (!server.options.readOnly) server.connect().catch(() => undefined);
      });
      return cluster as unknown as RedisClient;
    },
  };
}

/** The other servers of a cluster let in whoever its first one does. */
function describeCluster(url: URL): { readonly node: ClusterNode; readonly options: ClusterOptions } {
  const { hostname, password, port, protocol, username } = url;
  return {
    node: { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || 6379 },
    options: {
      ...CLUSTER_OPTIONS,
      redisOptions: {
        ...OPTIONS,
        ...(username && { username: decodeURIComponent(username) }),
        ...(password && { password: decodeURIComponent(password) }),
        ...(protocol === 'rediss:' && { tls: {} }),
      },
    },
  };
}

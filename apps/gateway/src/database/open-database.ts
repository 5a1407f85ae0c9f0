import type { GatewayConfig } from '@multilane/config';
import type { Database, VersionChannel } from '@multilane/persistence';
import type { Logger } from '@multilane/telemetry';

/** A database, and how word of its changes arrives. */
export interface ConnectedDatabase {
  readonly database: Database;
  readonly channel: VersionChannel;
}

export interface OpenedDatabase extends ConnectedDatabase {
  /** Whether the channel's other end is away, as far as it was noticed within the last seconds. */
  isChannelAway(): boolean;
  /** What the channel leads through. */
  readonly channelName: 'redis' | 'version_channel';
  close(): Promise<void>;
}

/** A channel reports an outage at every try, at least so often, in milliseconds. */
const PROBLEM_HOLDS_MS = 3_000;

/**
 * Opens the database that the configuration names; undefined where it names none. The server need not be there yet. Its
 * packages are loaded here, so that a gateway without a database does without their memory.
 */
export async function openConfiguredDatabase(
  { database: { url, listen_url: listenUrl }, redis, encryption }: GatewayConfig,
  logger: Logger,
): Promise<OpenedDatabase | undefined> {
  if (url === undefined) return undefined;
  const { createVersionChannel, openDatabase, SecretBox } = await import('@multilane/persistence');
  let problemAt = Number.NEGATIVE_INFINITY;
  let isTold = false;
  const channelName = redis.url === undefined ? 'version_channel' : 'redis';
  const channel = createVersionChannel({
    redisUrl: redis.url,
    postgresUrl: listenUrl ?? url,
    onProblem: (error) => {
      problemAt = performance.now();
      if (!isTold) logger.warn({ err: error, channel: channelName }, 'the version channel is away; changes are polled');
      isTold = true;
    },
  });
  const secretBox = encryption.key === undefined ? undefined : SecretBox.fromKeys(encryption.key);
  const database = await openDatabase({ url, secretBox, channel });
  return {
    database,
    channel,
    channelName,
    isChannelAway: () => {
      const isAway = performance.now() - problemAt < PROBLEM_HOLDS_MS;
      isTold &&= isAway;
      return isAway;
    },
    close: async () => {
      await channel.close();
      await database.close();
    },
  };
}

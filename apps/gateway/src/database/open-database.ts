import type { SettingsAtStart } from '@multilane/config';
import type { DatabaseWithSecrets, VersionChannel } from '@multilane/persistence';
import type { BackgroundTasks } from '@multilane/telemetry';

/** A database, and how word of its changes arrives. */
export interface ConnectedDatabase {
  readonly database: DatabaseWithSecrets;
  readonly channel: VersionChannel;
}

export interface OpenedDatabase extends ConnectedDatabase {
  /** True if the channel's other end is away, as far as it was noticed within the last seconds. */
  isChannelAway(): boolean;
  /** Kind of connection that the channel uses. */
  readonly channelName: 'redis' | 'version_channel';
  close(): Promise<void>;
}

/**
 * Opens the database that the configuration names; undefined if it names none. The server need not be there yet. Its
 * packages are loaded here, so that a gateway without a database does without their memory.
 */
export async function openConfiguredDatabase(
  {
    database: { url, listen_url: listenUrl },
    redis,
    encryption,
  }: Pick<SettingsAtStart, 'database' | 'redis' | 'encryption'>,
  tasks: BackgroundTasks,
): Promise<OpenedDatabase | undefined> {
  if (url === undefined) return undefined;
  const { ChannelHealth, createVersionChannel, openDatabase, SecretBox } = await import('@multilane/persistence');
  const health = new ChannelHealth(
    redis.url === undefined ? 'version_channel' : 'redis',
    tasks.reportOf('version_channel'),
  );
  const channel = createVersionChannel({
    redisUrl: redis.url,
    postgresUrl: listenUrl ?? url,
    onProblem: (error) => health.failed(error),
    onConnect: () => health.succeeded(),
  });
  const secretBox = encryption.key === undefined ? undefined : SecretBox.fromKeys(encryption.key);
  const database = await openDatabase({ url, secretBox, channel });
  return {
    database,
    channel,
    channelName: health.name,
    isChannelAway: () => health.isAway(),
    close: async () => {
      await channel.close();
      await database.close();
    },
  };
}

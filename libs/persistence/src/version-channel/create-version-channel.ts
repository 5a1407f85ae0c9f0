import { createInProcessChannel } from './in-process-channel.js';
import { createPostgresChannel } from './postgres-channel.js';
import { createRedisChannel } from './redis-channel.js';
import type { VersionChannel } from './version-channel.js';

export interface ChannelOptions {
  readonly redisUrl?: string | undefined;
  /** The direct address of PostgreSQL: `database.listen_url`, or `database.url`. */
  readonly postgresUrl?: string | undefined;
  /** Called for each failure, which is never fatal: meanwhile versions are found by polling. */
  readonly onProblem?: ((error: Error) => void) | undefined;
  /** Called for each connection: word of changes arrives from now on. */
  readonly onConnect?: (() => void) | undefined;
}

/** The best channel that there is: Redis, else PostgreSQL, else within this process. */
export function createVersionChannel(options: ChannelOptions): VersionChannel {
  const { redisUrl, postgresUrl, onProblem = ignore, onConnect = ignore } = options;
  if (redisUrl) return createRedisChannel(redisUrl, onProblem, onConnect);
  return postgresUrl ? createPostgresChannel(postgresUrl, onProblem, onConnect) : createInProcessChannel();
}

function ignore(): void {
  // A process without a listener is not told.
}

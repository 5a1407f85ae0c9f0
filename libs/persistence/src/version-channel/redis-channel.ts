import { Redis, type RedisOptions } from 'ioredis';
import { Listeners, type VersionChannel } from './version-channel.js';

const CHANNEL = 'multilane:policy-version';

const OPTIONS: RedisOptions = {
  connectTimeout: 2_000,
  keepAlive: 10_000,
  // A version that cannot be announced now is not announced later: by then every process has polled.
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  retryStrategy: (attempt) => Math.min(attempt * 50, 500),
};

/**
 * Announces over Redis. A Redis that is away is tried again for as long as the channel is open.
 *
 * @param onProblem Called for each failure, which is never fatal.
 */
export function createRedisChannel(
  url: string,
  onProblem: (error: Error) => void,
  onConnect: () => void = () => undefined,
): VersionChannel {
  const listeners = new Listeners();
  const publisher = new Redis(url, OPTIONS);
  // A connection that subscribes can do nothing else.
  const subscriber = new Redis(url, { ...OPTIONS, autoResubscribe: false });
  publisher.on('error', onProblem);
  subscriber.on('error', onProblem);
  subscriber.on('message', (_channel, message) => listeners.notifyMessage(message));
  subscriber.on('ready', () => {
    const begin = (): void => {
      onConnect();
      listeners.notify(undefined);
    };
    subscriber.subscribe(CHANNEL).then(begin, onProblem);
  });
  return {
    announce: (version) => {
      listeners.notify(version);
      publisher.publish(CHANNEL, String(version)).catch(onProblem);
    },
    subscribe: (listener) => listeners.add(listener),
    close: () => {
      publisher.disconnect();
      subscriber.disconnect();
      return Promise.resolve();
    },
  };
}

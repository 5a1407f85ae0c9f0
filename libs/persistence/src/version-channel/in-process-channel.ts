import { Listeners, type VersionChannel } from './version-channel.js';

/** For one process that is all there is: standalone on the embedded database. */
export function createInProcessChannel(): VersionChannel {
  const listeners = new Listeners();
  return {
    announce: (version) => listeners.notify(version),
    subscribe: (listener) => listeners.add(listener),
    close: () => Promise.resolve(),
  };
}

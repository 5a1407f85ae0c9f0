/**
 * Called when there is a new version; `undefined` when it may have missed some, as after a reconnection.
 */
export type VersionListener = (version: number | undefined) => void;

/**
 * Announces a new version to every process. What it carries is a hint: it may come late, twice or never, since
 * every process also looks once a second (see `followVersion`).
 */
export interface VersionChannel {
  /** Notifies the listeners of this process at once, and the other processes. Never fails: a lost announcement is found by polling. */
  announce(version: number): void;
  /** @returns A function that ends it. */
  subscribe(listener: VersionListener): () => void;
  close(): Promise<void>;
}

/** The listeners of one process. */
export class Listeners {
  private readonly listeners = new Set<VersionListener>();

  add(listener: VersionListener): () => void {
    // A listener that subscribes twice is called twice.
    const own: VersionListener = (version) => listener(version);
    this.listeners.add(own);
    return () => this.listeners.delete(own);
  }

  notify(version: number | undefined): void {
    for (const listener of this.listeners) listener(version);
  }

  /** Notifies of a message of another process. Even one that is no number shows that something happened. */
  notifyMessage(message: string | undefined): void {
    const version = Number(message);
    this.notify(Number.isSafeInteger(version) ? version : undefined);
  }
}

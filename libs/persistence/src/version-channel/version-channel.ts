/**
 * Hears that there is a new version; `undefined` when it may have missed some, as after a reconnection.
 */
export type VersionListener = (version: number | undefined) => void;

/**
 * Tells every process that there is a new version. What it carries is a hint: it may come late, twice or never, since
 * every process also looks once a second (see `followVersion`).
 */
export interface VersionChannel {
  /** Tells those who listen here at once, and the others. Never fails; what cannot be told is found by looking. */
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

  tell(version: number | undefined): void {
    for (const listener of this.listeners) listener(version);
  }

  /** Tells of a message of another process. What is no number says at least that something happened. */
  tellMessage(message: string | undefined): void {
    const version = Number(message);
    this.tell(Number.isSafeInteger(version) ? version : undefined);
  }
}

/**
 * Tells every process that there is a new version. What it carries is a hint: it may come late, twice or never, since
 * every process also looks once a second (see `followVersion`).
 */
export interface VersionChannel {
  /** Tells the others, and those who listen here. Never fails; what cannot be told is found by looking. */
  announce(version: number): void;
  /** @returns A function that ends it. */
  subscribe(listener: (version: number) => void): () => void;
  close(): Promise<void>;
}

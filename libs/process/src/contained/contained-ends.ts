/**
 * Reason why a contained process ended before it was told to: it took too long, too much memory, or failed otherwise.
 */
export type EndReason = 'time' | 'memory' | 'failure';

type Listener = (work: string, reason: EndReason) => void;

const listeners = new Set<Listener>();

/** Hears of every contained process of this process that ended before it was told to. @returns what stops that */
export function listenToContainedEnds(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A contained process ended before it was told to. */
export function reportEnd(work: string, reason: EndReason): void {
  for (const listener of listeners) listener(work, reason);
}

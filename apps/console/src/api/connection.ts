/** Trouble of the connection: no answer at all, or an answer that is an error of the service. */
export type ConnectionTrouble = 'unreachable' | 'failing';

/** Names the trouble that a failed call shows; undefined if the service has answered as it should. */
export function troubleOf(status: number): ConnectionTrouble | undefined {
  if (status === 0) return 'unreachable';
  return status >= 500 ? 'failing' : undefined;
}

let current: ConnectionTrouble | undefined;
const listeners = new Set<() => void>();

/** Notes the status of a call; 0 if there was no answer. A call that is answered ends the trouble. */
export function noteStatus(status: number): void {
  const next = troubleOf(status);
  if (next === current) return;
  current = next;
  for (const listen of listeners) listen();
}

/** Trouble of the last call; undefined if there was none. */
export function lastTrouble(): ConnectionTrouble | undefined {
  return current;
}

/** Calls back when the trouble of the last call changes. Returns a function that ends it. */
export function followTrouble(listen: () => void): () => void {
  listeners.add(listen);
  return () => listeners.delete(listen);
}

import { compileWaitingSchema } from '@multilane/validation';

/** The start's own work is done by then. */
const BEGIN_AFTER_MS = 10_000;
const PAUSE_MS = 250;

/**
 * Compiles the schemas of requests that nobody has sent yet, each in a turn of the event loop of its own, from ten seconds after the
 * start: the first request of a kind then does not wait for it. Returns what stops it.
 */
export function compileSchemasLater(): () => void {
  let timer = setTimeout(compileNext, BEGIN_AFTER_MS).unref();
  function compileNext(): void {
    if (compileWaitingSchema()) timer = setTimeout(compileNext, PAUSE_MS).unref();
  }
  return () => clearTimeout(timer);
}

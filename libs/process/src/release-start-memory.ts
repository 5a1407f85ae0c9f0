import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Gives back what only the start needed: parsed source, compiled schemas' scaffolding, the text of the configuration.
 * V8 would keep about 35 MB of it in an idle service. Called once, before the first request is accepted, so that its
 * pause (some tens of milliseconds) is nobody's.
 */
export function releaseStartMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  setFlagsFromString('--no-expose-gc');
  keepOptimizedCode();
}

const TWENTY_DAYS_MS = 20 * 24 * 3_600_000;

/**
 * Stops V8 from shrinking a service to its smallest size whenever it was idle for eight seconds: with the last request's objects
 * go their hidden classes, and with those all machine code that a request runs. What is compiled anew for the next ones
 * is slower by a tenth to a half for minutes (docs/performance.md). What a load leaves behind is collected when memory is
 * needed, as ever.
 */
function keepOptimizedCode(): void {
  // Not by --no-memory-reducer, which is read at the start alone, nor by its count of collections, which may have begun.
  setFlagsFromString(`--gc-memory-reducer-start-delay-ms=${TWENTY_DAYS_MS}`);
}

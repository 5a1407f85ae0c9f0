import type { Logger } from '@multilane/telemetry';

/** The part of `process` that reports rejections. */
interface RejectionSource {
  on(event: 'unhandledRejection', listener: (reason: unknown) => void): unknown;
  off(event: 'unhandledRejection', listener: (reason: unknown) => void): unknown;
}

/**
 * Logs a rejection that nobody handles, and lets the process live: it is a bug in the handling of one request, and
 * ending the process, as Node would, breaks every other answer in progress. Returns what stops it.
 */
export function logStrayRejections(logger: Logger, source: RejectionSource = process): () => void {
  const log = (reason: unknown): void => logger.error({ err: reason }, 'a rejection was not handled');
  source.on('unhandledRejection', log);
  return () => source.off('unhandledRejection', log);
}

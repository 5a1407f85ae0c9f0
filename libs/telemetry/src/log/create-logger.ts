import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import { LineStream, openStandardOutput } from '../line-stream.js';
import { maskSecrets } from './mask-secrets.js';
import { redactFields } from './redact-fields.js';

export type { Logger } from 'pino';

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

export interface LoggerOptions {
  level: LogLevel;
  /** The service's name, on every line. */
  service: string;
  /** Stream for the lines; standard output when absent. */
  destination?: DestinationStream;
  /** Further fields of every line. */
  base?: Readonly<Record<string, unknown>>;
}

export interface ServiceLog {
  logger: Logger;
  /** Resolves when every line logged so far is written. Lines are also written when the process exits. */
  flush(): Promise<void>;
}

/**
 * The log of a service: one JSON object a line, with `level`, `time` (RFC 3339) and `service`, written in batches.
 * Fields that hold secrets are redacted at any depth, and the finished line is masked, so that a secret in a message,
 * a binding or an error does not reach the log either.
 */
export function createLogger({ level, service, destination, base }: LoggerOptions): ServiceLog {
  const output = destination ?? openStandardOutput();
  const logger = pino(
    {
      level,
      base: { service, ...base },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: redactFields, bindings: redactFields },
      // pino would expand what redactFields has made of an error already.
      serializers: { err: (error: unknown) => error },
      hooks: { streamWrite: maskSecrets },
    },
    output,
  );
  return {
    logger,
    flush: async () => {
      if (output instanceof LineStream) await output.flush();
    },
  };
}

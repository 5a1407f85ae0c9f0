import { mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { LineStream, openStandardOutput } from '../line-stream.js';
import type { AuditRecord } from './audit-record.js';

/** `failed`: the destination refused, and the records wait to be tried again. `dropped`: a record is lost. */
export interface AuditProblem {
  kind: 'failed' | 'dropped';
  error: Error;
}

export interface AuditWriterOptions {
  /** The file to append to, made with mode 0600 and its folder with it; standard output when absent. */
  path?: string;
  /** Told of everything that goes wrong, each time it does; nothing is thrown and nothing is lost silently. */
  onProblem: (problem: AuditProblem) => void;
  /** Bytes that may wait for a slow or failing destination; what comes after is dropped. */
  maxWaitingBytes?: number;
}

/** Writes the audit log as NDJSON, one record a line, in batches and without waiting. */
export interface AuditWriter {
  write(record: AuditRecord): void;
  /** Resolves when everything written so far is on the disk, or has failed and been reported. */
  flush(): Promise<void>;
  /** Opens the path anew, after log rotation has moved the file away; without a path there is nothing to do. */
  reopen(): void;
}

/** How often a file that could not be opened is tried again. */
const REOPEN_INTERVAL_MS = 1000;

/** Opens the audit log (decisions section 2, `audit.path`). */
export function createAuditWriter(options: AuditWriterOptions): AuditWriter {
  return new StreamAuditWriter(options);
}

class StreamAuditWriter implements AuditWriter {
  private stream: LineStream | undefined;
  /** Settles when the files that rotation took away are written out. */
  private retiring: Promise<unknown> = Promise.resolve();
  private nextAttemptAt = 0;

  constructor(private readonly options: AuditWriterOptions) {
    this.stream = this.open();
  }

  write(record: AuditRecord): void {
    const stream = this.stream ?? this.openAgain();
    const written = stream?.write(`${JSON.stringify(record)}\n`) ?? false;
    if (!written) this.options.onProblem({ kind: 'dropped', error: new Error('An audit record could not be kept.') });
  }

  async flush(): Promise<void> {
    await this.stream?.flush();
    await this.retiring;
  }

  reopen(): void {
    if (this.options.path === undefined) return;
    const next = this.open();
    if (next === undefined) return;
    this.retiring = Promise.all([this.retiring, this.stream?.end()]);
    this.stream = next;
  }

  private openAgain(): LineStream | undefined {
    const now = performance.now();
    if (now < this.nextAttemptAt) return undefined;
    this.nextAttemptAt = now + REOPEN_INTERVAL_MS;
    this.stream = this.open();
    return this.stream;
  }

  private open(): LineStream | undefined {
    const { path, maxWaitingBytes, onProblem } = this.options;
    try {
      const stream = path === undefined ? openStandardOutput() : new LineStream(openToAppend(path), maxWaitingBytes);
      stream.onError((error) => onProblem({ kind: 'failed', error }));
      return stream;
    } catch (error) {
      onProblem({ kind: 'failed', error: error as Error });
      return undefined;
    }
  }
}

function openToAppend(path: string): number {
  mkdirSync(dirname(path), { recursive: true });
  return openSync(path, 'a', 0o600);
}

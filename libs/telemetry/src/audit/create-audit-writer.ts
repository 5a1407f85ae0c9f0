import { mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { LineStream, openStandardOutput } from '../line-stream.js';
import type { AuditRecord } from './audit-record.js';

/**
 * `failed`: the destination rejected, and the records wait to be tried again. `spool_failed`: the disk does not take those that
 * wait, which stay in memory. `dropped`: records are lost.
 */
export interface AuditProblem {
  kind: 'failed' | 'spool_failed' | 'dropped';
  error: Error;
  /** Number of records that it concerns; 1 if left out. */
  records?: number;
}

/** Records and files that are not in their place yet. */
export interface AuditBacklog {
  /** Records that wait to be stored; those of files that were found are not counted. */
  readonly records: number;
  /** Bytes of records in memory: those that the disk has not secured yet, and those that go to the database from there. */
  readonly memoryBytes: number;
  /** Bytes of the files in which records wait. */
  readonly spooledBytes: number;
  /** The disk does not take what waits. */
  readonly isSpoolAway: boolean;
}

export interface AuditWriterOptions {
  /** The file to append to, made with mode 0600 and its folder with it; standard output when absent. */
  path?: string;
  /** Called for each problem, each time it occurs; nothing is thrown and nothing is lost silently. */
  onProblem: (problem: AuditProblem) => void;
  /** Bytes that may wait for a slow or failing destination; what comes after is dropped. */
  maxWaitingBytes?: number;
}

/** Writes the audit log as NDJSON, one record a line, in batches and without waiting. */
export interface AuditWriter {
  write(record: AuditRecord): void;
  /** Resolves when everything written so far is on the disk, or has failed and been reported. */
  flush(): Promise<void>;
  /** Opens the path again, after log rotation has moved the file away; without a path there is nothing to do. */
  reopen(): void;
  backlog(): AuditBacklog;
  /** Flushes, and takes nothing more. */
  close(): Promise<void>;
}

const NO_BACKLOG: AuditBacklog = { records: 0, memoryBytes: 0, spooledBytes: 0, isSpoolAway: false };

/** A writer that also takes lines which are made already, without their line breaks. */
export interface LineAuditWriter extends AuditWriter {
  writeLine(line: string): void;
}

/** Interval at which a file that could not be opened is tried again. */
const REOPEN_INTERVAL_MS = 1000;

/** Opens the audit log (docs/contract/audit.md#records). */
export function createAuditWriter(options: AuditWriterOptions): LineAuditWriter {
  return new StreamAuditWriter(options);
}

class StreamAuditWriter implements LineAuditWriter {
  private stream: LineStream | undefined;
  /** Settles when the files that rotation took away are written out. */
  private retiring: Promise<unknown> = Promise.resolve();
  private nextAttemptAt = 0;

  constructor(private readonly options: AuditWriterOptions) {
    this.stream = this.open();
  }

  write(record: AuditRecord): void {
    this.writeLine(JSON.stringify(record));
  }

  writeLine(line: string): void {
    const stream = this.stream ?? this.openAgain();
    const written = stream?.write(`${line}\n`) ?? false;
    if (!written) this.options.onProblem({ kind: 'dropped', error: new Error('An audit record could not be stored.') });
  }

  async flush(): Promise<void> {
    await this.stream?.flush();
    await this.retiring;
  }

  backlog(): AuditBacklog {
    return NO_BACKLOG;
  }

  close(): Promise<void> {
    return this.flush();
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

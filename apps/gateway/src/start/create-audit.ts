import type { SettingsAtStart } from '@multilane/config';
import type { Database } from '@multilane/persistence';
import {
  type AuditProblem,
  type AuditWriter,
  type BackgroundTasks,
  createAuditWriter,
  createSpooledWriter,
  type Logger,
  type Metrics,
} from '@multilane/telemetry';

export interface AuditServices {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly tasks: BackgroundTasks;
}

const MIB = 1024 * 1024;

/** Tasks that may fail and are tried again. */
const TASKS = { failed: 'audit_records', spool_failed: 'audit_spool' } as const;

/** A lasting problem is logged again after this many milliseconds; the metric counts each occurrence. */
const REPORT_EVERY_MS = 60_000;

/** The audit log: the database, by way of the disk, if there is one, else lines of a file or of standard output. */
export function createAudit(
  { audit: { path, spool_dir: folder, spool_max_mb: most } }: Pick<SettingsAtStart, 'audit'>,
  database: Pick<Database, 'storeAuditRecords'> | undefined,
  services: AuditServices,
): AuditWriter {
  const { metrics, tasks } = services;
  const onProblem = createReporter(services);
  const lines = path === undefined ? {} : { path };
  if (database === undefined) return createAuditWriter({ ...lines, onProblem });
  const file = path === undefined ? undefined : createAuditWriter({ path, onProblem });
  const writer = createSpooledWriter({
    folder,
    maxBytes: most * MIB,
    store: (records) => database.storeAuditRecords(records, (values) => metrics.recordOtherTagValues(values)),
    isRefused,
    onProblem,
    onRecovered: (what) => tasks.succeeded(TASKS[what]),
    copy: file && ((line) => file.writeLine(line)),
  });
  metrics.setAuditBacklogSource(() => writer.backlog());
  return file === undefined ? writer : withFile(writer, file);
}

/**
 * PostgreSQL's classes of errors that are the fault of what it was given: data exceptions, violated constraints, and what is
 * too long for an index.
 */
const RECORD_FAULT_SQLSTATES = /^(?:2[23]|54)/;

/** Everything else is tried again, such as a schema that the workspace has yet to bring up to date. */
function isRefused(error: unknown): boolean {
  const { code } = (error as { driverError?: { code?: unknown } }).driverError ?? {};
  return typeof code === 'string' && RECORD_FAULT_SQLSTATES.test(code);
}

function withFile(writer: AuditWriter, file: AuditWriter): AuditWriter {
  return {
    write: (record) => writer.write(record),
    backlog: () => writer.backlog(),
    reopen: () => file.reopen(),
    flush: async () => {
      await Promise.all([writer.flush(), file.flush()]);
    },
    close: async () => {
      await Promise.all([writer.close(), file.close()]);
    },
  };
}

function createReporter({ logger, metrics, tasks }: AuditServices): (problem: AuditProblem) => void {
  const reportedAt = new Map<string, number>();
  return ({ kind, error, records = 1 }) => {
    metrics.recordAuditProblem(kind, records);
    if (kind !== 'dropped') {
      tasks.failed(TASKS[kind], error);
      return;
    }
    const now = performance.now();
    if (now - (reportedAt.get(kind) ?? Number.NEGATIVE_INFINITY) < REPORT_EVERY_MS) return;
    reportedAt.set(kind, now);
    logger.error({ err: error, problem: kind }, 'records of the audit log are lost');
  };
}

import type { Caller } from '@multilane/auth';
import type { Database } from '@multilane/persistence';
import type { TaskReport } from '@multilane/telemetry';

export interface UseRecorderOptions {
  readonly database: Pick<Database, 'credentials' | 'sessions'>;
  readonly report: TaskReport;
  /** Milliseconds between two writes. */
  readonly everyMs?: number;
}

/** Rows in one statement, and the most that wait for one while the database is unavailable. */
const BATCH = 1_000;
const MAX_WAITING = 100_000;

/** Remembers when stored credentials and sessions were used last, and writes it down now and then, off the hot path. */
export class UseRecorder {
  private credentials = new Map<string, number>();
  private sessions = new Map<string, number>();
  private readonly timer: NodeJS.Timeout;
  private writing: Promise<void> | undefined = undefined;

  constructor(private readonly options: UseRecorderOptions) {
    this.timer = setInterval(() => void this.write(), options.everyMs ?? 10_000);
    this.timer.unref();
  }

  /** `now` in milliseconds since the epoch. Credentials that the database does not hold are not noted. */
  note({ credentialId, credentialType }: Caller, now: number): void {
    if (credentialId === undefined) return;
    const uses = credentialType === 'session' ? this.sessions : this.credentials;
    if (uses.size < MAX_WAITING || uses.has(credentialId)) uses.set(credentialId, now);
  }

  /** Writes what is waiting; what cannot be written waits on. Never rejects. */
  write(): Promise<void> {
    this.writing ??= this.writeAll().finally(() => {
      this.writing = undefined;
    });
    return this.writing;
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.writing;
    await this.write();
  }

  private async writeAll(): Promise<void> {
    const { credentials, sessions } = this;
    this.credentials = new Map();
    this.sessions = new Map();
    try {
      await this.writeCredentials(credentials);
      await this.writeSessions(sessions);
      this.options.report.succeeded();
    } catch (error) {
      this.options.report.failed(error);
      this.credentials = new Map([...credentials, ...this.credentials]);
      this.sessions = new Map([...sessions, ...this.sessions]);
    }
  }

  /** Removes what was written, so that a failure leaves the rest. */
  private async writeCredentials(uses: Map<string, number>): Promise<void> {
    const all = [...uses];
    for (let start = 0; start < all.length; start += BATCH) {
      const batch = all.slice(start, start + BATCH);
      await this.options.database.credentials.markUsed(new Map(batch.map(([id, at]) => [id, new Date(at)])));
      for (const [id] of batch) uses.delete(id);
    }
  }

  private async writeSessions(uses: Map<string, number>): Promise<void> {
    for (const [id, at] of uses) {
      await this.options.database.sessions.markSeen(id, new Date(at));
      uses.delete(id);
    }
  }
}

import type { NewRunEvent, RunAddress, RunEventStore } from '@multilane/persistence';

/** Events are gathered for so long, in milliseconds: a stream of text would be a transaction for each word otherwise. */
const GATHER_MS = 30;
/** Events that are written at once, without waiting. */
const MOST_GATHERED = 200;

/**
 * Appends to the log of a run in batches. Close it before the run's end is stored, so that no event comes after that.
 */
export class RunEventLog {
  private gathered: NewRunEvent[] = [];
  private timer: NodeJS.Timeout | undefined = undefined;
  private writing: Promise<void> = Promise.resolve();

  /** @param onFailure Called where events could not be written, such as while the database is away. They are lost. */
  constructor(
    private readonly store: Pick<RunEventStore, 'append'>,
    private readonly run: RunAddress,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  add(kind: string, data: object): void {
    this.gathered.push({ kind, data });
    if (this.gathered.length >= MOST_GATHERED) this.write();
    else this.timer ??= setTimeout(() => this.write(), GATHER_MS).unref();
  }

  /** Resolves when all events are written that were added before. Never rejects. */
  async flush(): Promise<void> {
    this.write();
    await this.writing;
  }

  private write(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const events = this.gathered;
    if (events.length === 0) return;
    this.gathered = [];
    this.writing = this.writing.then(() => this.store.append(this.run, events)).catch(this.onFailure);
  }
}

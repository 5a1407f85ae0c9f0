import type { BatchHold, BatchLineToRun, Database } from '@multilane/persistence';

/** Lines of a batch, fetched from the database a few at a time. */
export class LineSupply {
  private lines: BatchLineToRun[] = [];
  private filling: Promise<boolean> | undefined = undefined;

  constructor(
    private readonly store: Pick<Database['batchLines'], 'take'>,
    private readonly hold: BatchHold,
    private readonly atOnce: number,
  ) {}

  /** The next line; undefined where there is none at present. */
  async next(): Promise<BatchLineToRun | undefined> {
    const line = this.lines.shift();
    if (line !== undefined) return line;
    await this.refill();
    return this.lines.shift();
  }

  /** Resolves to true if there are lines. */
  refill(): Promise<boolean> {
    if (this.lines.length > 0) return Promise.resolve(true);
    this.filling ??= this.fill().finally(() => {
      this.filling = undefined;
    });
    return this.filling;
  }

  /** Returns the lines that were fetched and that nobody runs. */
  leave(): readonly BatchLineToRun[] {
    return this.lines.splice(0);
  }

  private async fill(): Promise<boolean> {
    const fetched = await this.store.take(this.hold, this.atOnce);
    this.lines.push(...fetched);
    return this.lines.length > 0;
  }
}

import { openSync, write, writeSync } from 'node:fs';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import type { LineBuffer } from './line-buffer.js';

const NOTHING = Buffer.alloc(0);

/**
 * The file of one batch of lines. Lines that the disk rejects stay in memory and are tried again. Its operations run
 * one after the other, in the order in which they were asked for; once it is removed they do nothing.
 */
export class SpoolFile {
  /** Bytes that are on the disk. */
  private position = 0;
  private handle: FileHandle | undefined;
  private isRemoved = false;
  private last: Promise<void> = Promise.resolve();

  /** `lines` may grow until the file is secured. */
  constructor(
    readonly path: string,
    private lines: LineBuffer | undefined,
    private readonly meter: { disk: number },
  ) {}

  /** Writes the lines that are not written yet. Rejects with what the disk says. */
  write(): Promise<void> {
    return this.inTurn(() => this.writeRest());
  }

  /**
   * Makes sure that the file holds every line, also after the machine fails. It may have been removed: by a process that
   * found it idle and stored its contents.
   */
  secure(): Promise<void> {
    return this.inTurn(async () => {
      await this.writeRest();
      if ((await this.handle?.stat())?.nlink === 0) {
        await this.close();
        this.grow(-this.position);
        await this.writeRest();
      }
      await this.handle?.datasync();
      await this.close();
    });
  }

  /** Does no more, and leaves the file where it is. */
  leave(): Promise<void> {
    return this.inTurn(async () => {
      this.isRemoved = true;
      await this.close();
      this.meter.disk -= this.position;
    });
  }

  /** Never rejects but for a disk that does not let go of the file. */
  remove(): Promise<void> {
    return this.inTurn(async () => {
      this.isRemoved = true;
      const isThere = this.handle !== undefined || this.position > 0;
      await this.close();
      this.grow(-this.position);
      // One that another process removed is no failure; others are thrown on.
      if (isThere) await unlink(this.path).catch(ignoreMissing);
    });
  }

  /** Forgets the lines, which are all on the disk, or stored: nothing is left to be written. */
  forgetLines(): void {
    this.lines = undefined;
  }

  /** Writes the rest at once, for a process that is ending. */
  writeNow(): void {
    const data = this.rest();
    if (this.isRemoved || data.length === 0) return;
    writeSync(this.handle?.fd ?? openSync(this.path, 'wx', 0o600), data, 0, data.length, this.position);
    this.position += data.length;
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.last.then(() => (this.isRemoved ? undefined : work()));
    // The caller of the turn gets the failure; the next one runs all the same.
    this.last = turn.catch(() => undefined);
    return turn;
  }

  private async writeRest(): Promise<void> {
    const data = this.rest();
    if (data.length === 0) return;
    this.handle ??= await open(this.path, this.position > 0 ? 'r+' : 'wx', 0o600);
    // At a place of its own: what a full disk took of it the last time is written over.
    for (let done = 0; done < data.length; ) {
      done += await writePart(this.handle.fd, data.subarray(done), this.position + done);
    }
    this.grow(data.length);
  }

  private rest(): Buffer {
    return this.lines?.since(this.position) ?? NOTHING;
  }

  private grow(bytes: number): void {
    this.position += bytes;
    this.meter.disk += bytes;
  }

  private async close(): Promise<void> {
    const { handle } = this;
    this.handle = undefined;
    await handle?.close().catch(() => undefined);
  }
}

/** Costs half of what `FileHandle.write` does. Resolves to the number of bytes written. */
function writePart(fd: number, data: Buffer, position: number): Promise<number> {
  return new Promise((resolve, reject) => {
    write(fd, data, 0, data.length, position, (error, bytesWritten) => {
      if (error) reject(error);
      else resolve(bytesWritten);
    });
  });
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

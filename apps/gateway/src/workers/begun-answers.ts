import { closeSync, mkdirSync, openSync } from 'node:fs';
import { readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { BatchHold, Database } from '@multilane/persistence';
import type { BackgroundTasks } from '@multilane/telemetry';

/** A request that a provider began to answer: a job, or a line of a batch. It must not run again. */
export type BegunAnswer =
  | { readonly kind: 'job'; readonly id: string; readonly fence: number }
  | { readonly kind: 'line'; readonly hold: BatchHold; readonly line: number };

export interface BegunAnswersOptions {
  /** Processes may share it. */
  readonly folder: string;
  readonly database: {
    readonly asyncJobs: Pick<Database['asyncJobs'], 'noteAnswer'>;
    readonly batchLines: Pick<Database['batchLines'], 'noteAnswer'>;
  };
  readonly tasks: Pick<BackgroundTasks, 'failed' | 'succeeded'>;
}

/**
 * Requests that providers began to answer (docs/contract/async.md#runs). Each is a file on the disk before anything else happens, and the
 * file goes when the database has it. A process that is killed before that leaves the file, and whoever finds it writes it to the database:
 * the process when it starts again, or another one on the same folder.
 */
export class BegunAnswers {
  constructor(private readonly options: BegunAnswersOptions) {}

  /**
   * Notes that a provider began to answer: on the disk when this returns, in the database when it resolves. False: the request is
   * another worker's.
   *
   * @throws whatever the database says; then the note is on the disk
   */
  async note(answer: BegunAnswer): Promise<boolean> {
    const path = join(this.options.folder, nameOf(answer));
    // The operating system has it from here on, whatever becomes of the process.
    this.tryDisk(() => {
      mkdirSync(this.options.folder, { recursive: true, mode: 0o700 });
      closeSync(openSync(path, 'w', 0o600));
    });
    const isOurs = await this.store(answer);
    await this.remove(path);
    return isOurs;
  }

  /**
   * Writes to the database what was left on the disk. Notes of processes that live may be among them: they are as true.
   *
   * @throws whatever the database says
   */
  async settle(): Promise<void> {
    const { folder } = this.options;
    // The folder is made with the first note.
    for (const name of await readdir(folder).catch((): string[] => [])) {
      const answer = parseName(name);
      if (answer === undefined) continue;
      // The note is ignored for a request that has ended, or runs elsewhere by now.
      await this.store(answer);
      await this.remove(join(folder, name));
    }
  }

  private store(answer: BegunAnswer): Promise<boolean> {
    const { asyncJobs, batchLines } = this.options.database;
    if (answer.kind === 'job') return asyncJobs.noteAnswer(answer.id, answer.fence);
    return batchLines.noteAnswer(answer.hold, answer.line);
  }

  /** Another process may have removed it, or the disk never took it. */
  private async remove(path: string): Promise<void> {
    await unlink(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') this.options.tasks.failed('answer_notes', error);
    });
  }

  /** Without the disk there is still the database, some milliseconds later. */
  private tryDisk(work: () => void): void {
    try {
      work();
      this.options.tasks.succeeded('answer_notes');
    } catch (error) {
      this.options.tasks.failed('answer_notes', error);
    }
  }
}

export type NotingStores = Pick<Database, 'asyncJobs' | 'batchLines'>;

/**
 * The stores of a database, which note on the disk first that an answer begins. Jobs that another worker has left behind are handed out
 * after its notes were read.
 */
export function noteOnDiskFirst({ asyncJobs, batchLines }: NotingStores, begun: BegunAnswers): NotingStores {
  const jobs: Pick<NotingStores['asyncJobs'], 'findToRun' | 'noteAnswer'> = {
    noteAnswer: (id, fence) => begun.note({ kind: 'job', id, fence }),
    findToRun: async (id) => {
      const job = await asyncJobs.findToRun(id);
      if (job?.status !== 'running') return job;
      await begun.settle();
      return asyncJobs.findToRun(id);
    },
  };
  const lines: Pick<NotingStores['batchLines'], 'noteAnswer' | 'recover'> = {
    noteAnswer: (hold, line) => begun.note({ kind: 'line', hold, line }),
    recover: async (hold) => {
      await begun.settle();
      return batchLines.recover(hold);
    },
  };
  return { asyncJobs: override(asyncJobs, jobs), batchLines: override(batchLines, lines) };
}

/** An object like another one, with some members of its own. */
function override<Whole extends object>(whole: Whole, own: Partial<Whole>): Whole {
  return Object.create(whole, Object.getOwnPropertyDescriptors(own)) as Whole;
}

const NAME = /^(job|line)-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-(\d{1,9})(?:-(\d{1,9}))?$/;

function nameOf(answer: BegunAnswer): string {
  if (answer.kind === 'job') return `job-${answer.id}-${answer.fence}`;
  return `line-${answer.hold.id}-${answer.hold.fence}-${answer.line}`;
}

/** Undefined for a file of somebody else. */
function parseName(name: string): BegunAnswer | undefined {
  const [, kind, id, fence, line] = NAME.exec(name) ?? [];
  if (id === undefined) return undefined;
  if (kind === 'job') return line === undefined ? { kind, id, fence: Number(fence) } : undefined;
  return line === undefined ? undefined : { kind: 'line', hold: { id, fence: Number(fence) }, line: Number(line) };
}

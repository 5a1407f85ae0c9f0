import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { auditLine, takeTurns, waitUntil } from '@multilane/testing';
import { clockTimeOf, expectWithin } from '@multilane/testing/measure-hold';
import fc from 'fast-check';
import type { AuditRecord } from '../audit-record.js';
import type { AuditProblem, AuditWriter } from '../create-audit-writer.js';
import { createSpooledWriter, SPOOL_DELAY_MS, type SpooledWriterOptions } from './create-spooled-writer.js';

const itInTurn = takeTurns(it);

const record = (request_id: string): AuditRecord => JSON.parse(auditLine({ request_id })) as AuditRecord;
const AN_HOUR_S = 3_600;

let folder: string;
let problems: AuditProblem[];
let writers: AuditWriter[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'multilane-spool-'));
  problems = [];
  writers = [];
});
afterEach(async () => {
  await Promise.all(writers.map((writer) => writer.close()));
  rmSync(folder, { recursive: true, force: true });
});

/** A database that keeps each record once, and may be away. */
class Rows {
  readonly ids: string[] = [];
  private readonly known = new Set<string>();
  state: 'up' | 'away' | 'dead' = 'up';

  readonly store = (lines: Buffer): Promise<void> => {
    if (this.state === 'dead') return new Promise(() => undefined);
    if (this.state === 'away') return Promise.reject(new Error('away'));
    for (const line of lines.toString().trimEnd().split('\n')) this.add(line);
    return Promise.resolve();
  };

  add(line: string): void {
    const { id, request_id } = JSON.parse(line) as AuditRecord;
    if (this.known.has(id)) return;
    this.known.add(id);
    this.ids.push(request_id);
  }
}

const OUTCOMES = ['commit', 'fail', 'commit and fail', 'die', 'commit and die'] as const;
const SILENT = { maxBytes: 64 * 1024 * 1024, isRefused: () => false, onProblem: () => undefined };

/** A database as a process sees it that dies at one of its answers, or when it is told to. */
function mortal(rows: Rows, outcomes: readonly (typeof OUTCOMES)[number][]) {
  const script = [...outcomes];
  let isDead = false;
  const store = (lines: Buffer): Promise<void> => {
    const outcome = isDead ? 'die' : (script.shift() ?? 'commit');
    if (outcome.startsWith('commit')) void rows.store(lines);
    isDead ||= outcome.endsWith('die');
    if (isDead) return new Promise(() => undefined);
    return outcome.endsWith('fail') ? Promise.reject(new Error('away')) : Promise.resolve();
  };
  return {
    store,
    die: (): void => {
      isDead = true;
    },
  };
}

function makeWriter(store: SpooledWriterOptions['store'], options: Partial<SpooledWriterOptions> = {}): AuditWriter {
  const writer = createSpooledWriter({
    folder,
    maxBytes: 64 * 1024 * 1024,
    store,
    isRefused: (error) => (error as Error).message === 'refused',
    onProblem: (problem) => problems.push(problem),
    ...options,
  });
  writers.push(writer);
  return writer;
}

const files = (place = folder): string[] => readdirSync(place).map((name) => join(place, name));
/** Ages the files as if the process that wrote them had been dead for a while. */
const age = (place = folder): void => {
  const then = Date.now() / 1000 - AN_HOUR_S;
  for (const file of files(place)) {
    try {
      utimesSync(file, then, then);
    } catch (error) {
      // A writer that works on another thread has stored this file and removed it since it was listed.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
};
const count = (kind: AuditProblem['kind']): number =>
  problems.filter((problem) => problem.kind === kind).reduce((sum, { records = 1 }) => sum + records, 0);

describe('audit records on their way to a database', () => {
  it('are stored within a moment, in their order, and leave nothing on the disk', async () => {
    const rows = new Rows();
    const writer = makeWriter(rows.store);
    const ids = Array.from({ length: 1_234 }, (_, index) => `r${index}`);
    for (const id of ids) writer.write(record(id));
    expect(writer.backlog().records).toBe(1_234);
    await waitUntil('the records', () => rows.ids.length === 1_234 || undefined, 2_000);
    expect(rows.ids).toEqual(ids);
    await waitUntil('the files to go', () => files().length === 0 || undefined);
    expect(writer.backlog()).toEqual({ records: 0, memoryBytes: 0, spooledBytes: 0, isSpoolAway: false });
    expect(problems).toEqual([]);
  });

  it('are in their file within 5 ms: a killed process loses at most what is younger', async () => {
    const rows = new Rows();
    rows.state = 'dead';
    const writer = makeWriter(rows.store);
    const isWritten = (id: string) => files().some((path) => readFileSync(path, 'utf8').includes(`"${id}"`));
    let written = 0;
    const write = async (): Promise<void> => {
      written += 1;
      const id = `r${written};`;
      writer.write(record(id));
      while (!isWritten(id)) await new Promise((resolve) => setImmediate(resolve));
    };
    // The median: on a machine that is busy with other tests, some of any program's timers are late.
    const measureMedian = async (): Promise<number> => {
      const waits: number[] = [];
      for (let turn = 0; turn < 41; turn++) {
        waits.push(await clockTimeOf(write));
        await new Promise((resolve) => setTimeout(resolve, turn % 10));
      }
      return waits.sort((a, b) => a - b)[20] ?? Number.NaN;
    };
    await expectWithin(SPOOL_DELAY_MS, measureMedian);
    writers = [];
  });

  it('are readable by their owner alone, while the database does not answer', async () => {
    const rows = new Rows();
    rows.state = 'dead';
    const writer = makeWriter(rows.store);
    writer.write(record('a'));
    const file = await waitUntil('the file', () => files().find((path) => statSync(path).size > 0), 1_000);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ request_id: 'a' });
    writers = [];
  });

  it('are on the disk once each, while more come', async () => {
    const rows = new Rows();
    rows.state = 'dead';
    const writer = makeWriter(rows.store);
    for (let index = 0; index < 300; index++) {
      writer.write(record(`r${index}`));
      if (index % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await writer.flush();
    const lines = files().flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'));
    expect(lines.map((line) => (JSON.parse(line) as AuditRecord).request_id).sort()).toEqual(
      Array.from({ length: 300 }, (_, index) => `r${index}`).sort(),
    );
    writers = [];
  }, 15_000);

  it('wait on the disk and not in memory while it is away, and are stored when it is back, each once', async () => {
    const rows = new Rows();
    rows.state = 'away';
    const writer = makeWriter(rows.store, { maxMemory: 5 * 1024 * 1024 });
    const ids: string[] = [];
    let bytes = 0;
    for (let round = 0; round < 6; round++) {
      for (let index = 0; index < 2_000; index++) {
        const each = record(`r${round}-${index}`);
        ids.push(each.request_id);
        bytes += JSON.stringify(each).length;
        writer.write(each);
      }
      // However slow the disk is to secure what it has: one of these batches is in memory at most.
      const isOnDisk = (): true | undefined => {
        const { memoryBytes, spooledBytes } = writer.backlog();
        return (spooledBytes >= bytes && memoryBytes === 0) || undefined;
      };
      await waitUntil('the disk', isOnDisk, 60_000);
    }
    // More records than memory has room for have come through it.
    expect(bytes).toBeGreaterThan(10_000_000);
    expect(count('dropped')).toBe(0);
    rows.state = 'up';
    await waitUntil('the records', () => rows.ids.length === ids.length || undefined, 30_000);
    expect(rows.ids).toEqual(ids);
    expect(count('failed')).toBeGreaterThan(0);
    await waitUntil('the files to go', () => files().length === 0 || undefined);
  }, 180_000);

  itInTurn('that waited for a slow database go to it together: it need not be as quick as batches close', async () => {
    const rows = new Rows();
    const calls: number[] = [];
    let go: (() => void) | undefined;
    const writer = makeWriter(async (lines) => {
      calls.push(lines.toString().trimEnd().split('\n').length);
      await new Promise<void>((resolve) => {
        go = resolve;
      });
      return rows.store(lines);
    });
    const ids: string[] = [];
    const writeOne = (): void => {
      ids.push(`r${ids.length}`);
      writer.write(record(`r${ids.length - 1}`));
    };
    const writeUntilFiles = (wanted: number) => {
      const isEnough = (): true | undefined => {
        writeOne();
        return files().length >= wanted || undefined;
      };
      return waitUntil(`${wanted} files`, isEnough, 20_000);
    };
    // More than wait in memory; each is in a file of its own.
    await writeUntilFiles(6);
    expect(calls).toHaveLength(1);
    const storeNext = (): true | undefined => {
      go?.();
      return rows.ids.length === ids.length || undefined;
    };
    await waitUntil('all records', storeNext, 20_000);
    expect(rows.ids).toEqual(ids);
    // Three calls store the first records, those that waited for them, and those still open then.
    expect(calls.length).toBeLessThanOrEqual(3);
    await waitUntil('the files to go', () => files().length === 0 || undefined);
    expect(writer.backlog()).toEqual({ records: 0, memoryBytes: 0, spooledBytes: 0, isSpoolAway: false });
    expect(problems).toEqual([]);
  });

  it('are stored by the next process after one left them behind; a line that was torn is counted', async () => {
    const lines = ['a', 'b', 'c'].map((id) => JSON.stringify(record(id)));
    writeFileSync(join(folder, 'left.ndjson'), `${lines.slice(0, 2).join('\n')}\n${lines[2]?.slice(0, 100)}`);
    writeFileSync(join(folder, 'of-somebody-alive.ndjson'), `${lines[2]}\n`);
    const then = Date.now() / 1000 - AN_HOUR_S;
    utimesSync(join(folder, 'left.ndjson'), then, then);
    const rows = new Rows();
    makeWriter(rows.store);
    await waitUntil('the records', () => rows.ids.length === 2 || undefined);
    expect(rows.ids).toEqual(['a', 'b']);
    await waitUntil('the file to go', () => files().length === 1 || undefined);
    expect(count('dropped')).toBe(1);
    expect(files()).toEqual([join(folder, 'of-somebody-alive.ndjson')]);
  });

  itInTurn(
    'are not lost when another process takes their file away while ours stands still',
    async () => {
      const rows = new Rows();
      rows.state = 'dead';
      const writer = makeWriter(rows.store);
      writer.write(record('a'));
      await waitUntil('the file', () => files().find((path) => statSync(path).size > 0), 1_000);
      for (const file of files()) rmSync(file);
      writer.write(record('b'));
      await writer.flush();
      const text = files()
        .map((file) => readFileSync(file, 'utf8'))
        .join('');
      expect(
        text
          .trim()
          .split('\n')
          .map((line) => (JSON.parse(line) as AuditRecord).request_id),
      ).toEqual(['a', 'b']);
      writers = [];
    },
    15_000,
  );

  it('are dropped and counted if the database rejects them, and those beside them are stored', async () => {
    const rows = new Rows();
    const writer = makeWriter((lines) => {
      if (lines.includes('"bad')) return Promise.reject(new Error('refused'));
      return rows.store(lines);
    });
    for (let index = 0; index < 100; index++) writer.write(record(index % 33 === 7 ? `bad${index}` : `r${index}`));
    await writer.flush();
    expect(rows.ids).toHaveLength(97);
    expect(count('dropped')).toBe(3);
  });

  it('go to the database from memory where the disk takes nothing', async () => {
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'a file in the place of the folder');
    const rows = new Rows();
    const writer = makeWriter(rows.store);
    for (let index = 0; index < 1_500; index++) writer.write(record(`r${index}`));
    await waitUntil('the records', () => rows.ids.length === 1_500 || undefined, 3_000);
    expect(writer.backlog().isSpoolAway).toBe(true);
    expect(count('spool_failed')).toBeGreaterThan(0);
    expect(count('dropped')).toBe(0);
    rmSync(folder);
    mkdirSync(folder);
  });

  it.each([
    ['the disk takes nothing', { maxBytes: 64 * 1024 * 1024 }, true],
    ['the spool is full', { maxBytes: 200_000 }, false],
  ])(
    'are dropped where %s and the database is unavailable, each counted, and memory stays bounded',
    async (_why, options, isBlocked) => {
      if (isBlocked) {
        rmSync(folder, { recursive: true });
        writeFileSync(folder, '');
      }
      const rows = new Rows();
      rows.state = 'away';
      const writer = makeWriter(rows.store, { ...options, maxMemory: 300_000 });
      let written = 0;
      for (let round = 0; round < 10; round++) {
        for (let index = 0; index < 200; index++) writer.write(record(`r${written++}`));
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
      const lost = count('dropped');
      expect(lost).toBeGreaterThan(0);
      expect(writer.backlog().records).toBe(written - lost);
      expect(writer.backlog().isSpoolAway).toBe(true);
      if (isBlocked) rmSync(folder);
      rows.state = 'up';
      await waitUntil('what was kept', () => rows.ids.length === written - lost || undefined, 8_000);
      // Later records are kept again.
      writer.write(record('after'));
      await writer.flush();
      expect(rows.ids.at(-1)).toBe('after');
    },
    20_000,
  );

  it('are stored, or on the disk, when the process ends in good order', async () => {
    const rows = new Rows();
    const writer = makeWriter(rows.store);
    for (let index = 0; index < 700; index++) writer.write(record(`r${index}`));
    await writer.close();
    expect(rows.ids).toHaveLength(700);
    rows.state = 'away';
    const second = makeWriter(rows.store);
    for (let index = 0; index < 700; index++) second.write(record(`s${index}`));
    await second.close();
    expect(rows.ids).toHaveLength(700);
    age();
    rows.state = 'up';
    makeWriter(rows.store);
    await waitUntil('the rest', () => rows.ids.length === 1_400 || undefined);
  }, 20_000);

  itInTurn(
    'are stored exactly once, whenever a process dies: before the disk, between disk, commit and removal',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(
            fc.record({
              records: fc.integer({ min: 1, max: 700 }),
              outcomes: fc.array(fc.constantFrom('commit', 'fail', 'commit and fail', 'die', 'commit and die'), {
                maxLength: 4,
              }),
              end: fc.constantFrom('kill', 'close'),
            }),
            { minLength: 1, maxLength: 4 },
          ),
          async (lives) => {
            const place = mkdtempSync(join(folder, 'run-'));
            const rows = new Rows();
            const settled: string[] = [];
            for (const [life, { records, outcomes, end }] of lives.entries()) {
              const ending = mortal(rows, outcomes);
              const writer = createSpooledWriter({ ...SILENT, folder: place, store: ending.store });
              for (let index = 0; index < records; index++) {
                writer.write(record(`${life}-${index}`));
                settled.push(`${life}-${index}`);
              }
              if (end === 'close' && !outcomes.some((outcome) => outcome.endsWith('die'))) await writer.close();
              else await new Promise((resolve) => setTimeout(resolve, 60));
              ending.die();
              age(place);
            }
            let last = createSpooledWriter({ ...SILENT, folder: place, store: rows.store });
            const isStored = () => rows.ids.length >= settled.length || undefined;
            await waitUntil('the records on the disk', isStored, 2_000).catch(() => undefined);
            // On a busy machine a life still writes after its file was aged: the file looks in use again, so it is aged once more.
            if (!isStored()) {
              await last.close();
              age(place);
              last = createSpooledWriter({ ...SILENT, folder: place, store: rows.store });
            }
            await waitUntil('every record', isStored, 10_000);
            await last.close();
            expect([...rows.ids].sort()).toEqual(settled.sort());
          },
        ),
        { numRuns: 25 },
      );
    },
    120_000,
  );
});

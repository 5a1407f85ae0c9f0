import { beforeEach, describe, expect, it } from '@jest/globals';
import { ClientGone } from '@multilane/http';
import { TooManyStoredBytes } from '@multilane/persistence';
import { type NewStoredFile, StoredFiles, type StoredFilesOptions } from './stored-files.js';

const OWNER = { organizationId: 'o', owner: 'team' };
const ID = '01990000-0000-7000-8000-000000000000';
const PIECE = new Uint8Array(600 * 1024);
const MIB = 1024 * 1024;

let calls: unknown[][] = [];
let mostBytes = Number.POSITIVE_INFINITY;

/** Keeps no bytes, and notes what it was asked. */
const STORE = {
  begin: (_owner: object, { size }: { size: number }, most: number | undefined) => {
    calls.push(['begin', size, most]);
    return size > mostBytes ? Promise.reject(new TooManyStoredBytes()) : Promise.resolve();
  },
  append: (_id: string, position: number, bytes: Uint8Array, size: number) => {
    calls.push(['append', position, bytes.length, size]);
    return Promise.resolve();
  },
  finish: (id: string, size: number, expiresAt: Date) => {
    calls.push(['finish', size]);
    return Promise.resolve({ id, purpose: 'batch', filename: 'a', size, createdAt: new Date(), expiresAt });
  },
  discard: () => {
    calls.push(['discard']);
    return Promise.resolve();
  },
} as unknown as StoredFilesOptions['store'];

const FILES = new StoredFiles({
  store: STORE,
  newId: () => ID,
  settings: () => ({ max_file_mb: 2, stored_files_mb: 8, file_ttl_days: 1 }),
});

async function* piecesOf(count: number): AsyncIterable<Uint8Array> {
  for (let each = 0; each < count; each += 1) yield PIECE;
}

const upload = (pieces: number, more: Partial<NewStoredFile> = {}): Promise<object> =>
  FILES.create(OWNER, {
    ...{ purpose: 'batch', filename: 'a', seconds: undefined, isAbandoned: () => false },
    ...{ size: pieces * PIECE.length, bytes: piecesOf(pieces), ...more },
  });

beforeEach(() => {
  calls = [];
  mostBytes = Number.POSITIVE_INFINITY;
});

// docs/contract/batches.md#files
describe('an upload', () => {
  it('counts with its whole size from the first byte to the last', async () => {
    const size = 2 * PIECE.length;
    expect(await upload(2)).toMatchObject({ bytes: size, status: 'processed' });
    expect(calls[0]).toEqual(['begin', size, 8 * MIB]);
    const appended = calls.filter(([what]) => what === 'append');
    expect(appended.map(([, , , counted]) => counted)).toEqual(appended.map(() => size));
    expect(appended.reduce((sum, [, , bytes]) => sum + Number(bytes), 0)).toBe(size);
    expect(calls.at(-1)).toEqual(['finish', size]);
  });

  it.each([
    ['is larger than a file may be', 4, Number.POSITIVE_INFINITY, []],
    ['has no room among the others', 2, PIECE.length, [['begin', 2 * PIECE.length, 8 * MIB]]],
  ] as const)('that %s is rejected before a byte is stored', async (_how, pieces, most, expected) => {
    mostBytes = most;
    await expect(upload(pieces)).rejects.toMatchObject({ code: 'payload_too_large', param: 'file' });
    expect(calls).toEqual(expected);
  });

  it('whose client leaves is discarded', async () => {
    let asked = 0;
    await expect(upload(3, { isAbandoned: () => asked++ > 0 })).rejects.toBeInstanceOf(ClientGone);
    expect(calls.map(([what]) => what)).toEqual(['begin', 'append', 'append', 'discard']);
  });
});

describe('a file of results', () => {
  it('is stored whatever its size, and counts as it grows', async () => {
    const writer = await FILES.write(OWNER, 'batch_output', 'a.jsonl');
    for await (const piece of piecesOf(2)) await writer.write(piece);
    await writer.finish();
    expect(calls[0]).toEqual(['begin', 0, undefined]);
    const counted = calls.flatMap(([what, , , size]) => (what === 'append' ? [size] : []));
    expect(counted).toEqual([PIECE.length, PIECE.length, 2 * PIECE.length, 2 * PIECE.length]);
    expect(calls.at(-1)).toEqual(['finish', 2 * PIECE.length]);
  });
});

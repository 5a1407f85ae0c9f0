import { sqlWithin } from '../connection/connection.js';
import { isId } from '../ids/new-id.js';
import type { StoredFileRecord } from '../records/batch.js';
import type { ObjectOwner } from '../repositories/provider-objects.js';
import { inBatches } from '../statements/in-batches.js';
import { command, statement } from '../statements/statement.js';
import { storedFiles } from '../tables/background.js';
import { columnsOf } from '../tables/table.js';
import { SealedStore } from './sealed-store.js';

const COLUMNS = columnsOf(storedFiles, '', 'organizationId', 'owner', 'isWhole');

type Row = Omit<StoredFileRecord, 'filename'> & { readonly nameSealed: string };

/** The files of an organization would be larger than they may be. */
export class TooManyStoredBytes extends Error {
  override readonly name = 'TooManyStoredBytes';
}

/** Files in one statement: their bytes go with them. */
const BATCH = 20;

const TAKE_TURN = command('SELECT pg_advisory_xact_lock(hashtextextended($1, 7246113556))');
const BEGIN = command(`INSERT INTO stored_files (id, organization_id, owner, purpose, name_sealed, size, expires_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7)`);
const APPEND = command(`WITH grown AS (UPDATE stored_files SET size = $4, expires_at = $5 WHERE id = $1)
   INSERT INTO stored_file_chunks (file_id, position, sealed) VALUES ($1, $2, $3)`);
const FINISH = statement<Row>(
  COLUMNS.types,
  `UPDATE stored_files SET is_whole = true, size = $2, expires_at = $3 WHERE id = $1 RETURNING ${COLUMNS.sql}`,
);
const FIND = statement<Row>(
  COLUMNS.types,
  `SELECT ${COLUMNS.sql} FROM stored_files
   WHERE id = $1 AND organization_id = $2 AND owner = $3 AND is_whole AND expires_at > now()`,
);
const listIn = (order: 'asc' | 'desc') =>
  statement<Row>(
    COLUMNS.types,
    `SELECT ${COLUMNS.sql} FROM stored_files
   WHERE organization_id = $1 AND owner = $2 AND is_whole AND expires_at > now()
     AND ($3::uuid IS NULL OR id ${order === 'asc' ? '>' : '<'} $3) AND ($4::text IS NULL OR purpose = $4)
   ORDER BY id ${order} LIMIT $5`,
  );
const LIST = { asc: listIn('asc'), desc: listIn('desc') };
const READ_CHUNK = statement<{ sealed: Uint8Array }>(
  { sealed: 'bytea' },
  'SELECT sealed FROM stored_file_chunks WHERE file_id = $1 AND position = $2',
);
const REMOVE = command(`DELETE FROM stored_files WHERE id = $1 AND organization_id = $2 AND owner = $3`);
const DISCARD = command('DELETE FROM stored_files WHERE id = $1');
const REMOVE_EXPIRED = command(`DELETE FROM stored_files WHERE id IN (
   SELECT id FROM stored_files WHERE expires_at <= now() ORDER BY expires_at LIMIT ${BATCH})`);

/** Files that the gateway stores itself, piece by piece, so that nobody holds a whole one. Names and bytes are sealed. */
export class StoredFileStore extends SealedStore {
  protected readonly contents = 'files';

  /**
   * Begins a file; it is found when it is whole, and removed at `expiresAt` where it never becomes so. Its size counts from now on.
   *
   * @param size in bytes, as far as it is known
   * @param mostBytes of all files of the organization; undefined for what is stored regardless. Files that begin at once cannot
   * exceed it together: those of an organization are measured by one of them at a time.
   * @throws TooManyStoredBytes
   */
  async begin(
    { organizationId, owner }: ObjectOwner,
    { expiresAt, filename, id, purpose, size }: Omit<StoredFileRecord, 'createdAt'>,
    mostBytes: number | undefined,
  ): Promise<void> {
    const name = this.boxOrThrow().seal(filename, nameOf(id));
    await this.access.transaction(async (manager) => {
      const sql = sqlWithin(manager);
      if (mostBytes !== undefined) {
        await TAKE_TURN.run(sql, [organizationId]);
        const stored = await MEASURE.one(sql, [organizationId]);
        if (stored.size + size > mostBytes) throw new TooManyStoredBytes();
      }
      await BEGIN.run(sql, [id, organizationId, owner, purpose, name, size, expiresAt]);
    });
  }

  /**
   * Adds the piece of a position, counted from 0.
   *
   * @param size of the file, as far as it is known now
   * @param expiresAt when it is removed if it is still not whole then
   */
  async append(id: string, position: number, bytes: Uint8Array, size: number, expiresAt: Date): Promise<void> {
    const sealed = this.boxOrThrow().sealBytes(bytes, chunkOf(id, position));
    await APPEND.run(this.access, [id, position, sealed, size, expiresAt]);
  }

  /** The file is whole from now on. Undefined if it is gone. */
  async finish(id: string, size: number, expiresAt: Date): Promise<StoredFileRecord | undefined> {
    const [row] = await FINISH.rows(this.access, [id, size, expiresAt]);
    return row && this.read(row);
  }

  /** A whole file of that owner. Another owner's is not found, nor is one that has expired. */
  async find({ organizationId, owner }: ObjectOwner, id: string): Promise<StoredFileRecord | undefined> {
    if (!isId(id)) return undefined;
    const rows = await FIND.rows(this.access, [id, organizationId, owner]);
    return rows[0] && this.read(rows[0]);
  }

  /** The owner's files by the order of their ids, behind `after`. */
  async list(
    { organizationId, owner }: ObjectOwner,
    page: { limit: number; after?: string | undefined; order: 'asc' | 'desc'; purpose?: string | undefined },
  ): Promise<StoredFileRecord[]> {
    const { after, limit, order, purpose } = page;
    const rows = await LIST[order].rows(this.access, [organizationId, owner, after ?? null, purpose ?? null, limit]);
    return rows.map((row) => this.read(row));
  }

  /** The piece of a position; undefined behind the last one. */
  async readChunk(id: string, position: number): Promise<Buffer | undefined> {
    const [row] = await READ_CHUNK.rows(this.access, [id, position]);
    if (row === undefined) return undefined;
    const { buffer, byteOffset, length } = row.sealed;
    return this.boxOrThrow().openBytes(Buffer.from(buffer, byteOffset, length), chunkOf(id, position));
  }

  /** False if the owner has no such file. */
  async remove({ organizationId, owner }: ObjectOwner, id: string): Promise<boolean> {
    if (!isId(id)) return false;
    return REMOVE.matches(this.access, [id, organizationId, owner]);
  }

  /** Removes an unfinished file, or one that its batch never announced. */
  async discard(id: string): Promise<void> {
    await DISCARD.run(this.access, [id]);
  }

  /** The bytes of all files of an organization, with those that are not whole yet. */
  async measure(organizationId: string): Promise<number> {
    const [row] = await MEASURE.rows(this.access, [organizationId]);
    return row?.size ?? 0;
  }

  /** Removes files that have expired, in small statements. */
  async removeExpired(): Promise<void> {
    const isStopped = () => false;
    await inBatches(BATCH, isStopped, () => REMOVE_EXPIRED.count(this.access));
  }

  private read({ nameSealed, ...file }: Row): StoredFileRecord {
    return { ...file, filename: this.boxOrThrow().open(nameSealed, nameOf(file.id)) };
  }
}

const MEASURE = statement(
  { size: 'float8' },
  'SELECT coalesce(sum(size), 0)::float8 AS size FROM stored_files WHERE organization_id = $1',
);
/** Sealing purpose of a file's name. */
export const nameOf = (id: string): string => `stored_file_name ${id}`;
/** Sealing purpose of a piece of a file. */
export const chunkOf = (id: string, position: number): string => `stored_file_chunk ${id} ${position}`;

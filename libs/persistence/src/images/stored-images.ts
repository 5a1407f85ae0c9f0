import type { EntityManager } from 'typeorm';
import type { OpenAccess } from '../connection/connection.js';
import { isId } from '../ids/new-id.js';

/** An image that is served by address. */
export interface StoredImage {
  readonly id: string;
  readonly organizationId: string;
  readonly bytes: Uint8Array;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface FoundImage {
  readonly organizationId: string;
  readonly bytes: Buffer;
}

/** Rows in one statement. Their bytes are freed with them, which takes longer than the rows. */
const BATCH = 200;

const STORE = `
INSERT INTO stored_images (id, organization_id, bytes, size, created_at, expires_at)
SELECT $1, $2, $3, $4, $5, $6
 WHERE EXISTS (SELECT 1 FROM organizations WHERE organizations.id = $2)
RETURNING 1 AS stored`;

/** The youngest images of an organization stay, as many as fit. */
const MAKE_ROOM = `
WITH removed AS (
  DELETE FROM stored_images WHERE id IN (
    SELECT id FROM (
      SELECT id, sum(size) OVER (ORDER BY created_at DESC, id DESC) AS total
        FROM stored_images WHERE organization_id = $1) AS counted
     WHERE total > $2)
  RETURNING 1)
SELECT count(*)::int AS removed FROM removed`;

const REMOVE_EXPIRED = `
WITH removed AS (
  DELETE FROM stored_images
   WHERE id IN (SELECT id FROM stored_images WHERE expires_at < $1 ORDER BY expires_at LIMIT ${BATCH})
  RETURNING 1)
SELECT count(*)::int AS removed FROM removed`;

const FIND = 'SELECT bytes, organization_id FROM stored_images WHERE id = $1 AND expires_at > $2';

/** The bytes of images that are served by address until they expire. */
export class StoredImageStore {
  constructor(private readonly access: OpenAccess) {}

  /**
   * Stores an image, and removes the oldest of its organization where all of them together are larger than `mostBytes`.
   * Resolves to the number of those, or undefined if the organization does not exist.
   */
  async store(
    { id, organizationId, bytes, createdAt, expiresAt }: StoredImage,
    mostBytes: number,
  ): Promise<number | undefined> {
    const times = [createdAt.toISOString(), expiresAt.toISOString()];
    // A view of the same bytes: the driver of one of the databases knows no other arrays.
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    return this.access.run(async (manager) => {
      const stored = await manager.query<unknown[]>(STORE, [id, organizationId, buffer, bytes.length, ...times]);
      if (stored.length === 0) return undefined;
      const [row] = await manager.query<{ removed: number }[]>(MAKE_ROOM, [organizationId, mostBytes]);
      return row?.removed ?? 0;
    });
  }

  /** An image and whose it is; undefined for none, for one that has expired, and for what is no id. */
  async find(id: string, now: Date): Promise<FoundImage | undefined> {
    if (!isId(id)) return undefined;
    const rows = await this.access.run((manager: EntityManager) =>
      manager.query<{ bytes: Uint8Array; organization_id: string }[]>(FIND, [id, now.toISOString()]),
    );
    const [row] = rows;
    if (row === undefined) return undefined;
    const { bytes, organization_id: organizationId } = row;
    return { organizationId, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) };
  }

  /** Removes those that expired before a moment, in small statements. Resolves to their number. */
  async removeExpired(before: Date, isStopped: () => boolean = () => false): Promise<number> {
    let removed = 0;
    for (let last = BATCH; last === BATCH && !isStopped(); removed += last) {
      const rows = await this.access.run((manager: EntityManager) =>
        manager.query<{ removed: number }[]>(REMOVE_EXPIRED, [before.toISOString()]),
      );
      last = rows[0]?.removed ?? 0;
    }
    return removed;
  }
}

import type { OpenAccess } from '../connection/connection.js';
import { isId } from '../ids/new-id.js';
import { inBatches } from '../statements/in-batches.js';
import { command, statement } from '../statements/statement.js';

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

const STORE = command(`
   INSERT INTO stored_images (id, organization_id, bytes, size, created_at, expires_at)
   SELECT $1, $2, $3, $4, $5, $6
    WHERE EXISTS (SELECT 1 FROM organizations WHERE organizations.id = $2)
   RETURNING 1 AS stored`);

/** The youngest images of an organization stay, as many as fit. */
const MAKE_ROOM = command(`DELETE FROM stored_images WHERE id IN (
     SELECT id FROM (
       SELECT id, sum(size) OVER (ORDER BY created_at DESC, id DESC) AS total
         FROM stored_images WHERE organization_id = $1) AS counted
      WHERE total > $2)`);

const REMOVE_EXPIRED = command(`DELETE FROM stored_images
    WHERE id IN (SELECT id FROM stored_images WHERE expires_at < $1 ORDER BY expires_at LIMIT ${BATCH})`);

const FIND = statement<{ bytes: Uint8Array; organization_id: string }>(
  { bytes: 'bytea', organization_id: 'uuid' },
  'SELECT bytes, organization_id FROM stored_images WHERE id = $1 AND expires_at > $2',
);

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
      if (!(await STORE.matches(manager, [id, organizationId, buffer, bytes.length, ...times]))) return undefined;
      return MAKE_ROOM.count(manager, [organizationId, mostBytes]);
    });
  }

  /** An image and whose it is; undefined for none, for one that has expired, and for what is no id. */
  async find(id: string, now: Date): Promise<FoundImage | undefined> {
    if (!isId(id)) return undefined;
    const rows = await FIND.rows(this.access, [id, now.toISOString()]);
    const [row] = rows;
    if (row === undefined) return undefined;
    const { bytes, organization_id: organizationId } = row;
    return { organizationId, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) };
  }

  /** Removes those that expired before a moment, in small statements. Resolves to their number. */
  removeExpired(before: Date, isStopped: () => boolean = () => false): Promise<number> {
    return inBatches(BATCH, isStopped, () => REMOVE_EXPIRED.count(this.access, [before.toISOString()]));
  }
}

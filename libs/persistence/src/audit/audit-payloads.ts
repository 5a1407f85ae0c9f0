import type { EntityManager } from 'typeorm';
import type { OpenAccess } from '../connection/connection.js';
import { isId } from '../ids/new-id.js';
import type { AuditPayload } from '../records/audit.js';
import { type SecretBox, SecretBoxError } from '../secrets/secret-box.js';

/** Rows in one statement: some milliseconds of work. */
const BATCH = 1_000;

const STORE = `
INSERT INTO audit_payloads (id, organization_id, time, sealed)
SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[]) AS given (id, organization_id, time, sealed)
 WHERE EXISTS (SELECT 1 FROM organizations WHERE organizations.id = given.organization_id)
ON CONFLICT (id) DO NOTHING`;

const REMOVE = `
WITH removed AS (
  DELETE FROM audit_payloads WHERE id IN (SELECT id FROM audit_payloads WHERE time < $1 ORDER BY time LIMIT ${BATCH})
  RETURNING 1)
SELECT count(*)::int AS removed FROM removed`;

/** Contents of the requests and answers of audit records. Sealed before it is stored, for its very row. */
export class AuditPayloadStore {
  constructor(
    private readonly access: OpenAccess,
    private readonly box: SecretBox | undefined,
  ) {}

  /** True if there is a key to seal with; without one nothing can be stored. */
  get isReady(): boolean {
    return this.box !== undefined;
  }

  /** @throws SecretBoxError without an encryption key. */
  async store(payloads: readonly AuditPayload[]): Promise<void> {
    const box = this.boxOrThrow();
    const columns = [
      payloads.map(({ id }) => id),
      payloads.map(({ organizationId }) => organizationId),
      payloads.map(({ time }) => time.toISOString()),
      payloads.map((payload) => box.seal(payload.text, purposeOf(payload))),
    ];
    await this.access.run((manager) => manager.query(STORE, columns));
  }

  /**
   * That of a record; undefined for none, for another tenant's, and for what is no id.
   *
   * @throws SecretBoxError where the key that sealed it is gone.
   */
  async find(organizationId: string, id: string): Promise<AuditPayload | undefined> {
    if (!isId(id)) return undefined;
    const sql = 'SELECT time, sealed FROM audit_payloads WHERE organization_id = $1 AND id = $2';
    const rows = await this.access.run((manager: EntityManager) =>
      manager.query<{ time: Date; sealed: string }[]>(sql, [organizationId, id]),
    );
    const [row] = rows;
    if (row === undefined) return undefined;
    const text = this.boxOrThrow().open(row.sealed, purposeOf({ organizationId, id }));
    return { id, organizationId, time: row.time, text };
  }

  /**
   * Those of some records, by their ids: none for another tenant's.
   *
   * @throws SecretBoxError where the key that sealed one is gone
   */
  async findMany(organizationId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const sql = 'SELECT id, sealed FROM audit_payloads WHERE organization_id = $1 AND id = ANY($2::uuid[])';
    const rows = await this.access.run((manager: EntityManager) =>
      manager.query<{ id: string; sealed: string }[]>(sql, [organizationId, ids.filter(isId)]),
    );
    const box = this.boxOrThrow();
    return new Map(rows.map(({ id, sealed }) => [id, box.open(sealed, purposeOf({ organizationId, id }))]));
  }

  /** Removes those of records from before a moment, in small statements. Resolves to their number. */
  async removeBefore(before: Date, isStopped: () => boolean = () => false): Promise<number> {
    let removed = 0;
    for (let last = BATCH; last === BATCH && !isStopped(); removed += last) {
      const rows = await this.access.run((manager: EntityManager) =>
        manager.query<{ removed: number }[]>(REMOVE, [before.toISOString()]),
      );
      last = rows[0]?.removed ?? 0;
    }
    return removed;
  }

  private boxOrThrow(): SecretBox {
    if (this.box === undefined) throw new SecretBoxError('There is no encryption key to seal payloads with.');
    return this.box;
  }
}

function purposeOf({ organizationId, id }: Pick<AuditPayload, 'organizationId' | 'id'>): string {
  return `audit_payload ${organizationId} ${id}`;
}

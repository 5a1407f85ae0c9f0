import type { OpenAccess } from '../connection/connection.js';
import { isId } from '../ids/new-id.js';
import type { AuditPayload } from '../records/audit.js';
import { type SecretBox, SecretBoxError } from '../secrets/secret-box.js';
import { inBatches } from '../statements/in-batches.js';
import { command, statement } from '../statements/statement.js';

/** Rows in one statement: some milliseconds of work. */
const BATCH = 1_000;

const STORE = command(`
   INSERT INTO audit_payloads (id, organization_id, time, sealed)
   SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[]) AS given (id, organization_id, time, sealed)
    WHERE EXISTS (SELECT 1 FROM organizations WHERE organizations.id = given.organization_id)
   ON CONFLICT (id) DO NOTHING`);

const REMOVE = command(
  `DELETE FROM audit_payloads WHERE id IN (SELECT id FROM audit_payloads WHERE time < $1 ORDER BY time LIMIT ${BATCH})`,
);

const FIND = statement(
  { time: 'timestamptz', sealed: 'text' },
  'SELECT time, sealed FROM audit_payloads WHERE organization_id = $1 AND id = $2',
);
const FIND_MANY = statement(
  { id: 'uuid', sealed: 'text' },
  'SELECT id, sealed FROM audit_payloads WHERE organization_id = $1 AND id = ANY($2::uuid[])',
);

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
    await STORE.run(this.access, columns);
  }

  /**
   * That of a record; undefined for none, for another tenant's, and for what is no id.
   *
   * @throws SecretBoxError where the key that sealed it is gone.
   */
  async find(organizationId: string, id: string): Promise<AuditPayload | undefined> {
    if (!isId(id)) return undefined;
    const [row] = await FIND.rows(this.access, [organizationId, id]);
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
    const rows = await FIND_MANY.rows(this.access, [organizationId, ids.filter(isId)]);
    const box = this.boxOrThrow();
    return new Map(rows.map(({ id, sealed }) => [id, box.open(sealed, purposeOf({ organizationId, id }))]));
  }

  /** Those of some records that can be read, by their ids; `unreadable` is the number of those whose key is gone. */
  async findReadable(
    organizationId: string,
    ids: readonly string[],
  ): Promise<{ readonly texts: ReadonlyMap<string, string>; readonly unreadable: number }> {
    const rows = this.box === undefined ? [] : await FIND_MANY.rows(this.access, [organizationId, ids.filter(isId)]);
    const texts = new Map<string, string>();
    for (const { id, sealed } of rows) {
      const text = this.openOrSkip(sealed, purposeOf({ organizationId, id }));
      if (text !== undefined) texts.set(id, text);
    }
    return { texts, unreadable: rows.length - texts.size };
  }

  private openOrSkip(sealed: string, purpose: string): string | undefined {
    try {
      return this.box?.open(sealed, purpose);
    } catch (error) {
      // The caller counts it.
      if (error instanceof SecretBoxError) return undefined;
      throw error;
    }
  }

  /** Removes those of records from before a moment, in small statements. Resolves to their number. */
  removeBefore(before: Date, isStopped: () => boolean = () => false): Promise<number> {
    return inBatches(BATCH, isStopped, () => REMOVE.count(this.access, [before.toISOString()]));
  }

  private boxOrThrow(): SecretBox {
    if (this.box === undefined) throw new SecretBoxError('There is no encryption key to seal payloads with.');
    return this.box;
  }
}

function purposeOf({ organizationId, id }: Pick<AuditPayload, 'organizationId' | 'id'>): string {
  return `audit_payload ${organizationId} ${id}`;
}

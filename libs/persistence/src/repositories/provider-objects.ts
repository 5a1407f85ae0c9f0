import type { OpenAccess } from '../connection/connection.js';
import { command, readRows, statement } from '../statements/statement.js';

export type ObjectKind = 'file' | 'fine_tuning_job' | 'batch' | 'realtime_call';

/** Owner of an object. Both have to match. */
export interface ObjectOwner {
  readonly organizationId: string;
  /** The team, workspace or person within the organization, as one text. */
  readonly owner: string;
}

/** A newly made id belongs to whoever made it, whatever was recorded of an object of that id that is gone. */
const ADD_NEW = command(`
   INSERT INTO provider_objects (account, id, kind, organization_id, owner, model) VALUES ($1, $2, $3, $4, $5, $6)
   ON CONFLICT (account, id) DO UPDATE
      SET kind = excluded.kind, organization_id = excluded.organization_id, owner = excluded.owner,
          model = excluded.model, created_at = excluded.created_at`);

const ADD_FOUND = command(`
   INSERT INTO provider_objects (account, id, kind, organization_id, owner, model)
   SELECT $1, unnest($2::text[]), $3, $4, $5, $6 ON CONFLICT (account, id) DO NOTHING`);

const FIND_OWN = statement(
  { id: 'text' },
  `
   SELECT DISTINCT id FROM provider_objects
    WHERE id = ANY($1) AND organization_id = $2 AND owner = $3 AND account = ANY($4) AND kind = $5`,
);

const REMOVE = command(`
   DELETE FROM provider_objects WHERE account = $1 AND id = $2 AND kind = $3 AND organization_id = $4 AND owner = $5`);

const FIND_MODEL = statement(
  { model: 'text' },
  `
   SELECT model FROM provider_objects WHERE id = $1 AND organization_id = $2 AND owner = $3 AND kind = $4
    ORDER BY created_at DESC LIMIT 1`,
);

const OWN = 'SELECT id FROM provider_objects WHERE organization_id = $1 AND owner = $2 AND kind = $3 AND account = $4';

/** Owners of objects at providers. Ids are compared as they are, and never read. */
export class ProviderObjectStore {
  constructor(private readonly access: OpenAccess) {}

  /** Records what the owner has just made. */
  async add(
    { organizationId, owner }: ObjectOwner,
    object: { readonly account: string; readonly id: string; readonly kind: ObjectKind; readonly model: string },
  ): Promise<void> {
    const { account, id, kind, model } = object;
    await ADD_NEW.run(this.access, [account, id, kind, organizationId, owner, model]);
  }

  /** Records what the provider has made for the owner, such as the results of a job; what has an owner keeps it. */
  async addFound(
    { organizationId, owner }: ObjectOwner,
    found: {
      readonly account: string;
      readonly ids: readonly string[];
      readonly kind: ObjectKind;
      readonly model: string;
    },
  ): Promise<void> {
    const { account, ids, kind, model } = found;
    await ADD_FOUND.run(this.access, [account, ids, kind, organizationId, owner, model]);
  }

  /** Finds those of some ids that the owner made, at one of the accounts. */
  async findOwn(
    { organizationId, owner }: ObjectOwner,
    accounts: readonly string[],
    kind: ObjectKind,
    ids: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const rows = await FIND_OWN.rows(this.access, [ids, organizationId, owner, accounts, kind]);
    return new Set(rows.map(({ id }) => id));
  }

  /** The owner's ids in the order in which they were recorded; `after` leaves out those up to it. */
  async list(
    { organizationId, owner }: ObjectOwner,
    page: {
      readonly account: string;
      readonly kind: ObjectKind;
      readonly after?: string | undefined;
      readonly order: 'asc' | 'desc';
      readonly limit: number;
    },
  ): Promise<readonly string[]> {
    const { account, after, kind, limit, order } = page;
    const rest =
      after === undefined
        ? ''
        : `AND (created_at, id) ${order === 'asc' ? '>' : '<'}
           (SELECT created_at, id FROM provider_objects WHERE account = $4 AND id = $5)`;
    const sql = `${OWN} ${rest} ORDER BY created_at ${order}, id ${order} LIMIT ${limit}`;
    const values = [organizationId, owner, kind, account, ...(after === undefined ? [] : [after])];
    const rows = await readRows<{ readonly id: string }>(this.access, { id: 'text' }, sql, values);
    return rows.map(({ id }) => id);
  }

  /** The model that the owner's object was made with; undefined if the owner made none of that id. */
  async findModel({ organizationId, owner }: ObjectOwner, kind: ObjectKind, id: string): Promise<string | undefined> {
    const rows = await FIND_MODEL.rows(this.access, [id, organizationId, owner, kind]);
    return rows[0]?.model;
  }

  /** Forgets an object of the owner that is no more. */
  async remove(
    { organizationId, owner }: ObjectOwner,
    { account, id, kind }: { readonly account: string; readonly id: string; readonly kind: ObjectKind },
  ): Promise<void> {
    await REMOVE.run(this.access, [account, id, kind, organizationId, owner]);
  }
}

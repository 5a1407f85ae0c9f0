import { isDeepStrictEqual } from 'node:util';
import type { Differences } from '../changes/find-differences.js';
import type { Access } from '../connection/connection.js';
import { PolicyEntity } from '../entities/policy.entity.js';
import { newId } from '../ids/new-id.js';
import type { JsonObject } from '../records/json.js';
import type { Page, PageRequest } from '../records/page.js';
import type { PolicyKind, PolicySecrets, SnapshotPolicy, StoredPolicyRecord } from '../records/policy.js';
import type { Sealer } from '../secrets/sealed-members.js';
import { demandBox, type SecretBox, SecretBoxError } from '../secrets/secret-box.js';
import { command } from '../statements/statement.js';
import { AuditedTable, type ChangeScope } from './audited-table.js';
import { TenantTable } from './tenant-table.js';

export interface PolicyFilters {
  readonly kind?: PolicyKind | readonly PolicyKind[] | undefined;
  /** A list: any of them; null, also in a list: those of the organization. */
  readonly workspaceId?: string | readonly (string | null)[] | null | undefined;
  readonly name?: string | undefined;
}

export interface PolicyChanges {
  readonly name?: string | undefined;
  readonly enabled?: boolean | undefined;
  readonly definition?: JsonObject | undefined;
  /** Null takes them away, undefined leaves them as they are. */
  readonly secrets?: PolicySecrets | null | undefined;
}

export type NewPolicy = PolicyChanges & {
  readonly kind: PolicyKind;
  readonly workspaceId: string | null;
  readonly name: string;
  readonly definition: JsonObject;
};

const toPolicy = ({ sealedSecrets: _sealed, secretsKeyId: _keyId, ...row }: PolicyEntity): StoredPolicyRecord => row;

export class PolicyQueries {
  protected readonly table: TenantTable<PolicyEntity, StoredPolicyRecord>;

  constructor(access: Access) {
    this.table = new TenantTable(access, PolicyEntity, toPolicy, { name: 'name' });
  }

  find(organizationId: string, id: string): Promise<StoredPolicyRecord | undefined> {
    return this.table.find(organizationId, id);
  }

  /** Some policy that the filters find. */
  findBy(organizationId: string, filters: PolicyFilters): Promise<StoredPolicyRecord | undefined> {
    return this.table.findBy(organizationId, filters);
  }

  listPage(organizationId: string, page: PageRequest<PolicyFilters>): Promise<Page<StoredPolicyRecord>> {
    return this.table.listPage(organizationId, page);
  }

  count(organizationId: string, filters: PolicyFilters): Promise<number> {
    return this.table.count(organizationId, filters);
  }

  /** Oldest first. */
  listAll(organizationId: string, filters: PolicyFilters = {}): Promise<readonly StoredPolicyRecord[]> {
    return this.table.listAll(organizationId, filters);
  }
}

const isLonger = (one: object, other: object): boolean => JSON.stringify(one).length > JSON.stringify(other).length;

type ChangedFields = Differences<StoredPolicyRecord>;

const TAKE_TURN = command("SELECT pg_advisory_xact_lock(hashtextextended('policies:' || $1, 0))");

export class PolicyRepository extends PolicyQueries {
  private readonly changing: AuditedTable<PolicyEntity, StoredPolicyRecord>;

  constructor(
    access: Access,
    private readonly scope: ChangeScope,
    private readonly box: Sealer | undefined,
  ) {
    super(access);
    this.changing = new AuditedTable(scope, this.table, {
      noun: 'policy',
      nameOf: ({ name }) => name,
      topicsOf: () => ['snapshot'],
      narrow: narrowVersions,
    });
  }

  /** Makes other changes of the organization's policies wait for the end of this one: what they name stays meanwhile. */
  async lockAll(organizationId: string): Promise<void> {
    await TAKE_TURN.run(this.scope.manager, [organizationId]);
  }

  /** @throws ConflictError `name`, or `workspace_id` for a second one of kind pii; UnknownReferenceError, SecretBoxError */
  create(organizationId: string, { secrets = null, ...values }: NewPolicy): Promise<StoredPolicyRecord> {
    const id = newId();
    this.scope.room.noteGrowth(organizationId);
    return this.changing.insert({ ...values, ...this.seal(id, secrets), id, organizationId } as never);
  }

  /** @throws NotFoundError, ConflictError, SecretBoxError */
  async update(organizationId: string, id: string, { secrets, ...values }: PolicyChanges): Promise<StoredPolicyRecord> {
    const before = values.definition && (await this.changing.lock(organizationId, id));
    const updated = await this.changing.update(organizationId, id, values);
    if (before && isLonger(updated.definition, before.definition)) this.scope.room.noteGrowth(organizationId);
    if (secrets === undefined || (secrets === null && updated.secretNames.length === 0)) return updated;
    const details = { secretNames: Object.keys(secrets?.headers ?? {}).map((name) => name.toLowerCase()) };
    return this.changing.updateHidden(organizationId, id, this.seal(id, secrets), 'set_secrets', details);
  }

  /** A policy, which stays as found until the end of the change. @throws NotFoundError */
  async lock(organizationId: string, id: string): Promise<StoredPolicyRecord> {
    return toPolicy(await this.changing.lock(organizationId, id));
  }

  /** @throws NotFoundError */
  remove(organizationId: string, id: string): Promise<StoredPolicyRecord> {
    return this.changing.remove(organizationId, id);
  }

  /**
   * Lets the policies that name a team continue naming it under its new name. Without one the team is about to go: it leaves
   * their lists, and a policy that was for it alone goes with it, but for a guardrail that routing configs name: that one
   * is left for nobody else.
   */
  async renameTeam(organizationId: string, name: string, newName: string | undefined): Promise<void> {
    await this.lockAll(organizationId);
    const all = await this.table.listAll(organizationId);
    const inRoutes = new Set(
      all.flatMap(({ kind, definition }) => (kind === 'routing_config' ? named(definition) : [])),
    );
    for (const { id, kind, definition, name: ownName } of all) {
      if (kind === 'budget' && definition.scope === 'team' && definition.value === name) {
        if (newName === undefined) await this.remove(organizationId, id);
        else await this.changing.update(organizationId, id, { definition: { ...definition, value: newName } });
        continue;
      }
      if (kind === 'tag') {
        const assign = renameInAssignments(definition, name, newName);
        if (assign) await this.changing.update(organizationId, id, { definition: { ...definition, assign } });
        continue;
      }
      const { teams } = definition;
      if (!Array.isArray(teams) || !teams.includes(name)) continue;
      const others = teams.flatMap((team) => (team === name ? (newName ?? []) : team));
      const isNeeded = kind === 'guardrail' && inRoutes.has(ownName);
      if (others.length === 0 && !isNeeded) await this.remove(organizationId, id);
      else await this.changing.update(organizationId, id, { definition: { ...definition, teams: others } });
    }
  }

  private seal(id: string, secrets: PolicySecrets | null): SealedColumns {
    const names = Object.keys(secrets?.headers ?? {}).map((name) => name.toLowerCase());
    if (names.length === 0) return { secretNames: [], sealedSecrets: null, secretsKeyId: null };
    const box = demandBox(this.box, SEALED);
    const sealedSecrets = box.seal(JSON.stringify(secrets), id);
    return { secretNames: names.toSorted(), sealedSecrets, secretsKeyId: box.keyId };
  }
}

/** Leaves out of a changed prompt whatever is the same before and after: its versions never change, and are long. */
function narrowVersions({ after, before }: ChangedFields): ChangedFields {
  const [was, is] = [before.definition, after.definition];
  if (was === undefined || is === undefined || !Array.isArray(is.versions)) return { before, after };
  return {
    before: { ...before, definition: leaveOutSame(was, is) },
    after: { ...after, definition: leaveOutSame(is, was) },
  };
}

function leaveOutSame(one: JsonObject, other: JsonObject): JsonObject {
  const differing: Record<string, JsonObject[string]> = {};
  for (const [name, value] of Object.entries(one)) {
    const theirs = other[name];
    if (isDeepStrictEqual(value, theirs)) continue;
    const isList = name === 'versions' && Array.isArray(value) && Array.isArray(theirs);
    differing[name] = isList
      ? value.filter((each) => !theirs.some((their: unknown) => isDeepStrictEqual(each, their)))
      : value;
  }
  return differing;
}

/** The assignments of a tag policy with a team renamed, or without those of one that goes; undefined if none names it. */
function renameInAssignments(
  { assign }: JsonObject,
  name: string,
  newName: string | undefined,
): JsonObject[] | undefined {
  const all = (Array.isArray(assign) ? assign : []) as JsonObject[];
  const isOfTeam = (entry: JsonObject): boolean => entry.scope === 'team' && entry.value === name;
  if (!all.some(isOfTeam)) return undefined;
  return all.flatMap((entry) => {
    if (!isOfTeam(entry)) return [entry];
    return newName === undefined ? [] : [{ ...entry, value: newName }];
  });
}

function named({ guardrails }: JsonObject): readonly unknown[] {
  return Array.isArray(guardrails) ? guardrails : [];
}

/** Part of policies that is sealed. */
const SEALED = 'Headers of guardrails';

type SealedColumns = Pick<PolicyEntity, 'secretNames' | 'sealedSecrets' | 'secretsKeyId'>;

/** A policy with its headers where gateway.yaml has them. One that does not open keeps no other from serving. */
export function toSnapshotPolicy(row: PolicyEntity, box: SecretBox | undefined): SnapshotPolicy {
  const { sealedSecrets, secretsKeyId: _keyId, secretNames: _names, ...policy } = row;
  if (sealedSecrets === null) return policy;
  try {
    const { headers } = JSON.parse(demandBox(box, SEALED).open(sealedSecrets, row.id)) as PolicySecrets;
    const { config } = policy.definition as { config?: JsonObject };
    return { ...policy, definition: { ...policy.definition, config: { ...config, headers: { ...headers } } } };
  } catch (error) {
    if (!(error instanceof SecretBoxError)) throw error;
    return { ...policy, problem: error.message };
  }
}

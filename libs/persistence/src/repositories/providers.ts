import { In, MoreThan, Not } from 'typeorm';
import type { Access } from '../connection/connection.js';
import { WorkspaceProviderEntity } from '../entities/model.entity.js';
import { newId } from '../ids/new-id.js';
import type { JsonObject } from '../records/json.js';
import type { ProviderSecrets, ResealReport, WorkspaceProviderRecord } from '../records/model.js';
import type { Page, PageRequest } from '../records/page.js';
import { type SecretBox, SecretBoxError } from '../secrets/secret-box.js';
import { AuditedTable, type ChangeScope } from './audited-table.js';
import { TenantTable, whereOf } from './tenant-table.js';

export interface ProviderFilters {
  readonly workspaceId?: string | undefined;
  readonly name?: string | undefined;
}

/** Secrets to set, by field name; null takes one away, one that is not named stays. */
export type SecretChanges = Readonly<Record<string, ProviderSecrets[string] | null>>;

export interface ProviderChanges {
  readonly name?: string | undefined;
  readonly baseUrl?: string | null | undefined;
  readonly settings?: JsonObject | undefined;
  readonly secrets?: SecretChanges | undefined;
}

export type NewProvider = ProviderChanges & Pick<WorkspaceProviderRecord, 'workspaceId' | 'name' | 'kind'>;

const toProvider = ({ sealedSecrets: _sealed, ...row }: WorkspaceProviderEntity): WorkspaceProviderRecord => row;

export class ProviderQueries {
  protected readonly table: TenantTable<WorkspaceProviderEntity, WorkspaceProviderRecord>;

  constructor(
    protected readonly access: Access,
    protected readonly box: SecretBox | undefined,
  ) {
    this.table = new TenantTable(access, WorkspaceProviderEntity, toProvider);
  }

  find(organizationId: string, id: string): Promise<WorkspaceProviderRecord | undefined> {
    return this.table.find(organizationId, id);
  }

  listPage(organizationId: string, page: PageRequest<ProviderFilters>): Promise<Page<WorkspaceProviderRecord>> {
    return this.table.listPage(organizationId, page);
  }

  /** The names of those of a workspace. */
  async listNames(organizationId: string, workspaceId: string): Promise<readonly string[]> {
    return (await this.table.listAll(organizationId, { workspaceId })).map(({ name }) => name);
  }

  /** The secrets themselves, for a call to the provider; never for an answer. @throws SecretBoxError */
  async findSecrets(organizationId: string, id: string): Promise<ProviderSecrets | undefined> {
    return this.access.run(async (manager) => {
      const where = whereOf(manager, WorkspaceProviderEntity, { organizationId, id });
      const row = where && (await manager.findOne(WorkspaceProviderEntity, { where }));
      return row ? openSecrets(this.box, row) : undefined;
    });
  }

  /**
   * The secrets of several providers by their ids, for what may be told of them; those that do not open are left out.
   */
  async findSecretsOf(organizationId: string, ids: readonly string[]): Promise<ReadonlyMap<string, ProviderSecrets>> {
    const rows = await this.access.run((manager) =>
      manager.findBy(WorkspaceProviderEntity, { organizationId, id: In([...ids]) }),
    );
    return new Map(rows.flatMap((row) => this.openIfPossible(row)));
  }

  private openIfPossible(row: WorkspaceProviderEntity): [string, ProviderSecrets][] {
    try {
      return [[row.id, openSecrets(this.box, row)]];
    } catch (error) {
      if (error instanceof SecretBoxError) return [];
      throw error;
    }
  }
}

/** @throws SecretBoxError */
export function openSecrets(
  box: SecretBox | undefined,
  { id, sealedSecrets }: Pick<WorkspaceProviderEntity, 'id' | 'sealedSecrets'>,
): ProviderSecrets {
  return sealedSecrets === null ? {} : (JSON.parse(needed(box).open(sealedSecrets, id)) as ProviderSecrets);
}

function needed(box: SecretBox | undefined): SecretBox {
  if (!box) throw new SecretBoxError('Secrets of providers need ENCRYPTION_KEY; `openssl rand -base64 32` makes one.');
  return box;
}

export class ProviderRepository extends ProviderQueries {
  private readonly changing: AuditedTable<WorkspaceProviderEntity, WorkspaceProviderRecord>;

  constructor(
    access: Access,
    private readonly scope: ChangeScope,
    box: SecretBox | undefined,
  ) {
    super(access, box);
    this.changing = new AuditedTable(scope, this.table, {
      noun: 'provider',
      nameOf: ({ name }) => name,
      topicsOf: () => ['snapshot'],
    });
  }

  /** @throws ConflictError `name`; UnknownReferenceError `workspace_id`; SecretBoxError without an encryption key. */
  create(
    organizationId: string,
    { secrets = {}, settings = {}, ...values }: NewProvider,
  ): Promise<WorkspaceProviderRecord> {
    const id = newId();
    return this.changing.insert({ ...values, settings, id, organizationId, ...this.seal(id, {}, secrets) });
  }

  /** @throws NotFoundError, ConflictError, SecretBoxError */
  async update(organizationId: string, id: string, changes: ProviderChanges): Promise<WorkspaceProviderRecord> {
    const { secrets, ...values } = changes;
    const updated = await this.changing.update(organizationId, id, values);
    if (!secrets || Object.keys(secrets).length === 0) return updated;
    const row = await this.changing.lock(organizationId, id);
    const sealed = this.seal(id, openSecrets(this.box, row), secrets);
    const names = Object.keys(secrets).sort();
    const told = {
      set: names.filter((name) => secrets[name] !== null),
      removed: names.filter((name) => secrets[name] === null && row.secretNames.includes(name)),
    };
    return this.changing.updateHidden(organizationId, id, sealed, 'set_secrets', told);
  }

  /** A provider with its secrets, locked until the end of the change. @throws NotFoundError, SecretBoxError */
  async lockWithSecrets(
    organizationId: string,
    id: string,
  ): Promise<{ readonly provider: WorkspaceProviderRecord; readonly secrets: ProviderSecrets }> {
    const row = await this.changing.lock(organizationId, id);
    return { provider: toProvider(row), secrets: openSecrets(this.box, row) };
  }

  /** @throws NotFoundError; ConflictError `workspace_model` while models name it. */
  remove(organizationId: string, id: string): Promise<WorkspaceProviderRecord> {
    return this.changing.remove(organizationId, id);
  }

  /**
   * Seals the secrets of some providers, of whatever tenant, with the key that seals now, where another one did. What they
   * open to stays, so nobody has to forget anything. One that does not open keeps no other from it. Each
   * organization's audit trail tells how many of its providers it concerned.
   *
   * @param limit How many at most.
   * @param after The last id of the batch before; undefined for the first one.
   * @returns Also the last id that was looked at; undefined if nothing is left.
   */
  async resealSome(limit: number, after?: string): Promise<ResealReport & { readonly last: string | undefined }> {
    const box = needed(this.box);
    const { manager, log } = this.scope;
    const rows = await manager.find(WorkspaceProviderEntity, {
      where: { secretsKeyId: Not(box.keyId), ...(after === undefined ? {} : { id: MoreThan(after) }) },
      order: { id: 'ASC' },
      take: limit,
      lock: { mode: 'pessimistic_write' },
    });
    const failed: { providerId: string; problem: string }[] = [];
    const resealed = new Map<string, number>();
    for (const { id, organizationId, sealedSecrets } of rows) {
      if (sealedSecrets === null) continue;
      const sealed = tryReseal(box, sealedSecrets, id);
      if (sealed instanceof SecretBoxError) {
        failed.push({ providerId: id, problem: sealed.message });
        continue;
      }
      await manager.update(WorkspaceProviderEntity, { id }, { sealedSecrets: sealed, secretsKeyId: box.keyId });
      resealed.set(organizationId, (resealed.get(organizationId) ?? 0) + 1);
    }
    for (const [organizationId, providers] of resealed) {
      const after = { providers, keyId: box.keyId };
      log.record({ organizationId, action: 'provider.reseal', targetType: 'provider', targetId: null, after });
    }
    return { resealed: rows.length - failed.length, failed, last: rows.at(-1)?.id };
  }

  private seal(id: string, old: ProviderSecrets, changes: SecretChanges): Partial<WorkspaceProviderEntity> {
    const secrets = Object.fromEntries(Object.entries({ ...old, ...changes }).filter(([, value]) => value !== null));
    const secretNames = Object.keys(secrets).sort();
    if (secretNames.length === 0) return { secretNames, sealedSecrets: null, secretsKeyId: null };
    const box = needed(this.box);
    return { secretNames, sealedSecrets: box.seal(JSON.stringify(secrets), id), secretsKeyId: box.keyId };
  }
}

function tryReseal(box: SecretBox, sealed: string, id: string): string | SecretBoxError {
  try {
    return box.reseal(sealed, id);
  } catch (error) {
    if (error instanceof SecretBoxError) return error;
    throw error;
  }
}

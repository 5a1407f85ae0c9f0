import { type EntityManager, type EntityTarget, In, type ObjectLiteral } from 'typeorm';
import type { Connection } from '../connection/connection.js';
import { McpServerEntity } from '../entities/mcp-server.entity.js';
import { WorkspaceProviderEntity } from '../entities/model.entity.js';
import { PolicyEntity } from '../entities/policy.entity.js';
import { WorkspaceSecretEntity } from '../entities/workspace-secret.entity.js';
import type { Actor } from '../records/change.js';
import type { ProviderSecrets } from '../records/model.js';
import type { ChangeScope } from '../repositories/audited-table.js';
import { whereOf } from '../repositories/tenant-table.js';
import { workspaceSecretOf } from '../repositories/workspace-secrets.js';
import { loadSnapshotChanges } from '../snapshot/load-snapshot-changes.js';
import { loadSnapshotRows } from '../snapshot/load-snapshot-rows.js';
import type { SnapshotChanges, SnapshotRows, SnapshotState } from '../snapshot/snapshot-rows.js';
import { HAS_WHOLE, openSecrets, sealChanges } from './sealed-members.js';
import { type SecretBox, SecretBoxError } from './secret-box.js';

/** Result of sealing some rows with the newest encryption key. */
export interface ResealedBatch {
  /** Number of rows that have other bytes now, and the same secrets. */
  readonly resealed: number;
  /** Rows whose secrets do not open with any key, and why; they are as they were. */
  readonly failed: readonly { readonly id: string; readonly problem: string }[];
  /** The last id that was looked at; undefined if nothing is left. */
  readonly last: string | undefined;
}

type RunChange = <Result>(actor: Actor, work: (scope: ChangeScope) => Promise<Result>) => Promise<Result>;

/**
 * Decrypts what providers and guardrails are called with. The gateway has it, and the command `keys reseal`; the workspace has not
 * (docs/contract/control-plane.md#stored-secrets).
 */
export class UpstreamSecrets {
  constructor(
    private readonly connection: Connection,
    private readonly box: SecretBox | undefined,
    private readonly change: RunChange,
  ) {}

  /** All that a gateway holds in memory, secrets included. Those that do not open keep no others from serving. */
  loadSnapshotRows(): Promise<SnapshotRows> {
    return loadSnapshotRows(this.connection, this.box);
  }

  /** Loads the changes since an earlier state; undefined if they cannot be told, and everything must be loaded. */
  loadSnapshotChanges(since: SnapshotState): Promise<SnapshotChanges | undefined> {
    return loadSnapshotChanges(this.connection, this.box, since);
  }

  /** The secrets of a provider, for a call to it; undefined if there is no such provider. @throws SecretBoxError */
  async findSecrets(organizationId: string, id: string): Promise<ProviderSecrets | undefined> {
    return this.connection.run(async (manager) => {
      const where = whereOf(manager, WorkspaceProviderEntity, { organizationId, id });
      const row = where && (await manager.findOne(WorkspaceProviderEntity, { where }));
      return row ? openSecrets(this.box, row) : undefined;
    });
  }

  /**
   * The values of some secrets of a workspace, by their names; those that it has not are left out.
   *
   * @throws SecretBoxError
   */
  async findWorkspaceSecrets(
    { organizationId, workspaceId }: { readonly organizationId: string; readonly workspaceId: string },
    names: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    if (names.length === 0) return new Map();
    const where = { organizationId, workspaceId, name: In([...names]) };
    const rows = await this.connection.run((manager) => manager.findBy(WorkspaceSecretEntity, where));
    return new Map(rows.map(({ id, name, sealed }) => [name, this.boxOrThrow().open(sealed, workspaceSecretOf(id))]));
  }

  /**
   * Seals the secrets of some providers, of whatever tenant, each by itself and with the key that seals now, where that is not so
   * yet, and stores hints of them. What they open to stays, so nobody has to forget anything. One that does not open keeps no
   * other from it. Each organization's audit trail records how many of its providers it concerned.
   *
   * @param limit How many at most.
   * @param after The last id of the batch before; undefined for the first one.
   */
  resealProviders(actor: Actor, limit: number, after?: string): Promise<ResealedBatch> {
    return this.resealRows(PROVIDERS, actor, limit, after);
  }

  /** The same for MCP servers. */
  resealMcpServers(actor: Actor, limit: number, after?: string): Promise<ResealedBatch> {
    return this.resealRows(MCP_SERVERS, actor, limit, after);
  }

  private resealRows(
    { counted, entity, noun }: SealedTable,
    actor: Actor,
    limit: number,
    after?: string,
  ): Promise<ResealedBatch> {
    const box = this.boxOrThrow();
    return this.change(actor, async ({ manager, log }) => {
      const isDue = `(secrets_key_id <> :keyId OR ${HAS_WHOLE})`;
      const rows = await readBatch(manager, entity, { isDue, keyId: box.keyId, limit, after });
      const organizations = new Map<string, number>();
      const failed = await resealEach(rows, async (row) => {
        const secrets = openSecrets(box, row);
        const empty = { id: row.id, secretNames: [], sealedSecrets: null, secretHints: {} };
        await manager.update(entity, { id: row.id }, sealChanges(box, empty, secrets));
        organizations.set(row.organizationId, (organizations.get(row.organizationId) ?? 0) + 1);
      });
      for (const [organizationId, rowsOfIt] of organizations) {
        const after = { [counted]: rowsOfIt, keyId: box.keyId };
        log.record({ organizationId, action: `${noun}.reseal`, targetType: noun, targetId: null, after });
      }
      return { resealed: rows.length - failed.length, failed, last: rows.at(-1)?.id };
    });
  }

  /** The same for the headers of guardrails. Each policy has a row in the audit trail. */
  resealPolicies(actor: Actor, limit: number, after?: string): Promise<ResealedBatch> {
    const box = this.boxOrThrow();
    return this.change(actor, async ({ manager, log }) => {
      const isDue = 'secrets_key_id <> :keyId';
      const rows = await readBatch(manager, PolicyEntity, { isDue, keyId: box.keyId, limit, after });
      const failed = await resealEach(rows, async ({ id, organizationId, name, sealedSecrets }) => {
        if (sealedSecrets === null) return;
        const sealed = box.reseal(sealedSecrets, id);
        await manager.update(PolicyEntity, { id }, { sealedSecrets: sealed, secretsKeyId: box.keyId });
        const target = { targetType: 'policy', targetId: id, targetName: name };
        log.record({ organizationId, action: 'policy.reseal', ...target, after: { keyId: box.keyId } });
      });
      return { resealed: rows.length - failed.length, failed, last: rows.at(-1)?.id };
    });
  }

  /** The same for secrets of workspaces. */
  resealWorkspaceSecrets(actor: Actor, limit: number, after?: string): Promise<ResealedBatch> {
    const box = this.boxOrThrow();
    return this.change(actor, async ({ manager, log }) => {
      const isDue = 'secrets_key_id <> :keyId';
      const rows = await readBatch(manager, WorkspaceSecretEntity, { isDue, keyId: box.keyId, limit, after });
      const failed = await resealEach(rows, async ({ id, name, organizationId, sealed }) => {
        const resealed = { sealed: box.reseal(sealed, workspaceSecretOf(id)), secretsKeyId: box.keyId };
        await manager.update(WorkspaceSecretEntity, { id }, resealed);
        const target = { targetType: 'workspace_secret', targetId: id, targetName: name };
        log.record({ organizationId, action: 'workspace_secret.reseal', ...target, after: { keyId: box.keyId } });
      });
      return { resealed: rows.length - failed.length, failed, last: rows.at(-1)?.id };
    });
  }

  private boxOrThrow(): SecretBox {
    if (this.box === undefined) throw new SecretBoxError('There is no encryption key to seal secrets with.');
    return this.box;
  }
}

/** Rows whose secrets are sealed one by one. */
interface SealedTable {
  readonly entity: typeof WorkspaceProviderEntity | typeof McpServerEntity;
  readonly noun: string;
  /** Name of their number in the audit trail. */
  readonly counted: string;
}

const PROVIDERS: SealedTable = { entity: WorkspaceProviderEntity, noun: 'provider', counted: 'providers' };
const MCP_SERVERS: SealedTable = { entity: McpServerEntity, noun: 'mcp_server', counted: 'servers' };

interface Batch {
  /** Condition of SQL, with `:keyId`. */
  readonly isDue: string;
  readonly keyId: string;
  readonly limit: number;
  readonly after: string | undefined;
}

function readBatch<Row extends ObjectLiteral>(
  manager: EntityManager,
  entity: EntityTarget<Row>,
  { isDue, keyId, limit, after }: Batch,
): Promise<Row[]> {
  const due = manager.createQueryBuilder(entity, 'due').where(isDue, { keyId });
  if (after !== undefined) due.andWhere('due.id > :after', { after });
  return due.orderBy('due.id').limit(limit).setLock('pessimistic_write').getMany();
}

async function resealEach<Row extends { readonly id: string }>(
  rows: readonly Row[],
  reseal: (row: Row) => Promise<void>,
): Promise<ResealedBatch['failed']> {
  const failed: ResealedBatch['failed'][number][] = [];
  for (const row of rows) {
    try {
      await reseal(row);
    } catch (error) {
      if (!(error instanceof SecretBoxError)) throw error;
      failed.push({ id: row.id, problem: error.message });
    }
  }
  return failed;
}

import type { EntityManager } from 'typeorm';
import { ChangeEntity, PolicyChangeEntity } from '../entities/change.entity.js';
import { newId } from '../ids/new-id.js';
import type { Actor, Topic } from '../records/change.js';
import type { JsonObject } from '../records/json.js';
import { command, statement } from '../statements/statement.js';

/** Event as described by a repository or the author of a change. */
export interface ChangeEntry {
  readonly organizationId: string | null;
  /** `<target type>.<verb>`. */
  readonly action: string;
  readonly targetType: string;
  readonly targetId: string | null;
  readonly targetName?: string | null;
  readonly before?: object | null;
  readonly after?: object | null;
}

/** A statement of PostgreSQL takes 65,535 values, and a row has fourteen. */
const ROWS_AT_ONCE = 1_000;

const REMOVE_POLICY_CHANGES = command("DELETE FROM policy_changes WHERE created_at < now() - interval '1 hour'");
const COUNT_VERSION = statement(
  { version: 'bigint' },
  'UPDATE policy_version SET version = version + 1 WHERE id = 1 RETURNING version',
);

/** Collects what a change did, and writes it down last, within the change's transaction. */
export class ChangeLog {
  private readonly entries: ChangeEntry[] = [];
  private readonly topics = new Set<Topic>();

  constructor(private readonly actor: Actor) {}

  record(entry: ChangeEntry, ...topics: Topic[]): void {
    this.entries.push(entry);
    for (const topic of topics) this.topics.add(topic);
  }

  /**
   * Writes the audit trail's rows and, when anything was touched that processes remember, the new version. The version
   * comes last, since its row stays locked until the commit: that puts versions in the order of commits, and the
   * shorter it is held, the less changes wait for one another.
   *
   * @returns The new version; undefined when there is none.
   */
  async write(manager: EntityManager): Promise<number | undefined> {
    for (let start = 0; start < this.entries.length; start += ROWS_AT_ONCE) {
      const rows = this.entries.slice(start, start + ROWS_AT_ONCE).map(this.rowOf, this);
      // The depth of JSON overwhelms the types of `insert`.
      await manager.insert(ChangeEntity, rows as never);
    }
    if (this.topics.size === 0) return undefined;
    await REMOVE_POLICY_CHANGES.run(manager);
    const version = Number((await COUNT_VERSION.one(manager)).version);
    await manager.insert(PolicyChangeEntity, { version, topics: [...this.topics] });
    return version;
  }

  private rowOf(entry: ChangeEntry): Omit<ChangeEntity, 'createdAt'> {
    return {
      id: newId(),
      organizationId: entry.organizationId,
      actorType: this.actor.type,
      actorId: this.actor.id,
      actorName: this.actor.name,
      requestId: this.actor.requestId ?? null,
      address: this.actor.address ?? null,
      action: entry.action,
      targetType: entry.targetType,
      targetId: entry.targetId,
      targetName: entry.targetName ?? null,
      before: plain(entry.before),
      after: plain(entry.after),
    };
  }
}

/** Plain JSON of a value: times become text. */
function plain(value: object | null | undefined): JsonObject | null {
  return value ? (JSON.parse(JSON.stringify(value)) as JsonObject) : null;
}

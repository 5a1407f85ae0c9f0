import { BASE_COLUMNS, type WorkspaceAddress } from '../../background/knowledge-store.js';
import { type Access, type Sql, sqlWithin } from '../../connection/connection.js';
import { NotFoundError } from '../../database-error.js';
import { isId, newId } from '../../ids/new-id.js';
import type { KnowledgeBaseRecord } from '../../records/knowledge.js';
import type { Page, PageRequest } from '../../records/page.js';
import { command, statement } from '../../statements/statement.js';
import type { ChangeScope } from '../audited-table.js';
import { pageOf, startOf } from '../rows/list-rows.js';
import { NEXT_TIME } from '../rows/next-time.js';
import { recordChange } from '../trail/record-change.js';

type Within = (sql: Sql) => Promise<unknown>;

/** A number that no generation of the knowledge base has had. */
const NEXT_GENERATION = 'greatest(generation, coalesce(building_generation, 0)) + 1';
const FIND_ALL = statement<KnowledgeBaseRecord>(
  BASE_COLUMNS.types,
  `SELECT ${BASE_COLUMNS.sql} FROM knowledge_bases b
   WHERE b.organization_id = $1 AND b.workspace_id = $2 AND b.id = ANY($3::uuid[]) ORDER BY b.id`,
);
const LIST_PAGE = statement<KnowledgeBaseRecord>(
  BASE_COLUMNS.types,
  `SELECT ${BASE_COLUMNS.sql} FROM knowledge_bases b
   WHERE b.organization_id = $1 AND b.workspace_id = $2 AND ($3::uuid IS NULL OR b.id < $3)
   ORDER BY b.id DESC LIMIT $4`,
);

/** Knowledge bases. An id of another workspace, or a text that is no id, finds nothing. */
export class KnowledgeBaseQueries {
  constructor(protected readonly access: Access) {}

  async find(place: WorkspaceAddress, id: string): Promise<KnowledgeBaseRecord | undefined> {
    const [found] = await this.findAll(place, [id]);
    return found;
  }

  /** Those of some ids that the workspace has. */
  async findAll(
    { organizationId, workspaceId }: WorkspaceAddress,
    ids: readonly string[],
  ): Promise<KnowledgeBaseRecord[]> {
    const possible = ids.filter(isId);
    if (possible.length === 0) return [];
    return FIND_ALL.rows(this.access, [organizationId, workspaceId, possible]);
  }

  /** Newest first. @throws InvalidCursorError */
  async listPage(
    { organizationId, workspaceId }: WorkspaceAddress,
    page: PageRequest,
  ): Promise<Page<KnowledgeBaseRecord>> {
    const before = startOf(page);
    const rows = await LIST_PAGE.rows(this.access, [organizationId, workspaceId, before, page.limit + 1]);
    return pageOf(rows, page.limit);
  }
}

const CREATE = command(`INSERT INTO knowledge_bases (id, organization_id, workspace_id, name, embedding_model)
   VALUES ($1, $2, $3, $4, $5)`);
const RENAME = command(`UPDATE knowledge_bases SET name = $2, updated_at = ${NEXT_TIME} WHERE id = $1`);
const STOP_BUILDING = command(
  `UPDATE knowledge_bases SET building_model = NULL, building_generation = NULL, updated_at = ${NEXT_TIME} WHERE id = $1`,
);
const SET_MODEL =
  command(`UPDATE knowledge_bases SET embedding_model = $2, dimensions = NULL, generation = ${NEXT_GENERATION},
   building_model = NULL, building_generation = NULL, updated_at = ${NEXT_TIME} WHERE id = $1`);
const BUILD_AGAIN = command(
  `UPDATE knowledge_bases SET building_model = $2, building_generation = ${NEXT_GENERATION}, updated_at = ${NEXT_TIME} WHERE id = $1`,
);
const REMOVE = command('DELETE FROM knowledge_bases WHERE id = $1');
const FORGET_DELETED = command('DELETE FROM deleted_knowledge_bases WHERE kb_id = $1');
const LOCK = command('SELECT 1 FROM knowledge_bases WHERE id = $1 AND workspace_id = $2 FOR UPDATE');

/** Writes knowledge bases within a change; `within` runs in its transaction. */
export class KnowledgeBaseRepository extends KnowledgeBaseQueries {
  constructor(
    access: Access,
    private readonly scope: ChangeScope,
  ) {
    super(access);
  }

  async create(
    place: WorkspaceAddress,
    { embeddingModel, name }: Pick<KnowledgeBaseRecord, 'name' | 'embeddingModel'>,
  ): Promise<KnowledgeBaseRecord> {
    const id = newId();
    await CREATE.run(this.scope.manager, [id, place.organizationId, place.workspaceId, name, embeddingModel]);
    const base = await this.read(place, id);
    recordChange(this.scope, 'knowledge_base.create', place, base, null, base);
    return base;
  }

  /** @throws NotFoundError */
  async rename(place: WorkspaceAddress, id: string, name: string): Promise<KnowledgeBaseRecord> {
    const before = await this.lock(place, id);
    if (before.name === name) return before;
    await RENAME.run(this.scope.manager, [id, name]);
    const base = await this.read(place, id);
    recordChange(this.scope, 'knowledge_base.update', place, base, { name: before.name }, { name });
    return base;
  }

  /**
   * Has the documents embedded with another model: beside the embeddings in use, which are used until all are done. A base
   * without documents just changes its model. `startBuilding` is called if there is something to embed.
   *
   * @throws NotFoundError
   */
  async changeModel(
    place: WorkspaceAddress,
    id: string,
    embeddingModel: string,
    startBuilding: Within,
  ): Promise<KnowledgeBaseRecord> {
    const before = await this.lock(place, id);
    const isInUse = before.embeddingModel === embeddingModel;
    if ((before.buildingModel ?? before.embeddingModel) === embeddingModel) return before;
    const { manager } = this.scope;
    if (isInUse) {
      await STOP_BUILDING.run(manager, [id]);
    } else if (before.documentCount === 0) {
      await SET_MODEL.run(manager, [id, embeddingModel]);
    } else {
      await BUILD_AGAIN.run(manager, [id, embeddingModel]);
      await startBuilding(sqlWithin(manager));
    }
    const was = { embeddingModel: before.buildingModel ?? before.embeddingModel };
    const base = await this.read(place, id);
    recordChange(this.scope, 'knowledge_base.update', place, base, was, { embeddingModel });
    return base;
  }

  /** Deletes it with its documents. @throws NotFoundError */
  async remove(place: WorkspaceAddress, id: string, cleanUp: Within): Promise<KnowledgeBaseRecord> {
    const before = await this.lock(place, id);
    await REMOVE.run(this.scope.manager, [id]);
    await cleanUp(sqlWithin(this.scope.manager));
    // Its trigger has noted it for those that are gone with their workspaces. The job for this one is there.
    await FORGET_DELETED.run(this.scope.manager, [id]);
    recordChange(this.scope, 'knowledge_base.remove', place, before, before, null);
    return before;
  }

  /** The knowledge base, locked until the end of the change: it gets no document meanwhile. @throws NotFoundError */
  async lock(place: WorkspaceAddress, id: string): Promise<KnowledgeBaseRecord> {
    if (isId(id)) {
      await LOCK.run(this.scope.manager, [id, place.workspaceId]);
    }
    const found = await this.read(place, id);
    this.scope.check.compare(found);
    return found;
  }

  private async read(place: WorkspaceAddress, id: string): Promise<KnowledgeBaseRecord> {
    const found = await this.find(place, id);
    if (found === undefined) throw new NotFoundError('knowledge base');
    return found;
  }
}

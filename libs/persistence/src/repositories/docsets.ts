import type { WorkspaceAddress } from '../background/knowledge-store.js';
import type { Access } from '../connection/connection.js';
import { NotFoundError, UnknownReferenceError } from '../database-error.js';
import { isId, newId } from '../ids/new-id.js';
import type { DocsetRecord } from '../records/knowledge.js';
import type { Page, PageRequest } from '../records/page.js';
import type { ChangeScope } from './audited-table.js';
import { pageOf, startOf } from './list-rows.js';
import { recordChange } from './record-change.js';

const COLUMNS = `docset.id, docset.organization_id AS "organizationId", docset.workspace_id AS "workspaceId", docset.name, docset.description,
  docset.is_restricted AS "isRestricted",
  ARRAY(SELECT kb_id::text FROM docset_knowledge_bases WHERE docset_id = docset.id ORDER BY kb_id) AS "kbIds",
  ARRAY(SELECT team_id::text FROM docset_teams WHERE docset_id = docset.id ORDER BY team_id) AS "teamIds",
  docset.created_at AS "createdAt", docset.updated_at AS "updatedAt"`;

/** Viewer of docsets: everyone's in the workspace, or those of a team; null for a viewer without one. */
export type DocsetViewer = { readonly seesAll: true } | { readonly seesAll: false; readonly teamId: string | null };

/** A set that lost its last team may not become everyone's: `is_restricted` remembers that it had some. */
const VISIBLE = `($2 OR NOT docset.is_restricted
  OR EXISTS (SELECT 1 FROM docset_teams WHERE docset_id = docset.id AND team_id = $3::uuid))`;

export type DocsetValues = Pick<DocsetRecord, 'name' | 'description' | 'kbIds' | 'teamIds'>;

/** Document sets. One of another workspace, or for other teams, is as good as not there. */
export class DocsetQueries {
  constructor(protected readonly access: Access) {}

  async find(
    { organizationId, workspaceId }: WorkspaceAddress,
    viewer: DocsetViewer,
    id: string,
  ): Promise<DocsetRecord | undefined> {
    if (!isId(id)) return undefined;
    const [row] = await this.access.run((manager) =>
      manager.query<DocsetRecord[]>(
        `SELECT ${COLUMNS} FROM docsets docset WHERE docset.workspace_id = $1 AND ${VISIBLE}
            AND docset.organization_id = $4 AND docset.id = $5`,
        [workspaceId, ...valuesOf(viewer), organizationId, id],
      ),
    );
    return row;
  }

  /** Newest first. @throws InvalidCursorError */
  async listPage(
    { organizationId, workspaceId }: WorkspaceAddress,
    viewer: DocsetViewer,
    page: PageRequest,
  ): Promise<Page<DocsetRecord>> {
    const before = startOf(page);
    const rows = await this.access.run((manager) =>
      manager.query<DocsetRecord[]>(
        `SELECT ${COLUMNS} FROM docsets docset
          WHERE docset.workspace_id = $1 AND ${VISIBLE} AND docset.organization_id = $4
            AND ($5::uuid IS NULL OR docset.id < $5)
          ORDER BY docset.id DESC LIMIT $6`,
        [workspaceId, ...valuesOf(viewer), organizationId, before, page.limit + 1],
      ),
    );
    return pageOf(rows, page.limit);
  }
}

const valuesOf = (viewer: DocsetViewer): [boolean, string | null] => [
  viewer.seesAll,
  viewer.seesAll ? null : viewer.teamId,
];

const EVERYTHING: DocsetViewer = { seesAll: true };

/** Writes document sets within a change. */
export class DocsetRepository extends DocsetQueries {
  constructor(
    access: Access,
    private readonly scope: ChangeScope,
  ) {
    super(access);
  }

  /** @throws UnknownReferenceError `kb_ids`, `team_ids` */
  async create(place: WorkspaceAddress, { description, kbIds, name, teamIds }: DocsetValues): Promise<DocsetRecord> {
    const id = newId();
    await this.scope.manager.query(
      'INSERT INTO docsets (id, organization_id, workspace_id, name, description) VALUES ($1, $2, $3, $4, $5)',
      [id, place.organizationId, place.workspaceId, name, description],
    );
    await this.link(place, id, { kbIds, teamIds });
    const made = await this.read(place, EVERYTHING, id);
    recordChange(this.scope, 'docset.create', place, made, null, made);
    return made;
  }

  /** Changes what is given. @throws NotFoundError; UnknownReferenceError `kb_ids`, `team_ids` */
  async update(
    place: WorkspaceAddress,
    viewer: DocsetViewer,
    id: string,
    changes: Partial<DocsetValues>,
  ): Promise<DocsetRecord> {
    const before = await this.lock(place, viewer, id);
    const { description = before.description, name = before.name } = changes;
    await this.scope.manager.query(
      'UPDATE docsets SET name = $2, description = $3, updated_at = clock_timestamp() WHERE id = $1',
      [id, name, description],
    );
    await this.link(place, id, changes);
    const after = await this.read(place, EVERYTHING, id);
    recordChange(this.scope, 'docset.update', place, after, before, after);
    return after;
  }

  /** @throws NotFoundError */
  async remove(place: WorkspaceAddress, viewer: DocsetViewer, id: string): Promise<void> {
    const before = await this.lock(place, viewer, id);
    await this.scope.manager.query('DELETE FROM docsets WHERE id = $1', [id]);
    recordChange(this.scope, 'docset.remove', place, before, before, null);
  }

  private async lock(place: WorkspaceAddress, viewer: DocsetViewer, id: string): Promise<DocsetRecord> {
    await this.read(place, viewer, id);
    await this.scope.manager.query('SELECT 1 FROM docsets WHERE id = $1 FOR UPDATE', [id]);
    return this.read(place, viewer, id);
  }

  private async read(place: WorkspaceAddress, viewer: DocsetViewer, id: string): Promise<DocsetRecord> {
    const found = await this.find(place, viewer, id);
    if (found === undefined) throw new NotFoundError('document set');
    return found;
  }

  /** Only what the workspace and its organization have can be linked. */
  private async link(
    { organizationId, workspaceId }: WorkspaceAddress,
    id: string,
    { kbIds, teamIds }: Partial<Pick<DocsetRecord, 'kbIds' | 'teamIds'>>,
  ): Promise<void> {
    const { manager } = this.scope;
    if (kbIds !== undefined) {
      const wanted = [...new Set(kbIds)];
      await manager.query('DELETE FROM docset_knowledge_bases WHERE docset_id = $1', [id]);
      const linked = await manager.query<unknown[]>(
        `INSERT INTO docset_knowledge_bases (docset_id, kb_id)
         SELECT $1, id FROM knowledge_bases WHERE workspace_id = $2 AND id = ANY($3::uuid[]) RETURNING 1`,
        [id, workspaceId, wanted.filter(isId)],
      );
      if (linked.length < wanted.length) throw new UnknownReferenceError('kb_ids');
    }
    if (teamIds !== undefined) {
      const wanted = [...new Set(teamIds)];
      await manager.query('DELETE FROM docset_teams WHERE docset_id = $1', [id]);
      const linked = await manager.query<unknown[]>(
        `INSERT INTO docset_teams (docset_id, team_id)
         SELECT $1, id FROM teams WHERE organization_id = $2 AND id = ANY($3::uuid[]) RETURNING 1`,
        [id, organizationId, wanted.filter(isId)],
      );
      if (linked.length < wanted.length) throw new UnknownReferenceError('team_ids');
      await manager.query('UPDATE docsets SET is_restricted = $2 WHERE id = $1', [id, wanted.length > 0]);
    }
  }
}

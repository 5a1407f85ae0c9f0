import type { WorkspaceAddress } from '../../background/knowledge-store.js';
import type { Access } from '../../connection/connection.js';
import { NotFoundError, UnknownReferenceError } from '../../database-error.js';
import { isId, newId } from '../../ids/new-id.js';
import type { DocsetRecord } from '../../records/knowledge.js';
import type { Page, PageRequest } from '../../records/page.js';
import { command, statement } from '../../statements/statement.js';
import type { ChangeScope } from '../audited-table.js';
import { pageOf, startOf } from '../rows/list-rows.js';
import { NEXT_TIME } from '../rows/next-time.js';
import { recordChange } from '../trail/record-change.js';

const COLUMNS = {
  sql: `docset.id, docset.organization_id AS "organizationId", docset.workspace_id AS "workspaceId", docset.name, docset.description,
  docset.is_restricted AS "isRestricted",
  ARRAY(SELECT kb_id::text FROM docset_knowledge_bases WHERE docset_id = docset.id ORDER BY kb_id) AS "kbIds",
  ARRAY(SELECT team_id::text FROM docset_teams WHERE docset_id = docset.id ORDER BY team_id) AS "teamIds",
  docset.created_at AS "createdAt", docset.updated_at AS "updatedAt"`,
  types: {
    id: 'uuid',
    organizationId: 'uuid',
    workspaceId: 'uuid',
    name: 'text',
    description: 'text?',
    isRestricted: 'boolean',
    kbIds: 'text[]',
    teamIds: 'text[]',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
} as const;

/** Viewer of docsets: everyone's in the workspace, or those of a team; null for a viewer without one. */
export type DocsetViewer = { readonly seesAll: true } | { readonly seesAll: false; readonly teamId: string | null };

/** A set that lost its last team may not become everyone's: `is_restricted` remembers that it had some. */
const VISIBLE = `($2 OR NOT docset.is_restricted
  OR EXISTS (SELECT 1 FROM docset_teams WHERE docset_id = docset.id AND team_id = $3::uuid))`;

export type DocsetValues = Pick<DocsetRecord, 'name' | 'description' | 'kbIds' | 'teamIds'>;

const FIND = statement<DocsetRecord>(
  COLUMNS.types,
  `SELECT ${COLUMNS.sql} FROM docsets docset WHERE docset.workspace_id = $1 AND ${VISIBLE}
   AND docset.organization_id = $4 AND docset.id = $5`,
);
const LIST_PAGE = statement<DocsetRecord>(
  COLUMNS.types,
  `SELECT ${COLUMNS.sql} FROM docsets docset
   WHERE docset.workspace_id = $1 AND ${VISIBLE} AND docset.organization_id = $4
     AND ($5::uuid IS NULL OR docset.id < $5)
   ORDER BY docset.id DESC LIMIT $6`,
);

/** Document sets. One of another workspace, or for other teams, is as good as not there. */
export class DocsetQueries {
  constructor(protected readonly access: Access) {}

  async find(
    { organizationId, workspaceId }: WorkspaceAddress,
    viewer: DocsetViewer,
    id: string,
  ): Promise<DocsetRecord | undefined> {
    if (!isId(id)) return undefined;
    const [row] = await FIND.rows(this.access, [workspaceId, ...valuesOf(viewer), organizationId, id]);
    return row;
  }

  /** Newest first. @throws InvalidCursorError */
  async listPage(
    { organizationId, workspaceId }: WorkspaceAddress,
    viewer: DocsetViewer,
    page: PageRequest,
  ): Promise<Page<DocsetRecord>> {
    const before = startOf(page);
    const rows = await LIST_PAGE.rows(this.access, [
      workspaceId,
      ...valuesOf(viewer),
      organizationId,
      before,
      page.limit + 1,
    ]);
    return pageOf(rows, page.limit);
  }
}

const valuesOf = (viewer: DocsetViewer): [boolean, string | null] => [
  viewer.seesAll,
  viewer.seesAll ? null : viewer.teamId,
];

const EVERYTHING: DocsetViewer = { seesAll: true };

const CREATE = command(
  'INSERT INTO docsets (id, organization_id, workspace_id, name, description) VALUES ($1, $2, $3, $4, $5)',
);
const UPDATE = command(`UPDATE docsets SET name = $2, description = $3, updated_at = ${NEXT_TIME} WHERE id = $1`);
const REMOVE = command('DELETE FROM docsets WHERE id = $1');
const LOCK = command('SELECT 1 FROM docsets WHERE id = $1 FOR UPDATE');
const UNLINK_BASES = command('DELETE FROM docset_knowledge_bases WHERE docset_id = $1');
const LINK_BASES = command(`INSERT INTO docset_knowledge_bases (docset_id, kb_id)
   SELECT $1, id FROM knowledge_bases WHERE workspace_id = $2 AND id = ANY($3::uuid[])`);
const UNLINK_TEAMS = command('DELETE FROM docset_teams WHERE docset_id = $1');
const LINK_TEAMS = command(`INSERT INTO docset_teams (docset_id, team_id)
   SELECT $1, id FROM teams WHERE organization_id = $2 AND id = ANY($3::uuid[])`);
const TOUCH = command('UPDATE docsets SET is_restricted = $2 WHERE id = $1');

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
    await CREATE.run(this.scope.manager, [id, place.organizationId, place.workspaceId, name, description]);
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
    await UPDATE.run(this.scope.manager, [id, name, description]);
    await this.link(place, id, changes);
    const after = await this.read(place, EVERYTHING, id);
    recordChange(this.scope, 'docset.update', place, after, before, after);
    return after;
  }

  /** @throws NotFoundError */
  async remove(place: WorkspaceAddress, viewer: DocsetViewer, id: string): Promise<void> {
    const before = await this.lock(place, viewer, id);
    await REMOVE.run(this.scope.manager, [id]);
    recordChange(this.scope, 'docset.remove', place, before, before, null);
  }

  private async lock(place: WorkspaceAddress, viewer: DocsetViewer, id: string): Promise<DocsetRecord> {
    await this.read(place, viewer, id);
    await LOCK.run(this.scope.manager, [id]);
    const found = await this.read(place, viewer, id);
    this.scope.check.compare(found);
    return found;
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
      await UNLINK_BASES.run(manager, [id]);
      const linked = await LINK_BASES.count(manager, [id, workspaceId, wanted.filter(isId)]);
      if (linked < wanted.length) throw new UnknownReferenceError('kb_ids');
    }
    if (teamIds !== undefined) {
      const wanted = [...new Set(teamIds)];
      await UNLINK_TEAMS.run(manager, [id]);
      const linked = await LINK_TEAMS.count(manager, [id, organizationId, wanted.filter(isId)]);
      if (linked < wanted.length) throw new UnknownReferenceError('team_ids');
      await TOUCH.run(manager, [id, wanted.length > 0]);
    }
  }
}

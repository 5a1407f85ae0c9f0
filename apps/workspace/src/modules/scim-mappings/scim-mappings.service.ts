import { GatewayError } from '@multilane/errors';
import {
  ConflictError,
  type Database,
  type Page,
  type ScimMappingRecord,
  UnknownReferenceError,
} from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Requester } from '../../access/requester.js';
import { readNames } from '../../lists/read-names.js';
import { DATABASE } from '../../services/workspace-services.js';
import type { CreateScimMappingDto, ScimMappingsQuery, UpdateScimMappingDto } from './dto/scim-mapping.dto.js';
import type { ShownScimMapping } from './dto/scim-mapping.view.js';

/** Manages the mappings of SCIM groups to workspaces (docs/contract/scim.md#mappings). A change is applied to the whole group at once. */
@Injectable()
export class ScimMappingsService {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** Fails with 400 for a group or workspace that is not there, with 409 where the group has a mapping to it. */
  async create({ actor, organizationId }: Requester, dto: CreateScimMappingDto): Promise<ShownScimMapping> {
    const { group_id: teamId, workspace_id: workspaceId, role } = dto;
    const created = this.database.change(actor, ({ scimMappings }) =>
      scimMappings.create(organizationId, { teamId, workspaceId, role }),
    );
    return this.showOne(organizationId, await inApiTerms(created));
  }

  async list(
    { organizationId }: Requester,
    { limit, cursor, group_id: teamId, workspace_id: workspaceId }: ScimMappingsQuery,
  ): Promise<Page<ShownScimMapping>> {
    const page = { limit, cursor, filters: { teamId, workspaceId } };
    const { data, nextCursor } = await this.database.scimMappings.listPage(organizationId, page);
    return { data: await this.show(organizationId, data), nextCursor };
  }

  async find({ organizationId }: Requester, id: string): Promise<ShownScimMapping> {
    const mapping = await this.database.scimMappings.find(organizationId, id);
    if (mapping === undefined) throw new GatewayError('not_found', { message: 'The SCIM mapping does not exist.' });
    return this.showOne(organizationId, mapping);
  }

  async update({ actor, organizationId }: Requester, id: string, dto: UpdateScimMappingDto): Promise<ShownScimMapping> {
    const { group_id: teamId, workspace_id: workspaceId, role } = dto;
    const updated = this.database.change(actor, ({ scimMappings }) =>
      scimMappings.update(organizationId, id, { teamId, workspaceId, role }),
    );
    return this.showOne(organizationId, await inApiTerms(updated));
  }

  async remove({ actor, organizationId }: Requester, id: string): Promise<void> {
    await this.database.change(actor, ({ scimMappings }) => scimMappings.remove(organizationId, id));
  }

  private async showOne(organizationId: string, mapping: ScimMappingRecord): Promise<ShownScimMapping> {
    const [shown = { ...mapping, group: '', workspace: '' }] = await this.show(organizationId, [mapping]);
    return shown;
  }

  /** Names the groups and workspaces of mappings: one query each, however many. */
  private async show(organizationId: string, mappings: readonly ScimMappingRecord[]): Promise<ShownScimMapping[]> {
    const { teams, workspaces } = this.database;
    const [groups, places] = await Promise.all([
      readNames(
        mappings,
        ({ teamId }) => teamId,
        (ids) => teams.listByIds(organizationId, ids),
      ),
      readNames(
        mappings,
        ({ workspaceId }) => workspaceId,
        (id) => workspaces.listAll(organizationId, { id }),
      ),
    ]);
    return mappings.map((mapping) => ({
      ...mapping,
      group: groups.get(mapping.teamId) ?? '',
      workspace: places.get(mapping.workspaceId) ?? '',
    }));
  }
}

/** Maps the column that the database names for a duplicate to the field of the API. */
async function inApiTerms(work: Promise<ScimMappingRecord>): Promise<ScimMappingRecord> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ConflictError) {
      throw new GatewayError('conflict', {
        param: 'workspace_id',
        message: 'The group already has a mapping to this workspace. Change that one.',
      });
    }
    if (error instanceof UnknownReferenceError && error.field === 'team_id') {
      throw new GatewayError('invalid_value', { param: 'group_id', message: '`group_id` is not the id of a group.' });
    }
    throw error;
  }
}

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
import { DATABASE } from '../../workspace-services.js';
import type { CreateScimMappingDto, ScimMappingsQuery, UpdateScimMappingDto } from './dto/scim-mapping.dto.js';

/** Manages the mappings of SCIM groups to workspaces (docs/contract/scim.md#mappings). A change is applied to the whole group at once. */
@Injectable()
export class ScimMappingsService {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** Fails with 400 for a group or workspace that is not there, with 409 where the group has a mapping to it. */
  create({ actor, organizationId }: Requester, dto: CreateScimMappingDto): Promise<ScimMappingRecord> {
    const { group_id: teamId, workspace_id: workspaceId, role } = dto;
    return inApiTerms(
      this.database.change(actor, ({ scimMappings }) =>
        scimMappings.create(organizationId, { teamId, workspaceId, role }),
      ),
    );
  }

  list(
    { organizationId }: Requester,
    { limit, cursor, group_id: teamId, workspace_id: workspaceId }: ScimMappingsQuery,
  ): Promise<Page<ScimMappingRecord>> {
    return this.database.scimMappings.listPage(organizationId, { limit, cursor, filters: { teamId, workspaceId } });
  }

  async find({ organizationId }: Requester, id: string): Promise<ScimMappingRecord> {
    const mapping = await this.database.scimMappings.find(organizationId, id);
    if (mapping === undefined) throw new GatewayError('not_found', { message: 'The SCIM mapping does not exist.' });
    return mapping;
  }

  update({ actor, organizationId }: Requester, id: string, dto: UpdateScimMappingDto): Promise<ScimMappingRecord> {
    const { group_id: teamId, workspace_id: workspaceId, role } = dto;
    return inApiTerms(
      this.database.change(actor, ({ scimMappings }) =>
        scimMappings.update(organizationId, id, { teamId, workspaceId, role }),
      ),
    );
  }

  async remove({ actor, organizationId }: Requester, id: string): Promise<void> {
    await this.database.change(actor, ({ scimMappings }) => scimMappings.remove(organizationId, id));
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

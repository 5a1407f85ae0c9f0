import { Body, Controller, Inject, Param, Query } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { Creates, Finds, Lists, Removes, Updates } from '../../openapi/resource-routes.decorator.js';
import { CreateScimMappingDto, ScimMappingsQuery, UpdateScimMappingDto } from './dto/scim-mapping.dto.js';
import { ScimMappingView } from './dto/scim-mapping.view.js';
import { ScimMappingsService } from './scim-mappings.service.js';

/** Mappings of SCIM groups to workspaces (docs/contract/scim.md#mappings). */
@Controller('org/scim-mappings')
export class ScimMappingsController {
  constructor(@Inject(ScimMappingsService) private readonly mappings: ScimMappingsService) {}

  /** Gives everybody in the group the role, now and whoever joins it later. */
  @Creates(ScimMappingView, 'The new mapping, applied to the people of the group.')
  @RequirePermission('org.scim.manage')
  async create(@FromRequester() requester: Requester, @Body() dto: CreateScimMappingDto): Promise<ScimMappingView> {
    return ScimMappingView.of(await this.mappings.create(requester, dto));
  }

  @Lists(ScimMappingView)
  @RequirePermission('org.scim.manage')
  async list(
    @FromRequester() requester: Requester,
    @Query() query: ScimMappingsQuery,
  ): Promise<ListAnswer<ScimMappingView>> {
    return toList(await this.mappings.list(requester, query), ScimMappingView.of);
  }

  @Finds(ScimMappingView)
  @RequirePermission('org.scim.manage')
  async find(@FromRequester() requester: Requester, @Param('id') id: string): Promise<ScimMappingView> {
    return ScimMappingView.of(await this.mappings.find(requester, id));
  }

  @Updates(ScimMappingView, 'The updated mapping, applied to the people of the group.')
  @RequirePermission('org.scim.manage')
  async update(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Body() dto: UpdateScimMappingDto,
  ): Promise<ScimMappingView> {
    return ScimMappingView.of(await this.mappings.update(requester, id, dto));
  }

  /** Takes back what the mapping gave; what another group or a person gave stays. */
  @Removes()
  @RequirePermission('org.scim.manage')
  async remove(@FromRequester() requester: Requester, @Param('id') id: string): Promise<void> {
    await this.mappings.remove(requester, id);
  }
}

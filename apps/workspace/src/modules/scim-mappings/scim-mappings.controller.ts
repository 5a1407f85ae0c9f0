import { Body, Controller, Delete, Get, Inject, Param, Patch, Post, Query } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { HonoursVersion, SendsVersion } from '../../http/versions.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { Answers, AnswersList, AnswersNothing } from '../../openapi/answers.decorator.js';
import { CreateScimMappingDto, ScimMappingsQuery, UpdateScimMappingDto } from './dto/scim-mapping.dto.js';
import { ScimMappingView } from './dto/scim-mapping.view.js';
import { ScimMappingsService } from './scim-mappings.service.js';

/** Mappings of SCIM groups to workspaces (docs/contract/scim.md#mappings). */
@Controller('org/scim-mappings')
export class ScimMappingsController {
  constructor(@Inject(ScimMappingsService) private readonly mappings: ScimMappingsService) {}

  /** Gives everybody in the group the role, now and whoever joins it later. */
  @Post()
  @SendsVersion()
  @RequirePermission('org.scim.manage')
  @Answers(ScimMappingView, { status: 201, description: 'The new mapping, applied to the people of the group.' })
  async create(@FromRequester() requester: Requester, @Body() dto: CreateScimMappingDto): Promise<ScimMappingView> {
    return ScimMappingView.of(await this.mappings.create(requester, dto));
  }

  @Get()
  @RequirePermission('org.scim.manage')
  @AnswersList(ScimMappingView)
  async list(
    @FromRequester() requester: Requester,
    @Query() query: ScimMappingsQuery,
  ): Promise<ListAnswer<ScimMappingView>> {
    return toList(await this.mappings.list(requester, query), ScimMappingView.of);
  }

  @Get(':id')
  @SendsVersion()
  @RequirePermission('org.scim.manage')
  @Answers(ScimMappingView)
  async find(@FromRequester() requester: Requester, @Param('id') id: string): Promise<ScimMappingView> {
    return ScimMappingView.of(await this.mappings.find(requester, id));
  }

  @Patch(':id')
  @SendsVersion()
  @HonoursVersion()
  @RequirePermission('org.scim.manage')
  @Answers(ScimMappingView, { description: 'The updated mapping, applied to the people of the group.' })
  async update(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Body() dto: UpdateScimMappingDto,
  ): Promise<ScimMappingView> {
    return ScimMappingView.of(await this.mappings.update(requester, id, dto));
  }

  /** Takes back what the mapping gave; what another group or a person gave stays. */
  @Delete(':id')
  @HonoursVersion()
  @RequirePermission('org.scim.manage')
  @AnswersNothing()
  async remove(@FromRequester() requester: Requester, @Param('id') id: string): Promise<void> {
    await this.mappings.remove(requester, id);
  }
}

import { Body, Controller, Delete, Get, Inject, Param, Patch, Post, Query } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { HonoursVersion, SendsVersion } from '../../http/versions.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { WorkspaceQuery } from '../../lists/workspace-query.dto.js';
import { Answers, AnswersList, AnswersNothing } from '../../openapi/answers.decorator.js';
import { SavedViewView } from './dto/saved-view.view.js';
import { CreateSavedViewDto, SavedViewsQuery, UpdateSavedViewDto } from './dto/write-saved-view.dto.js';
import { SavedViewsService } from './saved-views.service.js';

const READ = 'workspace.read';
const HERE = { in: 'workspace', person: true } as const;
const ANYWHERE = { in: 'anywhere', person: true } as const;

/** Views of the console's lists, which the people of a workspace share (docs/contract/control-plane.md#saved-views). */
@Controller('w/views')
export class SavedViewsController {
  constructor(@Inject(SavedViewsService) private readonly views: SavedViewsService) {}

  @Post()
  @SendsVersion()
  @RequirePermission(READ, HERE)
  @Answers(SavedViewView, { status: 201, description: 'The new view.' })
  async create(
    @FromRequester() requester: Requester,
    @Query() _query: WorkspaceQuery,
    @Body() dto: CreateSavedViewDto,
  ): Promise<SavedViewView> {
    return SavedViewView.of(await this.views.create(requester, dto));
  }

  @Get()
  @RequirePermission(READ, HERE)
  @AnswersList(SavedViewView)
  async list(
    @FromRequester() requester: Requester,
    @Query() query: SavedViewsQuery,
  ): Promise<ListAnswer<SavedViewView>> {
    return toList(await this.views.list(requester, query), SavedViewView.of);
  }

  @Get(':id')
  @SendsVersion()
  @RequirePermission(READ, ANYWHERE)
  @Answers(SavedViewView)
  async find(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
  ): Promise<SavedViewView> {
    return SavedViewView.of(await this.views.find(requester, id, asked));
  }

  /** Changes a view of one's own, or with `workspace.manage` anybody's. */
  @Patch(':id')
  @SendsVersion()
  @HonoursVersion()
  @RequirePermission(READ, ANYWHERE)
  @Answers(SavedViewView, { description: 'The updated view.' })
  async update(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
    @Body() dto: UpdateSavedViewDto,
  ): Promise<SavedViewView> {
    return SavedViewView.of(await this.views.update(requester, id, dto, asked));
  }

  /** Removes a view of one's own, or with `workspace.manage` anybody's. */
  @Delete(':id')
  @HonoursVersion()
  @RequirePermission(READ, ANYWHERE)
  @AnswersNothing()
  async remove(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
  ): Promise<void> {
    await this.views.remove(requester, id, asked);
  }
}

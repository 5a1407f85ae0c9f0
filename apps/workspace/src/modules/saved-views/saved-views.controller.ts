import { Body, Controller, Inject, Param, Query } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { WorkspaceQuery } from '../../lists/workspace-query.dto.js';
import { Creates, Finds, Lists, Removes, Updates } from '../../openapi/resource-routes.decorator.js';
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

  @Creates(SavedViewView, 'The new view.')
  @RequirePermission(READ, HERE)
  async create(
    @FromRequester() requester: Requester,
    @Query() _query: WorkspaceQuery,
    @Body() dto: CreateSavedViewDto,
  ): Promise<SavedViewView> {
    return SavedViewView.of(await this.views.create(requester, dto));
  }

  @Lists(SavedViewView)
  @RequirePermission(READ, HERE)
  async list(
    @FromRequester() requester: Requester,
    @Query() query: SavedViewsQuery,
  ): Promise<ListAnswer<SavedViewView>> {
    return toList(await this.views.list(requester, query), SavedViewView.of);
  }

  @Finds(SavedViewView)
  @RequirePermission(READ, ANYWHERE)
  async find(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
  ): Promise<SavedViewView> {
    return SavedViewView.of(await this.views.find(requester, id, asked));
  }

  /** Changes a view of one's own, or with `workspace.manage` anybody's. */
  @Updates(SavedViewView, 'The updated view.')
  @RequirePermission(READ, ANYWHERE)
  async update(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
    @Body() dto: UpdateSavedViewDto,
  ): Promise<SavedViewView> {
    return SavedViewView.of(await this.views.update(requester, id, dto, asked));
  }

  /** Removes a view of one's own, or with `workspace.manage` anybody's. */
  @Removes()
  @RequirePermission(READ, ANYWHERE)
  async remove(
    @FromRequester() requester: Requester,
    @Param('id') id: string,
    @Query() { workspace_id: asked }: WorkspaceQuery,
  ): Promise<void> {
    await this.views.remove(requester, id, asked);
  }
}

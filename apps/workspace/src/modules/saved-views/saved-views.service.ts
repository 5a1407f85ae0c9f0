import { GatewayError } from '@multilane/errors';
import type { Change, Database, Page, SavedViewRecord } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { findAccessible } from '../../access/find-accessible.js';
import { type Requester, refusePermission } from '../../access/requester.js';
import { toPageRequest } from '../../lists/list-query.dto.js';
import { DATABASE } from '../../services/workspace-services.js';
import type { CreateSavedViewDto, SavedViewsQuery, UpdateSavedViewDto } from './dto/write-saved-view.dto.js';

const READ = 'workspace.read';
const MANAGE = 'workspace.manage';

/** Views of a workspace at most. */
const MOST = 500;

/** Saved views: everybody in the workspace opens them and makes some; their makers and its administrators change them. */
@Injectable()
export class SavedViewsService {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** Fails with 409 for a name that the page has in the workspace, and for too many views. */
  async create(requester: Requester, dto: CreateSavedViewDto): Promise<SavedViewRecord> {
    const { actor, organizationId, userId, workspaceId } = requester;
    if ((await this.database.savedViews.count(organizationId, { workspaceId })) >= MOST) {
      throw new GatewayError('conflict', { message: `The workspace has ${MOST} saved views. Delete some first.` });
    }
    const { name, page, search } = dto;
    return this.database.change(actor, ({ savedViews }) =>
      savedViews.create(organizationId, { workspaceId, page, name, search, createdBy: userId }),
    );
  }

  list({ organizationId, workspaceId }: Requester, query: SavedViewsQuery): Promise<Page<SavedViewRecord>> {
    const filters = { workspaceId, page: query.page };
    return this.database.savedViews.listPage(organizationId, { ...toPageRequest(query), filters });
  }

  /** Fails with 404 for a view of another tenant or workspace. */
  async find(requester: Requester, id: string, asked: string | undefined): Promise<SavedViewRecord> {
    const found = await findAccessible(requester, { toSee: READ, toDo: READ, asked }, (organizationId) =>
      this.database.savedViews.find(organizationId, id),
    );
    if (found === undefined) throw new GatewayError('not_found', { message: 'The saved view does not exist.' });
    return found;
  }

  /** Fails with 403 for another person's view without `workspace.manage`, and with 412 for another version. */
  update(
    requester: Requester,
    id: string,
    { name, search }: UpdateSavedViewDto,
    asked: string | undefined,
  ): Promise<SavedViewRecord> {
    return this.change(requester, id, asked, ({ savedViews }) =>
      savedViews.update(requester.organizationId, id, { name, search }),
    );
  }

  async remove(requester: Requester, id: string, asked: string | undefined): Promise<void> {
    await this.change(requester, id, asked, ({ savedViews }) => savedViews.remove(requester.organizationId, id));
  }

  private async change(
    requester: Requester,
    id: string,
    asked: string | undefined,
    work: (change: Change) => Promise<SavedViewRecord>,
  ): Promise<SavedViewRecord> {
    const { createdBy, workspaceId } = await this.find(requester, id, asked);
    const isOwn = createdBy === requester.userId;
    if (!isOwn && !requester.can(MANAGE, { workspaceId })) throw refusePermission(MANAGE);
    return this.database.change(requester.actor, work);
  }
}

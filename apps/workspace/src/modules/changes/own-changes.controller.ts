import type { Database } from '@multilane/persistence';
import { Controller, Inject, Query } from '@nestjs/common';
import { RequirePerson } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { toPageRequest } from '../../lists/list-query.dto.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { Lists } from '../../openapi/resource-routes.decorator.js';
import { DATABASE } from '../../services/workspace-services.js';
import { ChangeView } from './dto/change.view.js';
import { ChangesQuery, toFilters } from './dto/changes-query.dto.js';

/** Changes that the person who asks made, for those who may not see the others' (docs/contract/audit.md#changes). Read-only. */
@Controller('auth/changes')
export class OwnChangesController {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  @Lists(ChangeView)
  @RequirePerson({ session: true })
  async list(
    @FromRequester() { organizationId, userId }: Requester,
    @Query() query: ChangesQuery,
  ): Promise<ListAnswer<ChangeView>> {
    const own = { actorType: 'user', actorId: userId } as const;
    const page = { ...toPageRequest(query), filters: { ...toFilters(query), ...own } };
    return toList(await this.database.changes.listPage(organizationId, page), ChangeView.of);
  }
}

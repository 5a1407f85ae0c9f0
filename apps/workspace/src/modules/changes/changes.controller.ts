import type { Database } from '@multilane/persistence';
import { Controller, Inject, Query } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { FromRequester } from '../../access/from-requester.decorator.js';
import { Requester } from '../../access/requester.js';
import { toPageRequest } from '../../lists/list-query.dto.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { Lists } from '../../openapi/resource-routes.decorator.js';
import { DATABASE } from '../../services/workspace-services.js';
import { ChangeView } from './dto/change.view.js';
import { ChangesQuery, toFilters } from './dto/changes-query.dto.js';

/**
 * The audit trail of the control plane: who changed what, and what it was before (docs/contract/audit.md#changes).
 * Read-only.
 */
@Controller('admin/changes')
export class ChangesController {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  @Lists(ChangeView)
  @RequirePermission('gateway.audit.read')
  async list(
    @FromRequester() { organizationId }: Requester,
    @Query() query: ChangesQuery,
  ): Promise<ListAnswer<ChangeView>> {
    const page = { ...toPageRequest(query), filters: toFilters(query) };
    return toList(await this.database.changes.listPage(organizationId, page), ChangeView.of);
  }
}

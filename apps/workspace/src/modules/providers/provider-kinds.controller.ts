import { ALL_MANIFESTS } from '@multilane/providers';
import { Controller } from '@nestjs/common';
import { RequirePermission } from '../../access/access.js';
import { type ListAnswer, toList } from '../../lists/to-list.js';
import { Lists } from '../../openapi/resource-routes.decorator.js';
import { ProviderKindView } from './dto/provider-kind.view.js';

/** Known kinds of providers: the same for everybody, and all of them on one page. */
@Controller('admin/provider-kinds')
export class ProviderKindsController {
  @Lists(ProviderKindView)
  @RequirePermission('gateway.providers.read', { in: 'anywhere' })
  list(): ListAnswer<ProviderKindView> {
    return toList({ data: ALL_MANIFESTS, nextCursor: null }, ProviderKindView.of);
  }
}

import type { Database } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Requester } from '../../access/requester.js';
import { DATABASE } from '../../services/workspace-services.js';
import { ProviderHealthView } from './dto/provider-health.view.js';

const AN_HOUR_MS = 3_600_000;
const A_QUARTER_MS = 900_000;

/** Providers that are looked up at once: the newest ones of a workspace that has more. */
const MOST = 200;

/** Tells how the providers of a workspace did in the last hour, from the sums of its requests: no request is read. */
@Injectable()
export class ProviderHealthService {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** Fails with 403 for who may not see the usage of the whole workspace, such as a key that sees that of its team. */
  async list(requester: Requester): Promise<readonly ProviderHealthView[]> {
    const { organizationId, workspaceId } = requester;
    requester.demand('gateway.usage.read', { workspaceId });
    const { providerCoolDowns, providers, usageSeries } = this.database;
    const { data } = await providers.listPage(organizationId, { limit: MOST, filters: { workspaceId } });
    const since = new Date(Math.floor((Date.now() - AN_HOUR_MS) / A_QUARTER_MS) * A_QUARTER_MS);
    const names = data.map(({ name }) => name);
    const sums = await usageSeries.listOfProviders(organizationId, { workspaceId, names, since });
    const coolDowns = await providerCoolDowns.listOf(
      organizationId,
      data.map(({ id }) => id),
    );
    return data.map((provider) =>
      ProviderHealthView.of(provider, since, sums.get(provider.name), coolDowns.get(provider.id)),
    );
  }
}

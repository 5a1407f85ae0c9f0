import type { RoutingConfigEntry } from '@multilane/config';
import { writeProblem } from '@multilane/contracts';
import type { Database } from '@multilane/persistence';
import { firstShares, orderTargets, seedOf } from '@multilane/policy';
import { Inject, Injectable } from '@nestjs/common';
import { chooseReadableWorkspaces } from '../../access/choose-readable-workspaces.js';
import type { Requester } from '../../access/requester.js';
import { refuseField } from '../../http/invalid-field.js';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';
import { checkReferences } from '../policies/check-references.js';
import { type Fields, ROUTING_CONFIG } from '../policies/policy-kinds.js';
import type { RoutingDryRunDto, RoutingDryRunView } from './dto/routing-dry-run.dto.js';
import { findAskedModel } from './find-asked-model.js';
import { readFields } from './read-fields.js';
import { stepsOf } from './route-steps.js';
import { buildRouteTree, type NamedTarget } from './route-tree.js';

/** Finds where a routing config leads by the code that the gateway runs. It knows no latency and calls nobody. */
@Injectable()
export class RoutingDryRuns {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
  ) {}

  /** Fails with 404 for a workspace out of reach, and 400 for a config that could not be stored or a name of no model. */
  async run(requester: Requester, dto: RoutingDryRunDto): Promise<RoutingDryRunView> {
    const { workspace_id: workspaceId, model, session_id: sessionId, enabled: _enabled, ...fields } = dto;
    const { declaredNames } = this.services;
    const place = { organizationId: requester.organizationId, workspaceId };
    await chooseReadableWorkspaces(requester, ROUTING_CONFIG.read, workspaceId, this.database.workspaces);
    const entry = await readFields<RoutingConfigEntry>(ROUTING_CONFIG, fields);
    const references = ROUTING_CONFIG.referencesOf(entry as unknown as Fields);
    await checkReferences(this.database, declaredNames, place, ROUTING_CONFIG, references);
    const root = await buildRouteTree(
      { database: this.database, declared: declaredNames, place },
      entry.targets.length > 0 ? entry : { ...entry, ...(await this.routeAround(place, model)) },
    );
    const session = sessionId === undefined ? undefined : seedOf(sessionId);
    const shares = firstShares<NamedTarget>(root, session);
    const steps = stepsOf(root, session !== undefined);
    const isAsked = entry.targets.length === 0;
    const ordered = orderTargets<NamedTarget>(root, { now: 0, random: () => 0.5, session, isStream: false });
    return {
      object: 'routing_dry_run',
      targets: ordered.map((target) => ({
        model: target.model,
        through: target.through,
        steps: (steps.get(target) ?? []).map((step, index) =>
          isAsked && index === 0 ? { ...step, target: null, reason: 'request' as const } : step,
        ),
        first_share: toShare(shares.get(target)),
      })),
      most_calls: entry.retry.attempts + 1,
    };
  }

  /** A config without targets leads to the model that the request names. */
  private async routeAround(
    place: { readonly organizationId: string; readonly workspaceId: string },
    name: string | undefined,
  ): Promise<Pick<RoutingConfigEntry, 'strategy' | 'targets'>> {
    if (name === undefined) throw refuseField({ path: 'model', message: writeProblem('model_required') });
    const asked = await findAskedModel(this.database, this.services.declaredNames, place, { name, path: 'model' });
    return { strategy: 'failover', targets: [{ model: asked.logicalName, weight: 1 }] };
  }
}

/** To a millionth: products of shares are not exact. */
function toShare(share: number | undefined): number | null {
  return share === undefined ? null : Math.round(share * 1e6) / 1e6;
}

import {
  type CachePolicyEntry,
  parseCachePolicyEntry,
  readSemanticSettings,
  type SemanticSettings,
} from '@multilane/config';
import type { Database, StoredPolicyRecord } from '@multilane/persistence';
import { CachePolicies } from '@multilane/policy';
import { Inject, Injectable } from '@nestjs/common';
import { chooseReadableWorkspaces } from '../../access/choose-readable-workspaces.js';
import type { Requester } from '../../access/requester.js';
import { refuseField } from '../../http/invalid-field.js';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';
import { compareRequests, listIgnored, type Request } from './compare-requests.js';
import { compareWordings } from './compare-wordings.js';
import type { CacheDryRunDto, CacheDryRunView, MatchedCachePolicyView } from './dto/cache-dry-run.dto.js';
import { type AskedModel, findAskedModel } from './find-asked-model.js';

const READ = 'gateway.cache.read';

/** Each member is looked at by itself. */
const MOST_MEMBERS = 200;
const MOST_CHARACTERS = 200_000;

/** Policy, as the gateway places it. */
interface Placed {
  readonly id: string | null;
  readonly name: string | null;
  readonly workspaceId: string | undefined;
  readonly entry: CachePolicyEntry;
}

/** Policy that caches the response to a request. */
interface Matched {
  readonly view: MatchedCachePolicyView;
  /** Undefined if it answers identical requests only. */
  readonly settings: SemanticSettings | undefined;
}

/** Finds cache policies and compares requests by the code that the gateway runs. It reads no stored response. */
@Injectable()
export class CacheDryRuns {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
  ) {}

  /** Fails with 404 for a workspace out of reach, and 400 for a request without a model of it. */
  async run(requester: Requester, dto: CacheDryRunDto): Promise<CacheDryRunView> {
    const { organizationId } = requester;
    const { other_request: other, request, team, workspace_id: workspaceId } = dto;
    await chooseReadableWorkspaces(requester, READ, workspaceId, this.database.workspaces);
    const place = { organizationId, workspaceId };
    const model = await this.findModel(place, request, 'request');
    const otherModel = other && (await this.findModel(place, other, 'other_request'));
    const isComplete = requester.can(READ);
    const matched = this.isOff() ? [] : await this.match({ ...place, team, isComplete }, model);
    const policies = matched.map(({ view }) => view);
    const asked = { request, model: model.logicalName };
    const otherAsked = other && otherModel && { request: other, model: otherModel.logicalName };
    const compared = otherAsked && compareRequests(asked, otherAsked);
    // Of several policies, the one that compares fewest messages answers least.
    const [semantic] = matched
      .flatMap(({ settings }) => settings ?? [])
      .sort((first, second) => first.turns - second.turns);
    return {
      object: 'cache_dry_run',
      model: model.logicalName,
      ttl_seconds: policies.length === 0 ? null : Math.min(...policies.map(({ ttl_seconds: ttl }) => ttl)),
      policies,
      is_complete: isComplete,
      ignored: listIgnored(request),
      is_same: compared === undefined ? null : compared.length === 0,
      differences: compared ?? null,
      wordings: otherAsked && semantic ? compareWordings(asked, otherAsked, semantic) : null,
    };
  }

  private isOff(): boolean {
    return this.services.config.cache.backend === 'off';
  }

  private findModel(
    place: { readonly organizationId: string; readonly workspaceId: string },
    request: Request,
    field: string,
  ): Promise<AskedModel> {
    checkSize(request, field);
    const { model: name } = request;
    const path = `${field}.model`;
    if (typeof name !== 'string') throw refuseField({ path, message: 'must be the name of a model' });
    return findAskedModel(this.database, this.services.declaredNames, place, { name, path });
  }

  private async match(
    caller: {
      readonly organizationId: string;
      readonly workspaceId: string;
      readonly team: string | undefined;
      readonly isComplete: boolean;
    },
    { names }: AskedModel,
  ): Promise<Matched[]> {
    const { organizationId, workspaceId, team: teamName, isComplete } = caller;
    const stored = await this.database.policies.listAll(organizationId, { kind: 'cache', workspaceId });
    const wide = isComplete
      ? await this.database.policies.listAll(organizationId, { kind: 'cache', workspaceId: null })
      : [];
    const placed = [...[...stored, ...wide].flatMap(place), ...(await this.listDeclared(organizationId, isComplete))];
    return placed.flatMap(({ entry, id, name, workspaceId: within }) => {
      const ttlSeconds = entry.ttl_seconds ?? this.services.followed.settings.cache.ttl_seconds;
      const policies = new CachePolicies();
      policies.add({ organizationId, workspaceId: within, teams: entry.teams, models: entry.models, ttlSeconds });
      const ttl = policies.findTtl({ organizationId, workspaceId, teamName }, names);
      if (ttl === undefined) return [];
      const view = { policy_id: id, policy_name: name, ttl_seconds: ttl };
      return [{ view, settings: readSemanticSettings(entry) }];
    });
  }

  /** Lists the policies of gateway.yaml, which are for its own organization. */
  private async listDeclared(organizationId: string, isComplete: boolean): Promise<Placed[]> {
    const { cache, organization: own } = this.services.followed.settings;
    if (!isComplete || cache.policies.length === 0) return [];
    const organization = await this.database.organizations.find(organizationId);
    if (organization?.name !== own.name) return [];
    return cache.policies.map((entry) => ({ id: null, name: entry.name ?? null, workspaceId: undefined, entry }));
  }
}

/** A policy that the gateway would not read, or that is paused, caches nothing. */
function place({ definition, enabled, id, name, workspaceId }: StoredPolicyRecord): Placed[] {
  const { entry } = parseCachePolicyEntry({ ...definition, name });
  return enabled && entry ? [{ id, name, workspaceId: workspaceId ?? undefined, entry }] : [];
}

/** Fails with 400 for a request of more members or characters than are compared. */
function checkSize(request: Request, field: string): void {
  if (Object.keys(request).length > MOST_MEMBERS) {
    throw refuseField({ path: field, message: `must have at most ${MOST_MEMBERS} members` });
  }
  if (JSON.stringify(request).length > MOST_CHARACTERS) {
    throw refuseField({ path: field, message: `must have at most ${MOST_CHARACTERS} characters` });
  }
}

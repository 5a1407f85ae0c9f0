import { type CachePolicyEntry, parseCachePolicyEntry } from '@multilane/config';
import type { Database, StoredPolicyRecord } from '@multilane/persistence';
import { CachePolicies, makeCacheKey } from '@multilane/policy';
import { Inject, Injectable } from '@nestjs/common';
import { chooseReadableWorkspaces } from '../../access/choose-readable-workspaces.js';
import type { Requester } from '../../access/requester.js';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../workspace-services.js';
import { refuseField } from '../models/read-model.js';
import type { CacheDryRunDto, CacheDryRunView, MatchedCachePolicyView } from './dto/cache-dry-run.dto.js';
import { type AskedModel, findAskedModel } from './find-asked-model.js';

const READ = 'gateway.cache.read';

type Request = Readonly<Record<string, unknown>>;

/** Where a policy is, as the gateway places it. */
interface Placed {
  readonly id: string | null;
  readonly name: string | null;
  readonly workspaceId: string | undefined;
  readonly entry: CachePolicyEntry;
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
    const policies = this.isOff() ? [] : await this.match({ ...place, team, isComplete }, model);
    const compared = other && otherModel && compare({ request, model }, { request: other, model: otherModel });
    return {
      object: 'cache_dry_run',
      model: model.logicalName,
      ttl_seconds: policies.length === 0 ? null : Math.min(...policies.map(({ ttl_seconds: ttl }) => ttl)),
      policies,
      is_complete: isComplete,
      ignored: Object.keys(request).filter((name) => name !== 'model' && !counts(name, request[name])),
      is_same: compared === undefined ? null : compared.length === 0,
      differences: compared ?? null,
    };
  }

  private isOff(): boolean {
    return this.services.config.cache.backend === 'off';
  }

  private findModel(
    place: { readonly organizationId: string; readonly workspaceId: string },
    { model: name }: Request,
    field: string,
  ): Promise<AskedModel> {
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
  ): Promise<MatchedCachePolicyView[]> {
    const { organizationId, workspaceId, team: teamName, isComplete } = caller;
    const stored = await this.database.policies.listAll(organizationId, { kind: 'cache', workspaceId });
    const wide = isComplete
      ? await this.database.policies.listAll(organizationId, { kind: 'cache', workspaceId: null })
      : [];
    const placed = [...[...stored, ...wide].flatMap(place), ...(await this.listDeclared(organizationId, isComplete))];
    return placed.flatMap(({ entry, id, name, workspaceId: within }) => {
      const ttlSeconds = entry.ttl_seconds ?? this.services.config.cache.ttl_seconds;
      const policies = new CachePolicies();
      policies.add({ organizationId, workspaceId: within, teams: entry.teams, models: entry.models, ttlSeconds });
      const ttl = policies.findTtl({ organizationId, workspaceId, teamName }, names);
      return ttl === undefined ? [] : [{ policy_id: id, policy_name: name, ttl_seconds: ttl }];
    });
  }

  /** Those of gateway.yaml are for its own organization. */
  private async listDeclared(organizationId: string, isComplete: boolean): Promise<Placed[]> {
    const { cache, organization: own } = this.services.config;
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

interface Asked {
  readonly request: Request;
  readonly model: AskedModel;
}

/** The members in which two requests differ for the cache; `model` if the names mean different models. */
function compare(one: Asked, other: Asked): string[] {
  const names = new Set([...Object.keys(one.request), ...Object.keys(other.request)]);
  names.delete('model');
  const members = [...names].filter((name) => keyOf(one, name) !== keyOf(other, name));
  return one.model.logicalName === other.model.logicalName ? members : ['model', ...members];
}

const NOBODY = { organization: '', workspace: undefined, team: undefined };

function keyOf({ request }: Pick<Asked, 'request'>, name: string): string {
  const part = Object.hasOwn(request, name) ? { [name]: request[name] } : {};
  return makeCacheKey({
    owner: NOBODY,
    endpoint: '',
    streamed: false,
    model: '',
    targets: [],
    headers: [],
    request: part,
  });
}

/** Whether a member is part of the key. */
function counts(name: string, value: unknown): boolean {
  return keyOf({ request: { [name]: value } }, name) !== keyOf({ request: {} }, name);
}

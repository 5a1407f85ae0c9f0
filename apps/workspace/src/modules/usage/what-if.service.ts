import type { ProviderKind } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import type { Database, UsageRequest, UsageRow } from '@multilane/persistence';
import {
  costOfSums,
  type DatedPrices,
  type ModelPrice,
  type PriceableModel,
  type PriceTag,
  tagDeclaredPrice,
} from '@multilane/policy';
import { Inject, Injectable } from '@nestjs/common';
import type { Requester } from '../../access/requester.js';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';
import { toPriceable } from '../models/to-priceable.js';
import type { WhatIfDto } from './dto/what-if.dto.js';
import { findScope } from './find-scope.js';
import { nameFilters } from './name-filters.js';
import { readDay } from './read-usage-query.js';

/** Models of a workspace, and days of a model, that are read at most. */
const MOST_ROWS = 10_000;

type UsageReader = (asked: Pick<UsageRequest, 'groups' | 'limit' | 'offset' | 'model'>) => Promise<readonly UsageRow[]>;

/** Usage of a model, as it was charged and as it would be. */
export interface PricedModelUsage {
  readonly model: string;
  readonly as: string | undefined;
  readonly requests: number;
  readonly promptTokens: number;
  readonly cachedTokens: number;
  readonly completionTokens: number;
  readonly costUsd: number;
  /** Undefined if no price is known. */
  readonly wouldCostUsd: number | undefined;
}

export interface PricedAgain {
  readonly from: string;
  readonly to: string;
  /** Charged for all models of the range. */
  readonly costUsd: number;
  readonly rows: readonly PricedModelUsage[];
}

/** Prices the usage of a range again, at other prices or as another model (docs/contract/usage.md#what-if). */
@Injectable()
export class WhatIfService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
  ) {}

  /** Fails with 404 for a model that is not in the workspace, and with 400 for a model that is named twice. */
  async price(requester: Requester, dto: WhatIfDto): Promise<PricedAgain> {
    const { organizationId } = requester;
    const { workspace_id: workspaceId } = dto;
    const scope = await findScope(requester, 'gateway.usage.read', this.database.workspaces, workspaceId);
    const [from, to] = [readDay('from', dto.from), readDay('to', dto.to)];
    const twice = dto.models.findIndex(({ model }, index) =>
      dto.models.some((each, at) => at < index && each.model === model),
    );
    if (twice !== -1) throw refuse(`models[${twice}].model`, 'is named twice.');
    const read: UsageReader = async (asked) =>
      this.database.usage.list(organizationId, { ...scope, ...team, fromDay: from, toDay: to, ...asked });
    const team = await nameFilters(this.database, this.services.declaredKeys, organizationId, { team: dto.team });
    const usage = await read({ groups: ['model'], limit: MOST_ROWS, offset: 0 });
    const rows: PricedModelUsage[] = [];
    for (const [index, { as, model, prices }] of dto.models.entries()) {
      const used = usage.find((row) => row.model === model);
      const param = `models[${index}].${as === undefined ? 'model' : 'as'}`;
      const wouldCostUsd = prices
        ? await priceByDay(tagDeclaredPrice(prices as DatedPrices, 'workspace'), model, used, read)
        : priceSums(used, await this.findPrice(organizationId, workspaceId, as ?? model, param));
      rows.push({
        model,
        as: prices === undefined ? (as ?? model) : undefined,
        requests: used?.requests ?? 0,
        promptTokens: used?.promptTokens ?? 0,
        cachedTokens: used?.cachedTokens ?? 0,
        completionTokens: used?.completionTokens ?? 0,
        costUsd: used?.costUsd ?? 0,
        wouldCostUsd,
      });
    }
    return { from, to, costUsd: usage.reduce((sum, row) => sum + row.costUsd, 0), rows };
  }

  /** The price that a model of the workspace or of gateway.yaml has now. */
  private async findPrice(
    organizationId: string,
    workspaceId: string,
    name: string,
    param: string,
  ): Promise<ModelPrice | undefined> {
    const model = (await this.findOwn(organizationId, workspaceId, name)) ?? this.findDeclared(name);
    if (model === undefined)
      throw new GatewayError('not_found', { param, message: `\`${param}\` names no model of the workspace.` });
    return this.services.prices.find(model);
  }

  private async findOwn(
    organizationId: string,
    workspaceId: string,
    name: string,
  ): Promise<PriceableModel | undefined> {
    const model = await this.database.models.findByName(organizationId, workspaceId, name);
    if (model?.providerId == null) return undefined;
    const provider = await this.database.providers.find(organizationId, model.providerId);
    return provider && toPriceable({ model, provider });
  }

  private findDeclared(name: string): PriceableModel | undefined {
    const { models, providers } = this.services.followed.settings;
    const entry = models.find(({ aliases, logical_name: logical }) => logical === name || aliases.includes(name));
    if (entry === undefined) return undefined;
    const provider = providers.find((each) => each.name === entry.provider);
    return {
      provider: provider ?? { kind: entry.provider as ProviderKind },
      upstreamModel: entry.upstream_model,
      prices: entry.prices,
      mediaPrices: entry.media_prices,
    };
  }
}

/** What sums cost at a price, in US dollars. Undefined if no price is known. */
function priceSums(sums: UsageRow | undefined, price: ModelPrice | undefined): number | undefined {
  if (sums === undefined || price === undefined) return price && 0;
  return costOfSums({ ...sums, requests: sums.requests - sums.refusedRequests - sums.failedRequests }, price);
}

/** What the usage of a model costs, each day at the price that holds on it. Only prices with changes are read by day. */
async function priceByDay(
  tag: PriceTag,
  model: string,
  sums: UsageRow | undefined,
  read: UsageReader,
): Promise<number> {
  if (tag.at === undefined || sums === undefined) return priceSums(sums, tag.current) ?? 0;
  const days = await read({ model, groups: ['day'], limit: MOST_ROWS, offset: 0 });
  return days.reduce((sum, day) => sum + (priceSums(day, tag.at?.(Date.parse(day.day ?? ''))) ?? 0), 0);
}

function refuse(param: string, words: string): GatewayError {
  return new GatewayError('invalid_value', { param, message: `\`${param}\` ${words}` });
}

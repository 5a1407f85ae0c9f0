import { type AlertRuleKind, findPlaceProblem, readAlertSettings } from '@multilane/contracts';
import { GatewayError } from '@multilane/errors';
import type { AlertPlace, AlertRuleRecord, Database, JsonObject, Page } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Requester } from '../../access/requester.js';
import { refuseField } from '../../http/invalid-field.js';
import { toPageRequest } from '../../lists/list-query.dto.js';
import type { PolicyListQuery } from '../../lists/policy-list.query.js';
import { DATABASE } from '../../services/workspace-services.js';
import { AlertPlacesService } from './alert-places.service.js';
import type { CreateAlertRuleDto, UpdateAlertRuleDto } from './dto/alert-rule.dto.js';
import { refuseDeclared } from './refuse-declared.js';

/** Rules of a workspace, or of the organization, at most. */
const MOST = 50;

/** Rules of alerts (docs/alerts.md#rules). */
@Injectable()
export class AlertRulesService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(AlertPlacesService) private readonly places: AlertPlacesService,
  ) {}

  /** Fails with 400 for settings and channels that do not fit, and with 409 where there are too many rules. */
  async create(
    requester: Requester,
    dto: CreateAlertRuleDto,
    workspaceId: string | undefined,
  ): Promise<AlertRuleRecord> {
    const { enabled = true, kind, name, scope, team_id } = dto;
    const place = await this.places.choose(requester, { scope, team_id, workspace_id: workspaceId });
    const problem = findPlaceProblem(kind, place);
    if (problem !== undefined) throw new GatewayError('invalid_value', { param: 'kind', message: problem });
    // Those who run the deployment see it, and nobody else.
    if (kind === 'spool') requester.demand('org.deployment.read');
    const settings = readSettings(kind, dto.settings ?? {});
    const channelIds = await this.checkChannels(place, dto.channel_ids ?? []);
    const { organizationId } = place;
    return this.database.change(requester.actor, async ({ alertRules }) => {
      await alertRules.lockAll(organizationId);
      if ((await alertRules.count(organizationId, { workspaceId: place.workspaceId })) >= MOST) {
        throw new GatewayError('conflict', { message: `There are ${MOST} rules of alerts. Delete some first.` });
      }
      return alertRules.create(organizationId, { ...place, name, kind, settings, channelIds, enabled });
    });
  }

  async list(requester: Requester, query: PolicyListQuery): Promise<Page<AlertRuleRecord>> {
    const filters = await this.places.filtersOf(requester, query);
    return this.database.alertRules.listPage(requester.organizationId, { ...toPageRequest(query), filters });
  }

  async find(requester: Requester, id: string, asked: string | undefined, toManage = false): Promise<AlertRuleRecord> {
    const rule = await this.database.alertRules.find(requester.organizationId, id);
    return this.places.demand(requester, rule, { asked, noun: 'rule', toManage });
  }

  async update(
    requester: Requester,
    id: string,
    dto: UpdateAlertRuleDto,
    asked: string | undefined,
  ): Promise<AlertRuleRecord> {
    const rule = await this.find(requester, id, asked, true);
    refuseDeclared(rule);
    const settings = dto.settings && readSettings(rule.kind, dto.settings);
    const channelIds = dto.channel_ids && (await this.checkChannels(rule, dto.channel_ids));
    const { enabled, name } = dto;
    return this.database.change(requester.actor, ({ alertRules }) =>
      alertRules.update(rule.organizationId, id, { name, settings, channelIds, enabled }),
    );
  }

  async remove(requester: Requester, id: string, asked: string | undefined): Promise<void> {
    const rule = await this.find(requester, id, asked, true);
    refuseDeclared(rule);
    const { organizationId } = rule;
    await this.database.change(requester.actor, ({ alertRules }) => alertRules.remove(organizationId, id));
  }

  /** Channels of the same place: of all its teams, or of the rule's own. */
  private async checkChannels(place: AlertPlace, ids: readonly string[]): Promise<string[]> {
    const unique = [...new Set(ids)];
    for (const id of unique) {
      const channel = await this.database.alertChannels.find(place.organizationId, id);
      const isNear = channel !== undefined && channel.workspaceId === place.workspaceId;
      if (!isNear || (channel.teamId !== null && channel.teamId !== place.teamId)) {
        throw refuseField({ path: 'channel_ids', message: 'must be ids of channels of the same place' });
      }
    }
    return unique;
  }
}

function readSettings(kind: AlertRuleKind, given: Readonly<Record<string, unknown>>): JsonObject {
  const read = readAlertSettings(kind, given);
  if ('settings' in read) return read.settings;
  const { field, message } = read.problem;
  throw refuseField({ path: `settings.${field}`, message });
}

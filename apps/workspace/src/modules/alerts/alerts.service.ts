import type { AlertDeliveryRecord, AlertRecord, Database, Page } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { nameOfActor } from '../../access/name-of-actor.js';
import type { Requester } from '../../access/requester.js';
import { DATABASE } from '../../services/workspace-services.js';
import { AlertPlacesService } from './alert-places.service.js';
import type { AlertDeliveryQuery, AlertQuery } from './dto/alert.query.js';

/** Alerts, and the messages about them (docs/alerts.md). */
@Injectable()
export class AlertsService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(AlertPlacesService) private readonly places: AlertPlacesService,
  ) {}

  async list(requester: Requester, query: AlertQuery): Promise<Page<AlertRecord>> {
    const { acknowledged, cursor, limit, rule_id: ruleId, state } = query;
    const place = await this.places.filtersOf(requester, query);
    const isAcknowledged = acknowledged === undefined ? undefined : acknowledged === 'true';
    const filters = { ...place, ruleId, state, isAcknowledged };
    const page = await this.database.alerts.listPage(requester.organizationId, { cursor, limit, filters });
    return { ...page, data: page.data.map((alert) => nameIfSeen(requester, alert)) };
  }

  async find(requester: Requester, id: string, asked: string | undefined, toManage = false): Promise<AlertRecord> {
    const alert = await this.database.alerts.find(requester.organizationId, id);
    return nameIfSeen(requester, this.places.demand(requester, alert, { asked, noun: 'alert', toManage }));
  }

  /** Notes that somebody takes care of it. It is no change of anything, and is not in the trail. */
  async acknowledge(requester: Requester, id: string, asked: string | undefined): Promise<AlertRecord> {
    const { organizationId } = await this.find(requester, id, asked, true);
    await this.database.alerts.acknowledge(organizationId, id, await nameOfActor(requester, this.database.users));
    return this.find(requester, id, asked);
  }

  async listDeliveries(requester: Requester, query: AlertDeliveryQuery): Promise<Page<AlertDeliveryRecord>> {
    const { channel_id: channelId, cursor, limit, rule_id: ruleId, status } = query;
    const place = await this.places.filtersOf(requester, query);
    const filters = { ...place, ruleId, channelId, status };
    return this.database.alerts.listDeliveries(requester.organizationId, { cursor, limit, filters });
  }

  async findDelivery(requester: Requester, id: string, asked: string | undefined): Promise<AlertDeliveryRecord> {
    const delivery = await this.database.alerts.findDelivery(requester.organizationId, id);
    return this.places.demand(requester, delivery, { asked, noun: 'delivery', toManage: false });
  }
}

/** The alert, with the name of who acknowledged it for a requester who may see people there. */
function nameIfSeen(requester: Requester, alert: AlertRecord): AlertRecord {
  const { workspaceId } = alert;
  const isSeen =
    workspaceId === null ? requester.can('org.members.read') : requester.can('workspace.members.read', { workspaceId });
  return isSeen ? alert : { ...alert, acknowledgedBy: null };
}

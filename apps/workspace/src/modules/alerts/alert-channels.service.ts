import { GatewayError } from '@multilane/errors';
import type {
  AlertChannelRecord,
  AlertDeliveryRecord,
  AlertMessage,
  Database,
  Page,
  QuietHours,
} from '@multilane/persistence';
import { findQuietProblem } from '@multilane/policy';
import { Inject, Injectable } from '@nestjs/common';
import type { Requester } from '../../access/requester.js';
import { refuseField } from '../../http/invalid-field.js';
import { toPageRequest } from '../../lists/list-query.dto.js';
import type { PolicyListQuery } from '../../lists/policy-list.query.js';
import { JobSender } from '../../services/job-sender.js';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';
import { AllowedNetworksService } from '../providers/allowed-networks.service.js';
import { AlertPlacesService } from './alert-places.service.js';
import { isAddressSent, type ReadAddress, readAddress, type SentAddress } from './channel-address.js';
import type { CreateAlertChannelDto, QuietHoursDto, UpdateAlertChannelDto } from './dto/alert-channel.dto.js';
import { refuseDeclared } from './refuse-declared.js';

/** Channels of a workspace, or of the organization, at most. */
const MOST = 20;
/** Tests of a channel in a minute. */
const MOST_TESTS = 5;
const MINUTE_MS = 60_000;

/** A channel, and the secret that was made for it just now. */
export interface ShownChannel {
  readonly channel: AlertChannelRecord;
  readonly secret: string | null;
}

/** Channels of alerts (docs/alerts.md#channels). Nothing here can decrypt an address or a secret. */
@Injectable()
export class AlertChannelsService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES) private readonly services: Pick<WorkspaceServices, 'followed'>,
    @Inject(AlertPlacesService) private readonly places: AlertPlacesService,
    @Inject(AllowedNetworksService) private readonly network: AllowedNetworksService,
    @Inject(JobSender) private readonly jobs: JobSender,
  ) {}

  /** Fails with 400 for an address that messages are not sent to, and with 409 where there are too many channels. */
  async create(
    requester: Requester,
    dto: CreateAlertChannelDto,
    workspaceId: string | undefined,
  ): Promise<ShownChannel> {
    const { enabled = true, kind, name, scope, team_id } = dto;
    const place = await this.places.choose(requester, { scope, team_id, workspace_id: workspaceId });
    const { hint, made, secrets } = this.readAddress(kind, dto);
    const quiet = readQuiet(dto.quiet_hours) ?? null;
    const { organizationId } = place;
    const channel = await this.database.change(requester.actor, async ({ alertChannels, alertRules }) => {
      await alertRules.lockAll(organizationId);
      if ((await alertChannels.count(organizationId, { workspaceId: place.workspaceId })) >= MOST) {
        throw new GatewayError('conflict', { message: `There are ${MOST} channels of alerts. Delete some first.` });
      }
      return alertChannels.create(organizationId, { ...place, name, kind, hint, quiet, enabled, secrets });
    });
    return { channel, secret: made };
  }

  async list(requester: Requester, query: PolicyListQuery): Promise<Page<AlertChannelRecord>> {
    const filters = await this.places.filtersOf(requester, query);
    return this.database.alertChannels.listPage(requester.organizationId, { ...toPageRequest(query), filters });
  }

  async find(
    requester: Requester,
    id: string,
    asked: string | undefined,
    toManage = false,
  ): Promise<AlertChannelRecord> {
    const channel = await this.database.alertChannels.find(requester.organizationId, id);
    return this.places.demand(requester, channel, { asked, noun: 'channel', toManage });
  }

  /** An address is replaced as a whole, so that no stored secret goes to another address. */
  async update(
    requester: Requester,
    id: string,
    dto: UpdateAlertChannelDto,
    asked: string | undefined,
  ): Promise<ShownChannel> {
    const found = await this.find(requester, id, asked, true);
    refuseDeclared(found);
    const { kind, organizationId } = found;
    if (dto.scope !== undefined) throw refuseField({ path: 'scope', message: 'cannot be changed after creation' });
    if (dto.team_id !== undefined) throw refuseField({ path: 'team_id', message: 'cannot be changed after creation' });
    const { hint, made, secrets } = isAddressSent(dto) ? this.readAddress(kind, dto) : NO_ADDRESS;
    const { enabled, name } = dto;
    const changes = { name, enabled, hint, secrets, quiet: readQuiet(dto.quiet_hours) };
    const channel = await this.database.change(requester.actor, ({ alertChannels }) =>
      alertChannels.update(organizationId, id, changes),
    );
    return { channel, secret: made };
  }

  /** Fails with 409 for one that a rule names. */
  async remove(requester: Requester, id: string, asked: string | undefined): Promise<void> {
    const found = await this.find(requester, id, asked, true);
    refuseDeclared(found);
    const { organizationId } = found;
    await this.database.change(requester.actor, async ({ alertChannels, alertRules }) => {
      const user = await alertRules.findUser(organizationId, id);
      if (user !== undefined) {
        throw new GatewayError('conflict', {
          message: `The rule ${user} sends to the channel. Take it out there first.`,
        });
      }
      await alertChannels.remove(organizationId, id);
    });
  }

  /** Sends a test message, whatever the quiet hours say. Resolves to its delivery. */
  async test(requester: Requester, id: string, asked: string | undefined): Promise<AlertDeliveryRecord> {
    const channel = await this.find(requester, id, asked, true);
    const { alerts, alertWork } = this.database;
    if ((await alerts.countTests(id, new Date(Date.now() - MINUTE_MS))) >= MOST_TESTS) {
      const message = `A channel takes ${MOST_TESTS} tests a minute. Wait for some seconds.`;
      throw new GatewayError('rate_limit_exceeded', { message, headers: { 'retry-after': '60' } });
    }
    const queues = await this.jobs.queues();
    await queues.whenReady();
    const message = writeTest(channel, new Date());
    const deliveryId = await this.database.inTransaction(async (sql) => {
      const made = { channelId: id, ruleId: null, event: 'test', message } as const;
      const created = await alertWork.createDelivery(sql, channel, made);
      await queues.enqueue('alert.deliver', { delivery_id: created }, { within: sql, group: id });
      return created;
    });
    queues.wake('alert.deliver');
    const delivery = await alerts.findDelivery(channel.organizationId, deliveryId);
    if (delivery === undefined) throw new GatewayError('not_found', { message: 'The channel was deleted meanwhile.' });
    return delivery;
  }

  private readAddress(kind: AlertChannelRecord['kind'], sent: SentAddress): ReadAddress {
    const { smtp } = this.services.followed.settings.alerts;
    return readAddress(kind, sent, { allowed: this.network.allowed, smtp });
  }
}

const NO_ADDRESS = { hint: undefined, made: null, secrets: undefined };

function readQuiet(sent: QuietHoursDto | null | undefined): QuietHours | null | undefined {
  if (sent === undefined || sent === null) return sent;
  const { from, timezone, to } = sent;
  const problem = findQuietProblem({ from, to, timezone });
  if (problem !== undefined) throw refuseField({ path: `quiet_hours.${problem.field}`, message: problem.message });
  return { from, to, timezone };
}

function writeTest({ id, name, teamId, workspaceId }: AlertChannelRecord, now: Date): AlertMessage {
  const title = `Test of the channel ${name}`;
  const item = {
    id,
    title,
    lines: ['Messages of alerts arrive here.', 'Nothing is wrong: somebody pressed the button for tests.'],
    link: null,
    severity: 'info',
    subject_type: 'channel',
    subject_id: id,
    subject_name: name,
    threshold: 0,
    value: 0,
    started_at: now.toISOString(),
    resolved_at: null,
  } as const;
  return {
    event: 'test',
    title,
    severity: 'info',
    rule: { id, name: 'Test', kind: 'test' },
    workspace_id: workspaceId,
    team_id: teamId,
    alerts: [item],
    more: 0,
    link: null,
  };
}

import { type ExportSinkEntry, parseTenantExport } from '@multilane/config';
import { showExportConfig } from '@multilane/contracts';
import { checkUserUrl } from '@multilane/egress';
import { GatewayError } from '@multilane/errors';
import type {
  Database,
  JsonObject,
  Page,
  RejectedRecord,
  SealedConfig,
  TenantExportProgress,
  TenantExportRecord,
} from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { choosePolicyPlaces } from '../../access/choose-readable-workspaces.js';
import { chooseWorkspace } from '../../access/choose-workspace.js';
import { findAccessible } from '../../access/find-accessible.js';
import type { Requester } from '../../access/requester.js';
import { refuseField } from '../../http/invalid-field.js';
import { toPageRequest } from '../../lists/list-query.dto.js';
import type { PolicyListQuery } from '../../lists/policy-list.query.js';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';
import { AllowedNetworksService } from '../providers/allowed-networks.service.js';
import type { CreateExportDto, UpdateExportDto } from './dto/write-export.dto.js';

export const READ = 'gateway.exports.read';
export const MANAGE = 'gateway.exports.manage';
const READ_PAYLOAD = 'gateway.payloads.read';

/** Sinks of an organization with all its workspaces, at most. */
const MOST = 10;
const MOST_REJECTS = 100;
/** Seconds between two tests of a sink. */
const TEST_PAUSE_SECONDS = 5;

/** A sink, and how far it is. */
export interface ShownExport {
  readonly sink: TenantExportRecord;
  readonly progress: TenantExportProgress;
}

type Settings = Pick<UpdateExportDto, 'batch' | 'fields' | 'filter' | 'payloads' | 'sample_ratio' | 'timeout_ms'>;

/** Sinks of organizations and workspaces (docs/exports.md#organizations-and-workspaces). Nothing here can decrypt their settings. */
@Injectable()
export class ExportsService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES) private readonly services: Pick<WorkspaceServices, 'workspaceFinder'>,
    @Inject(AllowedNetworksService) private readonly network: AllowedNetworksService,
  ) {}

  /** Fails with 400 for settings that are not valid, and with 409 where there are too many sinks. */
  async create(requester: Requester, dto: CreateExportDto, asked: string | undefined): Promise<ShownExport> {
    const workspaceId = await this.choosePlace(requester, dto.scope, asked);
    const { config, enabled = true, kind, name } = dto;
    const entry = this.read({ kind, config, ...pickSettings(dto) });
    demandPayloads(requester, entry, workspaceId);
    const { actor, organizationId } = requester;
    const values = { workspaceId, name, kind, enabled, settings: settingsOf(entry), ...sealable(entry) };
    const sink = await this.database.change(actor, async ({ tenantExports }) => {
      await tenantExports.lockAll(organizationId);
      if ((await tenantExports.count(organizationId)) >= MOST) {
        throw new GatewayError('conflict', {
          message: `An organization has at most ${MOST} sinks. Delete some first.`,
        });
      }
      return tenantExports.create(organizationId, values);
    });
    return this.show(sink);
  }

  async list(requester: Requester, query: PolicyListQuery): Promise<Page<ShownExport>> {
    const workspaceId = await choosePolicyPlaces(requester, READ, query, this.database.workspaces);
    const page = { ...toPageRequest(query), filters: { workspaceId } };
    const { data, nextCursor } = await this.database.tenantExports.listPage(requester.organizationId, page);
    const progress = await this.database.tenantExports.findProgress(data.map(({ id }) => id));
    // One that was deleted since has no progress.
    const shown = data.flatMap((sink) => {
      const found = progress.get(sink.id);
      return found === undefined ? [] : [{ sink, progress: found }];
    });
    return { data: shown, nextCursor };
  }

  async find(requester: Requester, id: string, asked: string | undefined): Promise<ShownExport> {
    return this.show(await this.demand(requester, id, asked));
  }

  /** The settings of the kind are replaced as a whole, so that no stored secret goes to another address. */
  async update(
    requester: Requester,
    id: string,
    dto: UpdateExportDto,
    asked: string | undefined,
  ): Promise<ShownExport> {
    const { organizationId } = await this.demand(requester, id, asked, true);
    const { config, enabled, name } = dto;
    const change = (stored: TenantExportRecord) => {
      // What is shown of secrets stands in for those that stay.
      const entry = this.read({
        ...stored.settings,
        kind: stored.kind,
        config: config ?? stored.config,
        ...pickSettings(dto),
      });
      demandPayloads(requester, entry, stored.workspaceId);
      return {
        name,
        enabled,
        settings: settingsOf(entry),
        ...(config !== undefined && { sealed: sealable(entry) }),
      };
    };
    const sink = await this.database.change(requester.actor, ({ tenantExports }) =>
      tenantExports.update(organizationId, id, change),
    );
    return this.show(sink);
  }

  async remove(requester: Requester, id: string, asked: string | undefined): Promise<void> {
    const { organizationId } = await this.demand(requester, id, asked, true);
    await this.database.change(requester.actor, ({ tenantExports }) => tenantExports.remove(organizationId, id));
  }

  /** Asks a worker for a test. Fails with 429 for one too many. */
  async test(requester: Requester, id: string, asked: string | undefined): Promise<ShownExport> {
    const sink = await this.demand(requester, id, asked, true);
    const shown = await this.show(sink);
    if (shown.progress.testAskedAt !== null) return shown;
    if (!(await this.database.tenantExports.askTest(id, TEST_PAUSE_SECONDS))) {
      const message = `A sink takes a test every ${TEST_PAUSE_SECONDS} seconds. Wait for some.`;
      throw new GatewayError('rate_limit_exceeded', {
        message,
        headers: { 'retry-after': String(TEST_PAUSE_SECONDS) },
      });
    }
    return this.show(sink);
  }

  /** The newest records that the sink rejected. */
  async listRejects(requester: Requester, id: string, asked: string | undefined): Promise<Page<RejectedRecord>> {
    await this.demand(requester, id, asked);
    return { data: await this.database.tenantExports.listRejects(id, MOST_REJECTS), nextCursor: null };
  }

  private async choosePlace(
    requester: Requester,
    scope: CreateExportDto['scope'],
    asked: string | undefined,
  ): Promise<string | null> {
    if (scope === 'organization') {
      if (asked !== undefined) throw refuseField({ path: 'workspace_id', message: 'belongs to the scope workspace' });
      requester.demand(MANAGE);
      return null;
    }
    const workspaceId = await chooseWorkspace(requester.caller, MANAGE, asked, this.services.workspaceFinder);
    requester.demand(MANAGE, { workspaceId });
    return workspaceId;
  }

  private async demand(
    requester: Requester,
    id: string,
    asked: string | undefined,
    toManage = false,
  ): Promise<TenantExportRecord> {
    const need = { toSee: READ, toDo: toManage ? MANAGE : READ, asked } as const;
    const sink = await findAccessible(requester, need, (organizationId) =>
      this.database.tenantExports.find(organizationId, id),
    );
    if (sink === undefined) throw notFound();
    return sink;
  }

  private async show(sink: TenantExportRecord): Promise<ShownExport> {
    const progress = (await this.database.tenantExports.findProgress([sink.id])).get(sink.id);
    if (progress === undefined) throw notFound();
    return { sink, progress };
  }

  private read(fields: Readonly<Record<string, unknown>>): ExportSinkEntry {
    const { entry, problems } = parseTenantExport({ ...toJson(fields), name: 'sink' });
    if (problems !== undefined) throw refuseField(problems[0]);
    const { allowed } = this.network;
    for (const [field, address] of addressesOf(entry)) {
      const problem = checkUserUrl(address, allowed);
      if (problem !== undefined) throw refuseField({ path: `config.${field}`, message: problem });
    }
    return entry;
  }
}

const notFound = () => new GatewayError('not_found', { message: 'The sink does not exist.' });

/** Whoever decides where stored texts go must be able to read them. */
function demandPayloads(requester: Requester, { payloads }: ExportSinkEntry, workspaceId: string | null): void {
  if (payloads) requester.demand(READ_PAYLOAD, workspaceId === null ? undefined : { workspaceId });
}

/** Settings that were sent; `fields: null` is that of all fields. */
function pickSettings({
  batch,
  fields,
  filter,
  payloads,
  sample_ratio,
  timeout_ms,
}: Settings): Readonly<Record<string, unknown>> {
  const sent = { batch, filter, payloads, sample_ratio, timeout_ms };
  const given = Object.entries(sent).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(given), ...(fields !== undefined && { fields: fields ?? undefined }) };
}

function settingsOf({ batch, fields, filter, payloads, sample_ratio, timeout_ms }: ExportSinkEntry): JsonObject {
  return toJson({ batch, fields, filter, payloads, sample_ratio, timeout_ms });
}

function sealable({ config, kind, ...entry }: ExportSinkEntry): SealedConfig {
  const [address] = addressesOf({ config, kind, ...entry } as ExportSinkEntry);
  const { bucket, brokers } = config as { bucket?: string; brokers?: readonly string[] };
  const hint = bucket ?? brokers?.[0] ?? (address === undefined ? kind : new URL(address[1]).origin);
  return { secrets: toJson(config), config: toJson(showExportConfig(config)), hint };
}

/** Addresses that requests go to; the library of AWS knows its own. */
function addressesOf({ config }: ExportSinkEntry): [string, string][] {
  const { brokers = [], endpoint, url } = config as Partial<Addresses>;
  // A broker has no scheme. What may be its host is what may be the host of a URL.
  const hosts = brokers.map((broker, index) => [`brokers[${index}]`, `http://${broker}`] as const);
  const named = [['url', url] as const, ['endpoint', endpoint] as const, ...hosts];
  return named.flatMap(([field, address]): [string, string][] => (address === undefined ? [] : [[field, address]]));
}

interface Addresses {
  readonly url: string;
  readonly endpoint: string;
  readonly brokers: readonly string[];
}

/** Without members that are undefined. */
const toJson = (value: object): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject;

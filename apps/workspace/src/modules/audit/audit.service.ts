import type { Permission } from '@multilane/auth';
import { GatewayError } from '@multilane/errors';
import type { AuditFilters, AuditRow, Database, ListOrder, Page, PageRequest } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Requester } from '../../access/requester.js';
import { DATABASE, WORKSPACE_SERVICES, type WorkspaceServices } from '../../services/workspace-services.js';
import { findScope } from '../usage/find-scope.js';
import { nameFilters } from '../usage/name-filters.js';
import type { AuditFilterQuery, AuditQuery, ExportFormat } from './dto/audit.query.js';
import { AuditPayloadView } from './dto/audit-payload.view.js';
import { AuditRecordView, type ShownRequest } from './dto/audit-record.view.js';
import { filtersOfQuery } from './filters-of-query.js';
import { type CaptureSettings, whyNoPayload } from './why-no-payload.js';
import { CSV_HEAD, writeCsvLine } from './write-csv.js';

const READ = 'gateway.audit.read';
const READ_PAYLOAD = 'gateway.payloads.read';

/** Records that an export reads at once: what it takes of the memory, however long it is. */
const EXPORT_PAGE = 500;

/** The records of requests, as far as a requester may see them. */
@Injectable()
export class AuditService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WORKSPACE_SERVICES) private readonly services: WorkspaceServices,
  ) {}

  /** Rows with the names that their people have now. */
  async list(requester: Requester, { limit, cursor, order, ...query }: AuditQuery): Promise<Page<ShownRequest>> {
    const filters = await this.filtersOf(requester, query);
    const { organizationId } = requester;
    const page = await this.database.auditRecords.listPage(organizationId, { limit, cursor, order, filters });
    return { data: await this.show(organizationId, page.data), nextCursor: page.nextCursor };
  }

  async find(requester: Requester, id: string): Promise<ShownRequest> {
    const row = await this.findRow(requester, id);
    const [shown] = await this.show(requester.organizationId, [row]);
    return shown ?? { row, user: null, annotation: undefined };
  }

  /** A record as it is stored. Fails with 404 for one out of reach. */
  findRow(requester: Requester, id: string): Promise<AuditRow> {
    return this.findFor(requester, id, READ);
  }

  private async show(organizationId: string, rows: readonly AuditRow[]): Promise<readonly ShownRequest[]> {
    const ids = [...new Set(rows.flatMap(({ userId }) => userId ?? []))];
    const people = ids.length === 0 ? [] : await this.database.users.listAll(organizationId, { id: ids });
    const names = new Map(people.map(({ id, name }) => [id, name]));
    const annotations = await this.database.requestAnnotations.findMany(
      organizationId,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => ({
      row,
      user: names.get(row.userId ?? '') ?? null,
      annotation: annotations.get(row.id),
    }));
  }

  /** Records who reads it before it is shown. */
  async findPayload(requester: Requester, id: string): Promise<AuditPayloadView> {
    const { organizationId } = requester;
    const record = await this.findFor(requester, id, READ_PAYLOAD);
    const payload = await this.database.auditPayloads.find(organizationId, id);
    if (payload === undefined) {
      throw new GatewayError(whyNoPayload(record.time, Date.now(), await this.captureOf(organizationId, record)));
    }
    await this.database.change(requester.actor, ({ note }) => {
      note({
        organizationId,
        action: 'audit_payload.read',
        targetType: 'audit_payload',
        targetId: id,
        targetName: record.requestId,
      });
      return Promise.resolve();
    });
    return AuditPayloadView.of(payload, this.services.config.audit.payload_retention_days);
  }

  /** Settings of the capture of a record's workspace: people may have switched it on for a time. */
  private async captureOf(organizationId: string, { workspaceId }: AuditRow): Promise<CaptureSettings> {
    const { audit } = this.services.config;
    if (audit.capture_payloads || workspaceId === null) return audit;
    const workspace = await this.database.workspaces.find(organizationId, workspaceId);
    const until = workspace?.payloadsCapturedUntil?.getTime() ?? 0;
    return { ...audit, capture_payloads: until > Date.now() };
  }

  private async findFor(requester: Requester, id: string, permission: Permission): Promise<AuditRow> {
    const { workspaceIds } = await findScope(requester, permission, this.database.workspaces, undefined);
    const row = await this.database.auditRecords.find(requester.organizationId, id);
    const isSeen = row && (workspaceIds === undefined || workspaceIds.includes(row.workspaceId ?? ''));
    if (isSeen) return row;
    throw new GatewayError('not_found', { message: 'The audit record does not exist.' });
  }

  /** The text of all records that a query means, in its order, a piece for each page: it is read as fast as it is consumed. */
  async export(
    requester: Requester,
    { order, ...query }: AuditFilterQuery & { readonly order?: ListOrder | undefined },
    format: ExportFormat,
  ): Promise<AsyncIterable<string>> {
    return this.writePages(
      requester.organizationId,
      { filters: await this.filtersOf(requester, query), order },
      format,
    );
  }

  private async *writePages(
    organizationId: string,
    asked: Pick<PageRequest<AuditFilters>, 'filters' | 'order'>,
    format: ExportFormat,
  ): AsyncGenerator<string, void> {
    const write = format === 'csv' ? writeCsvLine : (view: AuditRecordView) => `${JSON.stringify(view)}\n`;
    if (format === 'csv') yield CSV_HEAD;
    let cursor: string | undefined;
    do {
      const page = await this.database.auditRecords.listPage(organizationId, { ...asked, limit: EXPORT_PAGE, cursor });
      const shown = await this.show(organizationId, page.data);
      const text = shown.map((request) => write(AuditRecordView.of(request))).join('');
      if (text !== '') yield text;
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
  }

  private async filtersOf(requester: Requester, query: AuditFilterQuery): Promise<AuditFilters> {
    const { database, services } = this;
    const scope = await findScope(requester, READ, database.workspaces, query.workspace_id);
    return {
      ...scope,
      ...(await nameFilters(database, services.declaredKeys, requester.organizationId, query)),
      ...filtersOfQuery(query),
    };
  }
}

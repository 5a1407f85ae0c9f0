import { GatewayError } from '@multilane/errors';
import type { Change, DashboardChart, DashboardRecord, Database, Page } from '@multilane/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { findAccessible } from '../../access/find-accessible.js';
import { type Requester, refusePermission } from '../../access/requester.js';
import { type NamedListQuery, toPageRequest } from '../../lists/list-query.dto.js';
import { DATABASE } from '../../services/workspace-services.js';
import type { DashboardChartDto } from './dto/dashboard-chart.dto.js';
import type { CreateDashboardDto, UpdateDashboardDto } from './dto/write-dashboard.dto.js';

const READ = 'gateway.usage.read';
const MANAGE = 'workspace.manage';

/** Dashboards of a workspace at most. */
const MOST = 20;

/** Dashboards: whoever sees the usage of the workspace opens them and makes some; their makers and its administrators change them. */
@Injectable()
export class DashboardsService {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** Fails with 409 for a name that is taken in the workspace, and for too many dashboards. */
  async create(requester: Requester, { charts = [], name }: CreateDashboardDto): Promise<DashboardRecord> {
    const { actor, organizationId, userId, workspaceId } = requester;
    return this.database.change(actor, async ({ dashboards }) => {
      await dashboards.lockAll(organizationId);
      if ((await dashboards.count(organizationId, { workspaceId })) >= MOST) {
        throw new GatewayError('conflict', { message: `The workspace has ${MOST} dashboards. Delete some first.` });
      }
      return dashboards.create(organizationId, { workspaceId, name, charts: charts.map(toChart), createdBy: userId });
    });
  }

  list({ organizationId, workspaceId }: Requester, query: NamedListQuery): Promise<Page<DashboardRecord>> {
    return this.database.dashboards.listPage(organizationId, { ...toPageRequest(query), filters: { workspaceId } });
  }

  /** Fails with 404 for a dashboard of another tenant or workspace. */
  async find(requester: Requester, id: string, asked: string | undefined): Promise<DashboardRecord> {
    const found = await findAccessible(requester, { toSee: READ, toDo: READ, asked }, (organizationId) =>
      this.database.dashboards.find(organizationId, id),
    );
    if (found === undefined) throw new GatewayError('not_found', { message: 'The dashboard does not exist.' });
    return found;
  }

  /** Fails with 403 for another person's dashboard without `workspace.manage`, and with 412 for another version. */
  update(
    requester: Requester,
    id: string,
    { charts, name }: UpdateDashboardDto,
    asked: string | undefined,
  ): Promise<DashboardRecord> {
    return this.change(requester, id, asked, ({ dashboards }) =>
      dashboards.update(requester.organizationId, id, { name, charts: charts?.map(toChart) }),
    );
  }

  async remove(requester: Requester, id: string, asked: string | undefined): Promise<void> {
    await this.change(requester, id, asked, ({ dashboards }) => dashboards.remove(requester.organizationId, id));
  }

  private async change(
    requester: Requester,
    id: string,
    asked: string | undefined,
    work: (change: Change) => Promise<DashboardRecord>,
  ): Promise<DashboardRecord> {
    const { createdBy, workspaceId } = await this.find(requester, id, asked);
    const isOwn = createdBy === requester.userId;
    if (!isOwn && !requester.can(MANAGE, { workspaceId })) throw refusePermission(MANAGE);
    return this.database.change(requester.actor, work);
  }
}

/** A chart as it is stored: without the filters that are not set. */
function toChart({ filters, group_by, kind, measure, span, title }: DashboardChartDto): DashboardChart {
  const set = Object.entries(filters).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return { title, kind, measure, group_by, span, filters: Object.fromEntries(set) };
}

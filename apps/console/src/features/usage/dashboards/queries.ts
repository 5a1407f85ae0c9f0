import { useQuery } from '@tanstack/react-query';
import { type Answer, ApiFailure, api } from '../../../api/client.js';
import { useSession } from '../../../api/session.js';
import { useChange } from '../../../api/use-change.js';
import { useWorkspace } from '../../../api/use-workspace.js';
import { ifMatch, versionOf } from '../../../api/versions.js';
import type { DashboardChart } from './chart-search.js';

/** Dashboards of a workspace and charts of a dashboard at most, which the API has too. */
export const MOST_DASHBOARDS = 20;
export const MOST_CHARTS = 24;

/** Times that a chart is added again, where somebody else changed the dashboard meanwhile. */
const TRIES = 3;

export type Dashboard = Answer<'/w/dashboards', 'get'>['data'][number];

/** The dashboards of the workspace, by name. */
export function useDashboards() {
  const { id: workspace_id } = useWorkspace();
  return useQuery({
    queryKey: ['dashboards', workspace_id],
    queryFn: async () => {
      const query = { workspace_id, order: 'name' as const, limit: MOST_DASHBOARDS };
      return (await api.get('/w/dashboards', { query })).data;
    },
  });
}

/** True for dashboards of one's own, and for all where one manages the workspace. */
export function useMayChange(): (dashboard: Pick<Dashboard, 'created_by'>) => boolean {
  const { can, user } = useSession();
  const { id } = useWorkspace();
  return ({ created_by: maker }) => maker === user.id || can('workspace.manage', id);
}

/** Changes of dashboards. Each depends on the version that the page shows. */
export function useDashboardActions() {
  const { id: workspace_id } = useWorkspace();
  const done = useChange('dashboards');
  const patch = (id: string, body: object, version: string | undefined) =>
    done(api.patch('/w/dashboards/{id}', { path: { id }, body, ...ifMatch(version) }));
  return {
    create: (name: string, charts: readonly DashboardChart[] = []) =>
      done(api.post('/w/dashboards', { query: { workspace_id }, body: { name, charts: [...charts] } })),
    rename: (id: string, name: string, version: string | undefined) => patch(id, { name }, version),
    setCharts: (dashboard: Dashboard, charts: readonly DashboardChart[]) =>
      patch(dashboard.id, { charts }, versionOf(dashboard)),
    /** Adds a chart behind those that are there, also where somebody else has just changed them. */
    async addChart(id: string, chart: DashboardChart): Promise<void> {
      for (let tries = 1; ; tries += 1) {
        const stored = await api.get('/w/dashboards/{id}', { path: { id } });
        try {
          await patch(id, { charts: [...stored.charts, chart] }, versionOf(stored));
          return;
        } catch (failure) {
          const isChanged = failure instanceof ApiFailure && failure.code === 'precondition_failed';
          if (!isChanged || tries === TRIES) throw failure;
        }
      }
    },
    remove: (dashboard: Dashboard) => {
      const path = { id: dashboard.id };
      return done(api.delete('/w/dashboards/{id}', { path, ...ifMatch(versionOf(dashboard)) }));
    },
    reload: () => done(Promise.resolve()),
  };
}

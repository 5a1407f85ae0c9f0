import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../api/client.js';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { nestedOf, type VirtualModel } from './nested-nodes.js';
import type { RouteGraph } from './route-graph.js';

/** Number of models that the API lists at once: further targets are drawn without their own targets. */
const MOST = 100;

/** Targets of the virtual models among the targets, as far as the person may see them. */
export function useNested(graph: RouteGraph) {
  const { can } = useSession();
  const { id } = useWorkspace();
  const { data } = useQuery({
    queryKey: ['models', id, 'drawn'],
    queryFn: async () => {
      const page = await api.get('/admin/models', {
        query: { workspace_id: id, object: 'virtual_model', limit: MOST },
      });
      return page.data as unknown as readonly VirtualModel[];
    },
    enabled: can('gateway.models.read', id),
  });
  return useMemo(() => nestedOf(graph, data ?? []), [graph, data]);
}

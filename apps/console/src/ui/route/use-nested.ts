import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../api/client.js';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { nestedOf, type VirtualModel } from './nested-nodes.js';
import type { RouteGraph } from './route-graph.js';

/** As many as the API lists at once: targets that are further ones are drawn without what they lead to. */
const MOST = 100;

/** What the virtual models among the targets lead to, as far as the person may see them. */
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

import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.js';

const MOST_TEAMS = 200;

/** Teams that a key can belong to. */
export function useTeamNames(isWanted: boolean) {
  return useQuery({
    queryKey: ['connect', 'teams'],
    enabled: isWanted,
    queryFn: async () => (await api.get('/admin/teams', { query: { limit: MOST_TEAMS } })).data.map(({ name }) => name),
  });
}

import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import type { components } from '../../api/schema.js';

export type Deployment = components['schemas']['DeploymentView'];
export type Replica = Deployment['replicas'][number];

/** Replicas send a heartbeat every 15 seconds. */
const READ_AGAIN_MS = 15_000;

export function useDeployment() {
  return useQuery({
    queryKey: ['deployment'],
    queryFn: () => api.get('/admin/deployment'),
    refetchInterval: READ_AGAIN_MS,
  });
}

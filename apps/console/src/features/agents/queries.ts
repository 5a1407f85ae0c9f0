import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, basePath } from '../../api/client.js';
import type { components } from '../../api/schema.js';
import { useChange } from '../../api/use-change.js';
import { useList } from '../../api/use-list.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { ifMatch } from '../../api/versions.js';
import { type AgentValues, type AgentVersion, definitionOf, toAgent } from './agent-values.js';
import { hasEnded } from './run-state.js';

export type AgentRun = components['schemas']['AgentRunView'];
export type AgentStep = AgentRun['steps'][number];
export type AgentRunSummary = components['schemas']['AgentRunSummaryView'];

const AGENT = '/w/agents/{id}';
const RUNS = '/w/agents/{id}/runs';
const MOST_CHOICES = 200;
/** A run is read again at every event; this is for events that did not arrive. */
const POLL_MS = 5_000;
const GATHER_MS = 150;

export function useAgents() {
  const { id } = useWorkspace();
  return useList(['agents', id, 'list'], '/w/agents', { workspace_id: id });
}

export function useAgent(agentId: string) {
  const { id: workspace_id } = useWorkspace();
  return useQuery({
    queryKey: ['agents', workspace_id, 'one', agentId],
    queryFn: () => api.get(AGENT, { path: { id: agentId }, query: { workspace_id } }),
  });
}

export function useVersions(agentId: string) {
  const { id: workspace_id } = useWorkspace();
  const options = { path: { id: agentId } };
  return useList(['agents', workspace_id, 'versions', agentId], '/w/agents/{id}/versions', { workspace_id }, options);
}

export function useRuns(agentId: string, status: string | undefined) {
  const { id: workspace_id } = useWorkspace();
  const query = { workspace_id, ...(status && { status }) };
  return useList(['agents', workspace_id, 'runs', agentId, query], RUNS, query, { path: { id: agentId } });
}

const EVENTS = [
  'run.started',
  'model.answered',
  'tool.requested',
  'tool.started',
  'tool.finished',
  'run.waiting',
  'approval.decided',
  'run.ended',
];

/** A run with its trace, read again at each of its events until it has ended. */
export function useRun(agentId: string, runId: string) {
  const { id: workspace_id } = useWorkspace();
  const run = useQuery({
    queryKey: ['agents', workspace_id, 'run', runId],
    queryFn: () =>
      api.get('/w/agents/{id}/runs/{run_id}', { path: { id: agentId, run_id: runId }, query: { workspace_id } }),
    refetchInterval: ({ state }) => (state.data === undefined || hasEnded(state.data.status) ? false : POLL_MS),
  });
  const readAgain = useDebouncedCallback(() => void run.refetch(), GATHER_MS);
  const isLive = run.data !== undefined && !hasEnded(run.data.status);
  useEffect(() => {
    if (!isLive) return;
    const path = `/w/agents/${encodeURIComponent(agentId)}/runs/${encodeURIComponent(runId)}/events`;
    const source = new EventSource(`${basePath()}${path}?workspace_id=${encodeURIComponent(workspace_id)}`);
    for (const kind of EVENTS) source.addEventListener(kind, () => readAgain());
    return () => source.close();
  }, [agentId, isLive, readAgain, runId, workspace_id]);
  return run;
}

/** Choices of an agent's form. */
export function useChoices() {
  const { id: workspace_id } = useWorkspace();
  return useQuery({
    queryKey: ['agents', workspace_id, 'choices'],
    queryFn: async () => {
      const query = { workspace_id, limit: MOST_CHOICES };
      const [agents, bases, sets] = await Promise.all([
        api.get('/w/agents', { query }),
        api.get('/w/kb', { query }).catch(() => ({ data: [] })),
        api.get('/w/docsets', { query }).catch(() => ({ data: [] })),
      ]);
      const choice = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name });
      return { agents: agents.data.map(choice), bases: bases.data.map(choice), sets: sets.data.map(choice) };
    },
  });
}

export interface Decision {
  readonly agent_id: string;
  readonly run_id: string;
  readonly position: number;
  readonly decision: 'approve' | 'reject';
  readonly reason?: string;
}

export function useAgentActions() {
  const { id: workspace_id } = useWorkspace();
  const done = useChange('agents');
  const query = { workspace_id };
  return {
    create: (values: AgentValues) => done(api.post('/w/agents', { query, body: toAgent(values) })),
    /** Reads the stored agent. */
    read: (id: string) => api.get(AGENT, { path: { id }, query }),
    /** Fails with 412 if the version is no longer the stored one. */
    update: (id: string, values: AgentValues, version: string | undefined) =>
      done(api.patch(AGENT, { path: { id }, query, body: toAgent(values), ...ifMatch(version) })),
    restore: (id: string, version: AgentVersion) =>
      done(api.patch(AGENT, { path: { id }, query, body: definitionOf(version) })),
    remove: (id: string) => done(api.delete(AGENT, { path: { id }, query }), id),
    /** The run is followed by its events, not waited for. */
    start: (id: string, input: string, version: number | undefined) =>
      done(
        api.post(RUNS, {
          path: { id },
          query,
          body: { input, wait_seconds: 0, ...(version !== undefined && { version }) },
        }),
      ),
    cancel: (id: string, run_id: string) =>
      done(api.post('/w/agents/{id}/runs/{run_id}/cancel', { path: { id, run_id }, query })),
    decide: ({ agent_id, run_id, ...body }: Decision) =>
      done(api.post('/w/agents/{id}/runs/{run_id}/approvals', { path: { id: agent_id, run_id }, query, body })),
  };
}

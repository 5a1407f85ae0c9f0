import { useDebouncedCallback, useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, basePath } from '../../api/client.js';
import type { components } from '../../api/schema.js';
import { useChange } from '../../api/use-change.js';
import { useList } from '../../api/use-list.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { ifMatch } from '../../api/versions.js';
import { hasEnded } from './run-state.js';

export type Workflow = components['schemas']['WorkflowView'];
export type WorkflowRun = components['schemas']['WorkflowRunView'];
export type WorkflowStep = components['schemas']['WorkflowStepView'];
export type Problem = components['schemas']['WorkflowProblemView'];

const WORKFLOW = '/w/workflows/{id}';
const RUN = '/w/workflow-runs/{id}';
const CHECK_AFTER_MS = 600;
const GATHER_MS = 150;
/** A run is read again at every event; this is for events that did not arrive. */
const POLL_MS = 5_000;
const MOST_CHOICES = 200;
const MOST_STEPS = 200;

export function useWorkflows() {
  const { id } = useWorkspace();
  return useList(['workflows', id, 'list'], '/w/workflows', { workspace_id: id });
}

export const findWorkflow = (id: string) => api.get(WORKFLOW, { path: { id } });

export function useWorkflow(id: string) {
  return useQuery({ queryKey: ['workflows', 'one', id], queryFn: () => findWorkflow(id) });
}

export function useVersions(id: string) {
  return useList(['workflows', 'versions', id], '/w/workflows/{id}/versions', {}, { path: { id } });
}

/** The problems of a draft as the service sees them, some time after the last change of it. */
export function useProblems(id: string, definition: object) {
  const [asked] = useDebouncedValue(JSON.stringify(definition), CHECK_AFTER_MS);
  return useQuery({
    queryKey: ['workflow-check', id, asked],
    queryFn: async () => {
      const body = { definition: JSON.parse(asked) as Record<string, unknown> };
      return (await api.post('/w/workflows/{id}/check', { path: { id }, body })).problems;
    },
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
}

export function useRuns(workflowId: string, status: string | undefined) {
  const { id } = useWorkspace();
  const query = { workspace_id: id, workflow_id: workflowId, ...(status && { status }) };
  return useList(['workflows', 'runs', query], '/w/workflow-runs', query);
}

const EVENTS = [
  'run.started',
  'step.started',
  'step.waiting',
  'step.retrying',
  'step.completed',
  'step.failed',
  'step.skipped',
  'run.completed',
  'run.failed',
  'run.cancelled',
];

/** A run with its steps, read again at each of its events until it has ended. */
export function useRun(id: string) {
  const query = useQuery({
    queryKey: ['workflows', 'run', id],
    queryFn: async () => {
      const [run, steps] = await Promise.all([
        api.get(RUN, { path: { id } }),
        api.get('/w/workflow-runs/{id}/steps', { path: { id }, query: { limit: MOST_STEPS } }),
      ]);
      return { run, steps: steps.data, hasMore: steps.next_cursor !== null };
    },
    refetchInterval: ({ state }) => (state.data === undefined || hasEnded(state.data.run.status) ? false : POLL_MS),
  });
  const readAgain = useDebouncedCallback(() => void query.refetch(), GATHER_MS);
  const isLive = query.data !== undefined && !hasEnded(query.data.run.status);
  useEffect(() => {
    if (!isLive) return;
    const source = new EventSource(`${basePath()}/w/workflow-runs/${encodeURIComponent(id)}/events`);
    for (const kind of EVENTS) source.addEventListener(kind, () => readAgain());
    return () => source.close();
  }, [id, isLive, readAgain]);
  return query;
}

/** Choices of a step's form. */
export function useChoices() {
  const { id: workspace_id } = useWorkspace();
  return useQuery({
    queryKey: ['workflows', workspace_id, 'choices'],
    queryFn: async () => {
      const query = { workspace_id, limit: MOST_CHOICES };
      const [workflows, bases, agents] = await Promise.all([
        api.get('/w/workflows', { query }),
        api.get('/w/kb', { query }).catch(() => ({ data: [] })),
        api.get('/w/agents', { query }).catch(() => ({ data: [] })),
      ]);
      const choice = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name });
      return {
        workflow: workflows.data.map(choice),
        bases: bases.data.map(choice),
        agent: agents.data.map(choice),
      };
    },
  });
}

type Changes = components['schemas']['UpdateWorkflowDto'];

export function useWorkflowActions() {
  const { id: workspace_id } = useWorkspace();
  const done = useChange('workflows');
  const at = (id: string) => ({ path: { id } });
  return {
    create: (name: string, description: string) =>
      done(
        api.post('/w/workflows', {
          query: { workspace_id } as never,
          body: { name: name.trim(), description: description.trim() || null, definition: { nodes: [], edges: [] } },
        }),
      ),
    update: (id: string, body: Changes, version?: string) =>
      done(api.patch(WORKFLOW, { ...at(id), body, ...ifMatch(version) })),
    publish: (id: string, version?: string) =>
      done(api.post('/w/workflows/{id}/publish', { ...at(id), ...ifMatch(version) })),
    remove: (id: string) => done(api.delete(WORKFLOW, at(id)), id),
    start: (id: string, input: unknown, dry_run: boolean) =>
      done(api.post('/w/workflows/{id}/runs', { ...at(id), body: { input: input as never, dry_run } })),
    setHook: (id: string, body: components['schemas']['SetHookDto'], version: string | undefined) =>
      done(api.put('/w/workflows/{id}/hook', { ...at(id), body, ...ifMatch(version) })),
    removeHook: (id: string, version: string | undefined) =>
      done(api.delete('/w/workflows/{id}/hook', { ...at(id), ...ifMatch(version) })),
    cancel: (id: string) => done(api.post('/w/workflow-runs/{id}/cancel', at(id))),
    rerun: (id: string, from_step: string | undefined) =>
      done(api.post('/w/workflow-runs/{id}/rerun', { ...at(id), body: from_step === undefined ? {} : { from_step } })),
    decide: (id: string, step: string, decision: 'approved' | 'rejected') =>
      done(api.post('/w/workflow-runs/{id}/steps/{step}/decision', { path: { id, step }, body: { decision } })),
  };
}

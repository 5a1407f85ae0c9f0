import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '../../api/client.js';
import type { components } from '../../api/schema.js';
import { useSession } from '../../api/session.js';
import { useChange } from '../../api/use-change.js';
import { useList } from '../../api/use-list.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { type CompareSearch, toQuery } from './compare/compare-search.js';
import { pollOf } from './runs/run-state.js';
import { type SuiteValues, toSuite } from './suites/suite-values.js';

type Schemas = components['schemas'];
export type Dataset = Schemas['EvalDatasetView'];
export type EvalRun = Schemas['EvalRunView'];
export type EvalRunSummary = Schemas['EvalRunSummaryView'];
export type EvalResult = Schemas['EvalResultView'];
export type TargetFigures = Schemas['EvalTargetFiguresView'];
export type Comparison = Schemas['EvalComparisonView'];
export type Imported = Schemas['EvalImportView'];

const DATASET = '/w/evals/datasets/{id}';
const SUITE = '/w/evals/suites/{id}';
const RUN = '/w/evals/runs/{id}';
const MOST_CHOICES = 200;

export function useDatasets() {
  const { id: workspace_id } = useWorkspace();
  return useList(['evals', workspace_id, 'datasets'], '/w/evals/datasets', { workspace_id });
}

export function useDataset(datasetId: string) {
  const { id: workspace_id } = useWorkspace();
  return useQuery({
    queryKey: ['evals', workspace_id, 'dataset', datasetId],
    queryFn: () => api.get(DATASET, { path: { id: datasetId }, query: { workspace_id } }),
    enabled: datasetId !== '',
  });
}

export function useVersions(datasetId: string) {
  const { id: workspace_id } = useWorkspace();
  const options = { path: { id: datasetId }, enabled: datasetId !== '' };
  const key = ['evals', workspace_id, 'versions', datasetId];
  return useList(key, '/w/evals/datasets/{id}/versions', { workspace_id }, options);
}

export function useCases(datasetId: string, version: number) {
  const { id: workspace_id } = useWorkspace();
  const options = { path: { id: datasetId } };
  const query = { workspace_id, version };
  return useList(['evals', workspace_id, 'cases', datasetId, version], '/w/evals/datasets/{id}/cases', query, options);
}

/** One case; undefined data where the version has none of that id. */
export function useCase(datasetId: string, version: number, caseId: string) {
  const { id: workspace_id } = useWorkspace();
  return useQuery({
    queryKey: ['evals', workspace_id, 'case', datasetId, version, caseId],
    queryFn: async () => {
      const query = { workspace_id, version, case_id: caseId };
      const { data } = await api.get('/w/evals/datasets/{id}/cases', { path: { id: datasetId }, query });
      return data[0] ?? null;
    },
  });
}

export function useSuites() {
  const { id: workspace_id } = useWorkspace();
  return useList(['evals', workspace_id, 'suites'], '/w/evals/suites', { workspace_id });
}

export function useSuite(suiteId: string) {
  const { id: workspace_id } = useWorkspace();
  return useQuery({
    queryKey: ['evals', workspace_id, 'suite', suiteId],
    queryFn: () => api.get(SUITE, { path: { id: suiteId }, query: { workspace_id } }),
  });
}

/** Estimates the cost of a run. Nothing is started. */
export function useEstimate(suiteId: string, answerTokens: number | undefined) {
  const { id: workspace_id } = useWorkspace();
  return useQuery({
    queryKey: ['evals', workspace_id, 'estimate', suiteId, answerTokens],
    queryFn: () =>
      api.post('/w/evals/suites/{id}/estimate', {
        path: { id: suiteId },
        query: { workspace_id },
        body: answerTokens === undefined ? {} : { answer_tokens: answerTokens },
      }),
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** Choices of a suite's form. Agents and workflows only for those who see them. */
export function useChoices() {
  const { id: workspace_id } = useWorkspace();
  const session = useSession();
  const seesAgents = session.can('gateway.agents.read', workspace_id);
  const seesWorkflows = session.can('gateway.workflows.read', workspace_id);
  return useQuery({
    queryKey: ['evals', workspace_id, 'choices', seesAgents, seesWorkflows],
    queryFn: async () => {
      const query = { workspace_id, limit: MOST_CHOICES };
      const [datasets, agents, workflows] = await Promise.all([
        api.get('/w/evals/datasets', { query }),
        seesAgents ? api.get('/w/agents', { query }) : { data: [] },
        seesWorkflows ? api.get('/w/workflows', { query }) : { data: [] },
      ]);
      const choice = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name });
      return {
        datasets: datasets.data.map(choice),
        agents: agents.data.map(choice),
        workflows: workflows.data.map(choice),
      };
    },
  });
}

/** The knowledge bases whose queries can become cases, for those who see them. */
export function useBaseChoices() {
  const { id: workspace_id } = useWorkspace();
  const seesBases = useSession().can('gateway.knowledge.read', workspace_id);
  return useQuery({
    queryKey: ['evals', workspace_id, 'bases', seesBases],
    queryFn: async () => {
      const { data } = seesBases
        ? await api.get('/w/kb', { query: { workspace_id, limit: MOST_CHOICES } })
        : { data: [] };
      return data.map(({ id, name }) => ({ value: id, label: name }));
    },
  });
}

/** The runs that scheduled ones can be compared with, newest first. */
export function useBaselines(suite_id: string) {
  const { id: workspace_id } = useWorkspace();
  return useQuery({
    queryKey: ['evals', workspace_id, 'baselines', suite_id],
    queryFn: async () => {
      const query = { workspace_id, suite_id, status: 'completed' as const, limit: MOST_CHOICES };
      return (await api.get('/w/evals/runs', { query })).data;
    },
  });
}

export interface RunFilters {
  readonly suite_id?: string | undefined;
  readonly status?: EvalRunSummary['status'] | undefined;
}

export function useRuns({ status, suite_id }: RunFilters) {
  const { id: workspace_id } = useWorkspace();
  const query = { workspace_id, ...(suite_id && { suite_id }), ...(status && { status }) };
  return useList(['evals', workspace_id, 'runs', query], '/w/evals/runs', query);
}

/** A run with its figures, read again until it has ended. */
export function useRun(runId: string | undefined) {
  const { id: workspace_id } = useWorkspace();
  return useQuery({
    queryKey: ['evals', workspace_id, 'run', runId],
    queryFn: () => api.get(RUN, { path: { id: runId ?? '' }, query: { workspace_id } }),
    enabled: runId !== undefined,
    refetchInterval: ({ state }) => pollOf(state.data),
  });
}

/** Runs that can be compared, newest first. */
export function useRunChoices() {
  const { id: workspace_id } = useWorkspace();
  return useQuery({
    queryKey: ['evals', workspace_id, 'run-choices'],
    queryFn: () => api.get('/w/evals/runs', { query: { workspace_id, limit: MOST_CHOICES } }),
  });
}

export interface ResultFilters {
  readonly target?: number | undefined;
  readonly status?: EvalResult['status'] | undefined;
  readonly case_id?: string | undefined;
}

/** Answers of a run, read again when more of them are `done`. */
export function useResults(runId: string, { case_id, status, target }: ResultFilters, done: number) {
  const { id: workspace_id } = useWorkspace();
  const query = {
    workspace_id,
    ...(case_id !== undefined && { case_id }),
    ...(status && { status }),
    ...(target !== undefined && { target }),
  };
  const options = { path: { id: runId } };
  const list = useList(['evals', workspace_id, 'results', runId, query], '/w/evals/runs/{id}/results', query, options);
  const seen = useRef(done);
  useEffect(() => {
    if (seen.current === done) return;
    seen.current = done;
    list.onRetry();
  });
  return list;
}

export function useComparison(search: CompareSearch) {
  const { id: workspace_id } = useWorkspace();
  const { run = '' } = search;
  const query = { workspace_id, ...toQuery(search) };
  return useQuery({
    queryKey: ['evals', workspace_id, 'comparison', run, query],
    queryFn: () => api.get('/w/evals/runs/{id}/comparison', { path: { id: run }, query }),
    enabled: run !== '',
    retry: false,
  });
}

export interface NewVersion {
  readonly jsonl: string;
  readonly fields?: Schemas['EvalFieldNamesDto'];
}

export interface NewRun {
  readonly suite_id: string;
  readonly concurrency?: number;
  readonly max_cost_usd?: number;
}

export function useEvalActions() {
  const { id: workspace_id } = useWorkspace();
  const done = useChange('evals');
  const query = { workspace_id };
  return {
    createDataset: (name: string, description: string) =>
      done(api.post('/w/evals/datasets', { query, body: { name: name.trim(), description: description.trim() } })),
    updateDataset: (id: string, name: string, description: string) =>
      done(api.patch(DATASET, { path: { id }, query, body: { name: name.trim(), description: description.trim() } })),
    removeDataset: (id: string) => done(api.delete(DATASET, { path: { id }, query }), id),
    addVersion: (id: string, body: NewVersion) =>
      done(api.post('/w/evals/datasets/{id}/versions', { path: { id }, query, body })),
    importCases: (id: string, body: Schemas['ImportEvalCasesDto']) =>
      done(api.post('/w/evals/datasets/{id}/imports', { path: { id }, query, body })),
    createSuite: (values: SuiteValues) => done(api.post('/w/evals/suites', { query, body: toSuite(values) })),
    updateSuite: (id: string, values: SuiteValues) =>
      done(api.patch(SUITE, { path: { id }, query, body: toSuite(values) })),
    changeSuite: (id: string, body: Schemas['UpdateEvalSuiteDto']) =>
      done(api.patch(SUITE, { path: { id }, query, body })),
    removeSuite: (id: string) => done(api.delete(SUITE, { path: { id }, query }), id),
    startRun: (body: NewRun) => done(api.post('/w/evals/runs', { query, body })),
    cancelRun: (id: string) => done(api.post('/w/evals/runs/{id}/cancel', { path: { id }, query })),
    removeRun: (id: string) => done(api.delete(RUN, { path: { id }, query }), id),
  };
}

import { Alert, Box, Group, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConflictNotice } from '../../ui/conflict-notice.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { AddStepMenu } from './add-step-menu.js';
import { changeStep, connect, disconnect, type Graph, removeStep, renameStep, type Step } from './definition.js';
import { EditorActions } from './editor-actions.js';
import classes from './editor-panel.module.css';
import { GraphView } from './graph/graph-view.js';
import { JsonDefinition } from './json-definition.js';
import { type Problem, useProblems, type Workflow } from './queries.js';
import { StepList } from './step-list.js';
import { useDraft } from './use-draft.js';
import { useProblemWords } from './use-problem-words.js';

/** Every kind of field, loaded with the first step that is chosen. */
const StepForm = lazy(() => import('./step-form.js'));

interface EditorPanelProps {
  readonly workflow: Workflow;
  readonly mayManage: boolean;
}

/** The draft of a workflow as a graph, as a list of steps, and as JSON: all three show and change the same. */
export function EditorPanel({ mayManage, workflow }: EditorPanelProps): ReactNode {
  const { t } = useTranslation('workflows');
  const draft = useDraft(workflow);
  const { graph } = draft;
  const [view, setView] = useState('graph');
  const [selected, setSelected] = useState<string>();
  const { data: problems = [], error } = useProblems(workflow.id, draft.definition);
  const counts = useMemo(() => countByStep(problems), [problems]);
  const step = graph?.nodes.find(({ id }) => id === selected);
  const isJson = graph === undefined || view === 'json';
  const remove = (ids: readonly string[], edges: readonly number[] = []): void => {
    if (graph === undefined) return;
    const without = disconnect(graph, edges);
    draft.changeGraph(ids.reduce(removeStep, without));
    setSelected(undefined);
  };
  return (
    <Stack gap={16}>
      <Group justify="space-between" gap={8}>
        <ViewBar
          graph={graph}
          isJson={isJson}
          isReadOnly={!mayManage}
          selected={selected}
          onView={setView}
          onAdd={(next, id) => {
            draft.changeGraph(next);
            setSelected(id);
          }}
        />
        {mayManage && <EditorActions draft={draft} workflow={workflow} hasProblems={problems.length > 0} />}
      </Group>
      <DraftNotices draft={draft} problems={problems} error={error} isJson={isJson} />
      {isJson ? (
        <JsonDefinition definition={draft.definition} isReadOnly={!mayManage} onChange={draft.change} />
      ) : (
        <div className={classes.editor}>
          <div className={classes.graph}>
            <GraphView
              graph={graph}
              label={t('graph.label')}
              problems={counts}
              selected={selected}
              onSelect={setSelected}
              {...(mayManage && {
                edits: {
                  onMove: (id, position) => draft.changeGraph(changeStep(graph, id, { position }), `position ${id}`),
                  onConnect: (from, to, branch) => draft.changeGraph(connect(graph, from, to, branch)),
                  onRemove: remove,
                },
              })}
            />
          </div>
          <StepSide
            draft={draft}
            graph={graph}
            problems={problems}
            isReadOnly={!mayManage}
            step={step}
            onSelect={setSelected}
          />
          <div className={classes.list}>
            <StepList
              graph={graph}
              problems={counts}
              selected={selected}
              isReadOnly={!mayManage}
              onSelect={setSelected}
              onChange={draft.changeGraph}
              onRemove={(id) => remove([id])}
            />
          </div>
        </div>
      )}
    </Stack>
  );
}

function countByStep(problems: readonly Problem[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { node } of problems) if (node !== null) found.set(node, (found.get(node) ?? 0) + 1);
  return found;
}

interface ViewBarProps {
  readonly graph: Graph | undefined;
  readonly isJson: boolean;
  readonly isReadOnly: boolean;
  readonly selected: string | undefined;
  readonly onView: (view: string) => void;
  readonly onAdd: (graph: Graph, id: string) => void;
}

/** Switch between the graph and JSON, and the menu of steps to add. */
function ViewBar({ graph, isJson, isReadOnly, onAdd, onView, selected }: ViewBarProps): ReactNode {
  const { t } = useTranslation('workflows');
  return (
    <Group gap={8}>
      <SegmentedControl
        aria-label={t('view')}
        value={isJson ? 'json' : 'graph'}
        disabled={graph === undefined}
        onChange={onView}
        data={(['graph', 'json'] as const).map((value) => ({ value, label: t(`views.${value}`) }))}
      />
      {!isReadOnly && !isJson && graph !== undefined && <AddStepMenu graph={graph} selected={selected} onAdd={onAdd} />}
    </Group>
  );
}

type Draft = ReturnType<typeof useDraft>;

interface DraftNoticesProps {
  readonly draft: Draft;
  readonly problems: readonly Problem[];
  readonly error: Error | null;
  /** True if no step is drawn at which its problems could be. */
  readonly isJson: boolean;
}

/** Failures and conflicts of a draft, the number of its problems, and those that are shown at no step. */
function DraftNotices({ draft, error, isJson, problems }: DraftNoticesProps): ReactNode {
  const { t } = useTranslation('workflows');
  const { graph } = draft;
  const write = useProblemWords();
  const general = problems.filter(({ node }) => isJson || node === null || !graph?.nodes.some(({ id }) => id === node));
  return (
    <>
      {graph === undefined && <Alert color="gray">{t('noGraph')}</Alert>}
      {draft.failure !== undefined && <FailureNotice failure={draft.failure} />}
      {draft.conflict !== undefined && (
        <ConflictNotice
          conflict={draft.conflict}
          nameField={(field) => t(`field.${field}`)}
          isBusy={draft.isBusy}
          onTake={draft.takeStored}
          onOverwrite={() => void draft.overwrite()}
          onDismiss={draft.dismiss}
        />
      )}
      {error && <FailureNotice failure={error} />}
      <Text size="sm" role="status" c={problems.length > 0 ? 'var(--mantine-color-error)' : 'dimmed'}>
        {problems.length === 0 ? t('noProblems') : t('problemCount', { count: problems.length })}
      </Text>
      {general.length > 0 && (
        <Stack component="ul" gap={4} m={0} pl={20}>
          {general.map((problem) => (
            <Text component="li" size="sm" key={problem.path + problem.message} dir="auto">
              {problem.node === null ? write(problem) : t('problemAt', { step: problem.node, words: write(problem) })}
            </Text>
          ))}
        </Stack>
      )}
    </>
  );
}

interface StepSideProps {
  readonly draft: Draft;
  readonly graph: Graph;
  readonly problems: readonly Problem[];
  readonly isReadOnly: boolean;
  readonly step: Step | undefined;
  readonly onSelect: (id: string) => void;
}

/** The form of the chosen step beside the graph. */
function StepSide({ draft, graph, isReadOnly, onSelect, problems, step }: StepSideProps): ReactNode {
  const { t } = useTranslation('workflows');
  return (
    <Box className={classes.side} component="section" aria-label={t('stepForm')}>
      {step === undefined ? (
        <Text size="sm" c="dimmed">
          {t('chooseStep')}
        </Text>
      ) : (
        <Suspense fallback={<Skeleton h={320} />}>
          <StepForm
            key={step.id}
            step={step}
            problems={problems.filter(({ node }) => node === step.id)}
            isReadOnly={isReadOnly}
            onChange={(fields) =>
              draft.changeGraph(changeStep(graph, step.id, fields), `${step.id} ${Object.keys(fields).join()}`)
            }
            onRename={(id) => {
              const renamed = renameStep(graph, step.id, id);
              if (renamed === graph) return;
              draft.changeGraph(renamed);
              onSelect(id);
            }}
          />
        </Suspense>
      )}
    </Box>
  );
}

import { Alert, Box, Group, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConflictNotice } from '../../ui/conflict-notice.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { AddStepMenu } from './add-step-menu.js';
import { changeStep, connect, disconnect, removeStep, renameStep } from './definition.js';
import { EditorActions } from './editor-actions.js';
import classes from './editor-panel.module.css';
import { GraphView } from './graph-view.js';
import { JsonDefinition } from './json-definition.js';
import { useProblems, type Workflow } from './queries.js';
import { StepList } from './step-list.js';
import { useDraft } from './use-draft.js';

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
  const counts = useMemo(() => {
    const found = new Map<string, number>();
    for (const { node } of problems) if (node !== null) found.set(node, (found.get(node) ?? 0) + 1);
    return found;
  }, [problems]);
  const step = graph?.nodes.find(({ id }) => id === selected);
  const isJson = graph === undefined || view === 'json';
  const general = problems.filter(({ node }) => node === null || !graph?.nodes.some(({ id }) => id === node));
  const remove = (ids: readonly string[], edges: readonly number[] = []): void => {
    if (graph === undefined) return;
    const without = disconnect(graph, edges);
    draft.changeGraph(ids.reduce(removeStep, without));
    setSelected(undefined);
  };
  return (
    <Stack gap={16}>
      <Group justify="space-between" gap={8}>
        <Group gap={8}>
          <SegmentedControl
            aria-label={t('view')}
            value={isJson ? 'json' : 'graph'}
            disabled={graph === undefined}
            onChange={setView}
            data={(['graph', 'json'] as const).map((value) => ({ value, label: t(`views.${value}`) }))}
          />
          {mayManage && !isJson && (
            <AddStepMenu
              graph={graph}
              selected={selected}
              onAdd={(next, id) => {
                draft.changeGraph(next);
                setSelected(id);
              }}
            />
          )}
        </Group>
        {mayManage && <EditorActions draft={draft} workflow={workflow} hasProblems={problems.length > 0} />}
      </Group>
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
          {general.map(({ message, path }) => (
            <Text component="li" size="sm" key={path + message} dir="auto">
              {message}
            </Text>
          ))}
        </Stack>
      )}
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
                  isReadOnly={!mayManage}
                  onChange={(fields) =>
                    draft.changeGraph(changeStep(graph, step.id, fields), `${step.id} ${Object.keys(fields).join()}`)
                  }
                  onRename={(id) => {
                    const renamed = renameStep(graph, step.id, id);
                    if (renamed === graph) return;
                    draft.changeGraph(renamed);
                    setSelected(id);
                  }}
                />
              </Suspense>
            )}
          </Box>
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

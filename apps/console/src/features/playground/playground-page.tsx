import { Button, Group, VisuallyHidden } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { IconAdjustments, IconCode, IconEraser, IconPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChatModels } from '../../api/models.js';
import { takeOpened } from '../../api/opened-conversation.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { DetailDrawer } from '../../ui/detail-drawer.js';
import { EmptyState } from '../../ui/empty-state.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { Page } from '../../ui/page.js';
import { useUrlSearch } from '../../ui/use-url-search.js';
import { buildBody, findProblem, NO_SETTINGS, type Settings } from './build-body.js';
import { CodeDrawer } from './code-drawer.js';
import { Composer } from './composer.js';
import { LaneView } from './lane-view.js';
import { MOST_LANES, openCalls } from './lanes.js';
import classes from './playground.module.css';
import type { PlaygroundSearch } from './playground-search.js';
import { SettingsPanel } from './settings-panel.js';
import { useLanes } from './use-lanes.js';
import { useSaveLane } from './use-save-lane.js';

/** One to four models side by side, asked the same. */
export default function PlaygroundPage() {
  const { t } = useTranslation('playground');
  const { id: workspaceId } = useWorkspace();
  const [{ models: inUrl }, change] = useUrlSearch<PlaygroundSearch>();
  const { data: offered = [], error, isPending, refetch } = useChatModels(workspaceId);
  const chosen = inUrl ?? offered.slice(0, 1);
  const [opened] = useState(() => takeOpened(workspaceId));
  const [settings, setSettings] = useSessionStorage<Settings>({
    key: `playground-settings-${workspaceId}`,
    defaultValue: NO_SETTINGS,
    getInitialValueInEffect: false,
  });
  useEffect(() => {
    if (opened !== undefined) setSettings((before) => ({ ...before, system: opened.system }));
  }, [opened, setSettings]);
  const problem = findProblem(settings);
  const { answer, clear, isRunning, lanes, retry, say, stop } = useLanes(
    workspaceId,
    chosen,
    settings,
    opened?.messages,
  );
  const save = useSaveLane(workspaceId, settings);
  const [panel, setPanel] = useState<'settings' | 'code'>();
  const [first] = lanes;
  const setModels = (models: readonly string[]) => change({ models });
  const actions = (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={isRunning || chosen.length >= MOST_LANES || offered.length === 0}
        onClick={() => setModels([...chosen, offered.find((name) => !chosen.includes(name)) ?? chosen[0] ?? ''])}
      >
        {t('addLane')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconAdjustments size={16} aria-hidden />}
        onClick={() => setPanel('settings')}
      >
        {t('parameters')}
      </Button>
      <Button variant="default" leftSection={<IconCode size={16} aria-hidden />} onClick={() => setPanel('code')}>
        {t('asCode')}
      </Button>
      <Button variant="subtle" leftSection={<IconEraser size={16} aria-hidden />} onClick={clear}>
        {t('clear')}
      </Button>
    </Group>
  );
  return (
    <Page title={t('title')} description={t('description')} actions={actions}>
      {error ? <FailureNotice failure={error} onRetry={() => void refetch()} /> : null}
      {!error && !isPending && chosen.length === 0 && <EmptyState sentence={t('noModels')} />}
      <div className={classes.bench}>
        <div className={classes.lanes} aria-busy={isPending}>
          {lanes.map((lane) => (
            <LaneView
              key={lane.id}
              lane={lane}
              models={offered}
              onModel={(model) => setModels(chosen.map((name, index) => (index === lane.id ? model : name)))}
              onRemove={lanes.length > 1 ? () => setModels(chosen.filter((_, index) => index !== lane.id)) : undefined}
              onStop={() => stop(lane.id)}
              onRetry={() => retry(lane)}
              onResults={(results) => answer(lane, results)}
              onSave={save && (() => save(lane))}
            />
          ))}
        </div>
        {lanes.length > 0 && <Composer isRunning={isRunning} obstacle={obstacle()} onSay={say} onStop={() => stop()} />}
      </div>
      <VisuallyHidden role="status" aria-live="polite">
        {isRunning ? '' : announce()}
      </VisuallyHidden>
      <DetailDrawer
        opened={panel === 'settings'}
        onClose={() => setPanel(undefined)}
        size={440}
        title={t('parameters')}
      >
        <SettingsPanel
          settings={settings}
          problem={problem}
          onChange={(patch) => setSettings((before) => ({ ...before, ...patch }))}
        />
      </DetailDrawer>
      <CodeDrawer
        opened={panel === 'code'}
        body={first && !problem ? buildBody(first.model, first.messages, settings) : undefined}
        onClose={() => setPanel(undefined)}
      />
    </Page>
  );

  function obstacle(): string | undefined {
    if (problem) return t('fixParameters');
    return lanes.some((lane) => openCalls(lane).length > 0) ? t('callsWait') : undefined;
  }

  /** Screen readers hear finished answers, not every word of a stream. */
  function announce(): string {
    return lanes
      .map(({ model, run }) =>
        run?.state === 'done'
          ? t('finished', { model, text: run.text })
          : run?.state === 'failed'
            ? t('failed', { model })
            : '',
      )
      .join(' ');
  }
}

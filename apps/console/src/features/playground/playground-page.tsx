import { Button, Group, VisuallyHidden } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { IconAdjustments, IconCode, IconEraser, IconLink, IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChatModels } from '../../api/models.js';
import { takeOpened } from '../../api/opened-conversation.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { copyText } from '../../ui/copy-text.js';
import { EmptyState } from '../../ui/empty-state.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { notify } from '../../ui/notify.js';
import { Page } from '../../ui/page.js';
import { useUrlSearch } from '../../ui/use-url-search.js';
import { buildBody, findProblem, NO_SETTINGS, type Settings } from './build-body.js';
import { CodeDrawer } from './code-drawer.js';
import { Composer } from './composer.js';
import { type OwnSettings, settingsOf, withoutLane } from './lane-settings.js';
import { LaneView } from './lane-view.js';
import { MOST_LANES, openCalls } from './lanes.js';
import classes from './playground.module.css';
import { readLink, writeLink } from './playground-link.js';
import type { PlaygroundSearch } from './playground-search.js';
import { SettingsDrawer } from './settings-drawer.js';
import { useLanes } from './use-lanes.js';
import { useSaveLane } from './use-save-lane.js';

const NO_OWN: OwnSettings = {};

/** One to four models side by side, asked the same. */
export default function PlaygroundPage() {
  const { t } = useTranslation('playground');
  const { id: workspaceId } = useWorkspace();
  const [{ models: inUrl }, change] = useUrlSearch<PlaygroundSearch>();
  const { data: offered = [], error, isPending, refetch } = useChatModels(workspaceId);
  const chosen = inUrl ?? offered.slice(0, 1);
  const [linked] = useState(() => readLink(location.hash));
  const [opened] = useState(() => linked ?? takeOpened(workspaceId));
  const [settings, setSettings] = useSessionStorage<Settings>({
    key: `playground-settings-${workspaceId}`,
    defaultValue: NO_SETTINGS,
    getInitialValueInEffect: false,
  });
  const [own, setOwn] = useSessionStorage<OwnSettings>({
    key: `playground-own-settings-${workspaceId}`,
    defaultValue: NO_OWN,
    getInitialValueInEffect: false,
  });
  const navigate = useNavigate();
  useEffect(() => {
    if (opened !== undefined && 'system' in opened) setSettings((before) => ({ ...before, system: opened.system }));
  }, [opened, setSettings]);
  useEffect(() => {
    if (linked === undefined) return;
    setSettings(linked.settings);
    setOwn(linked.own);
    // Later changes are not in the link: it goes, so that nobody takes it for what is shown.
    void navigate({ to: '.', search: true, hash: '', replace: true } as never);
  }, [linked, navigate, setOwn, setSettings]);
  const settingsOfLane = useCallback((lane: number) => settingsOf(settings, own, lane), [own, settings]);
  const { again, answer, clear, isRunning, lanes, retry, say, stop } = useLanes(
    workspaceId,
    chosen,
    settingsOfLane,
    opened?.messages,
  );
  const save = useSaveLane(workspaceId, settingsOfLane);
  const [shownSettings, showSettings] = useState<string>();
  const [isCode, setCode] = useState(false);
  const [first] = lanes;
  const problems = lanes.map(({ id }) => findProblem(settingsOfLane(id)));
  const copyLink = async (): Promise<void> => {
    const fragment = writeLink(settings, own, first?.messages ?? []);
    if (fragment === undefined) return notify.failure(new Error(t('linkTooLong')));
    const address = new URL(location.href);
    address.searchParams.set('models', JSON.stringify(chosen));
    address.hash = fragment;
    if (await copyText(address.href)) notify.success(t('linkCopied'));
    else notify.failure(new Error(t('linkNotCopied')));
  };
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
        onClick={() => showSettings('all')}
      >
        {t('parameters')}
      </Button>
      <Button variant="default" leftSection={<IconCode size={16} aria-hidden />} onClick={() => setCode(true)}>
        {t('asCode')}
      </Button>
      <Button variant="default" leftSection={<IconLink size={16} aria-hidden />} onClick={() => void copyLink()}>
        {t('copyLink')}
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
              hasOwnSettings={own[lane.id] !== undefined}
              onSettings={() => showSettings(String(lane.id))}
              onRemove={lanes.length > 1 ? () => removeLane(lane.id) : undefined}
              onAgain={() => again(lane)}
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
      <SettingsDrawer
        lanes={lanes}
        shared={settings}
        own={own}
        shown={shownSettings}
        onShow={showSettings}
        onShared={(patch) => setSettings((before) => ({ ...before, ...patch }))}
        onOwn={setOwn}
      />
      <CodeDrawer
        opened={isCode}
        body={first && !problems[0] ? buildBody(first.model, first.messages, settingsOfLane(first.id)) : undefined}
        onClose={() => setCode(false)}
      />
    </Page>
  );

  function removeLane(id: number): void {
    setOwn(withoutLane(own, id));
    setModels(chosen.filter((_, index) => index !== id));
  }

  function obstacle(): string | undefined {
    if (problems.some((problem) => problem !== undefined)) return t('fixParameters');
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

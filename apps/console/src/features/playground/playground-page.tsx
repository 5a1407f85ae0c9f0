import { VisuallyHidden } from '@mantine/core';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChatModels } from '../../api/models.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { copyText } from '../../ui/copy-text.js';
import { EmptyState } from '../../ui/empty-state.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { notify } from '../../ui/notify.js';
import { Page } from '../../ui/page.js';
import { useUrlSearch } from '../../ui/use-url-search.js';
import { BenchActions } from './bench-actions.js';
import { buildBody, findProblem } from './build-body.js';
import { CodeDrawer } from './code-drawer.js';
import { Composer } from './composer.js';
import { settingsOf, withoutLane } from './lane-settings.js';
import { LaneView } from './lane-view.js';
import { type Lane, MOST_LANES, openCalls } from './lanes.js';
import classes from './playground.module.css';
import { writeLink } from './playground-link.js';
import type { PlaygroundSearch } from './playground-search.js';
import { SettingsDrawer } from './settings-drawer.js';
import { useBenchSettings } from './use-bench-settings.js';
import { useLanes } from './use-lanes.js';
import { useSaveLane } from './use-save-lane.js';

/** One to four models side by side, asked the same. */
export default function PlaygroundPage() {
  const { t } = useTranslation('playground');
  const { id: workspaceId } = useWorkspace();
  const [{ models: inUrl }, change] = useUrlSearch<PlaygroundSearch>();
  const { data: offered = [], error, isPending, refetch } = useChatModels(workspaceId);
  const chosen = inUrl ?? offered.slice(0, 1);
  const { messages, own, setOwn, setSettings, settings } = useBenchSettings(workspaceId);
  const settingsOfLane = useCallback((lane: number) => settingsOf(settings, own, lane), [own, settings]);
  const bench = useLanes(workspaceId, chosen, settingsOfLane, messages);
  const { isRunning, lanes } = bench;
  const save = useSaveLane(workspaceId, settingsOfLane);
  const [shownSettings, showSettings] = useState<string>();
  const [isCode, setCode] = useState(false);
  const [first] = lanes;
  const problems = lanes.map(({ id }) => findProblem(settingsOfLane(id)));
  const copyLink = useCopyLink(chosen);
  const isWaiting = lanes.some((lane) => openCalls(lane).length > 0);
  const hasProblem = problems.some((problem) => problem !== undefined);
  const obstacle = hasProblem ? t('fixParameters') : isWaiting ? t('callsWait') : undefined;
  const setModels = (models: readonly string[]) => change({ models });
  const actions = (
    <BenchActions
      canAddLane={!isRunning && chosen.length < MOST_LANES && offered.length > 0}
      onAddLane={() => setModels([...chosen, offered.find((name) => !chosen.includes(name)) ?? chosen[0] ?? ''])}
      onSettings={() => showSettings('all')}
      onCode={() => setCode(true)}
      onLink={() => void copyLink(writeLink(settings, own, first?.messages ?? []))}
      onClear={bench.clear}
    />
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
              onAgain={() => bench.again(lane)}
              onStop={() => bench.stop(lane.id)}
              onRetry={() => bench.retry(lane)}
              onResults={(results) => bench.answer(lane, results)}
              onSave={save && (() => save(lane))}
            />
          ))}
        </div>
        {lanes.length > 0 && (
          <Composer isRunning={isRunning} obstacle={obstacle} onSay={bench.say} onStop={() => bench.stop()} />
        )}
      </div>
      <Announcement lanes={lanes} isRunning={isRunning} />
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
}

/** Copies a link to the playground, with the models and a fragment that holds the rest; undefined if that is too long. */
function useCopyLink(models: readonly string[]): (fragment: string | undefined) => Promise<void> {
  const { t } = useTranslation('playground');
  return async (fragment) => {
    if (fragment === undefined) return notify.problem(t('linkTooLong'));
    const address = new URL(location.href);
    address.searchParams.set('models', JSON.stringify(models));
    address.hash = fragment;
    if (await copyText(address.href)) notify.success(t('linkCopied'));
    else notify.problem(t('linkNotCopied'));
  };
}

/** Screen readers hear finished answers, not every word of a stream. */
function Announcement({ lanes, isRunning }: { readonly lanes: readonly Lane[]; readonly isRunning: boolean }) {
  const { t } = useTranslation('playground');
  const told = lanes.map(({ model, run }) => {
    if (run?.state === 'done') return t('finished', { model, text: run.text });
    return run?.state === 'failed' ? t('failed', { model }) : '';
  });
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {isRunning ? '' : told.join(' ')}
    </VisuallyHidden>
  );
}

import { Alert, Button, Drawer, Group, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { ConflictNotice } from '../conflict-notice.js';
import { FailureNotice } from '../failure-notice.js';
import { UndoButtons } from '../graph/undo-buttons.js';
import { RoutePanels } from './route-panels.js';
import { RouteTextView } from './route-text-view.js';
import { RouteTrial } from './trial/route-trial.js';
import { useRouteTrial } from './trial/use-route-trial.js';
import { type RouteStore, type StoredRoute, useRouteDraft } from './use-route-draft.js';

interface RouteEditorProps {
  /** The route that is changed; undefined for a new one. */
  readonly stored: StoredRoute | undefined;
  readonly store: RouteStore;
  readonly title: string;
  /** Above the editor, such as where a new route applies. */
  readonly head?: ReactNode;
  readonly onClose: () => void;
  readonly onPublished: (id: string) => void;
}

/** A route as a graph, as a list and as text: all show and change the same. Nothing changes before it is published. */
export default function RouteEditor(props: RouteEditorProps): ReactNode {
  const { t } = useTranslation('routing');
  return (
    <Drawer
      opened
      onClose={props.onClose}
      position="right"
      size="min(100vw, 1380px)"
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={
        <Text span fw={600} dir="auto" lineClamp={2}>
          {props.title}
        </Text>
      }
      // Beside the header of the page, that of a dialog is no landmark.
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': t('action.cancel') }}
    >
      <Suspense fallback={<Skeleton h={560} />}>
        <EditorBody {...props} />
      </Suspense>
    </Drawer>
  );
}

const VIEWS = ['graph', 'list', 'yaml', 'json'] as const;
type View = (typeof VIEWS)[number];

/** A graph needs room: where there is none, the list does the same. */
const WIDE = '(min-width: 62em)';

function EditorBody({ head, onClose, onPublished, store, stored }: RouteEditorProps): ReactNode {
  const { t } = useTranslation('routing');
  const { can } = useSession();
  const workspace = useWorkspace();
  const draft = useRouteDraft(stored, store);
  const { body, conflict, language } = draft;
  const trial = useRouteTrial(workspace.id, body);
  const [chosen, setView] = useState<View>(() => (window.matchMedia(WIDE).matches ? 'graph' : 'list'));
  // An unreadable text cannot be drawn.
  const view = body === undefined ? language : chosen;
  const mayTry = can('gateway.routing.read', workspace.id);
  const side = mayTry && <RouteTrial workspaceId={workspace.id} trial={trial} />;
  const changeView = (next: View): void => {
    setView(next);
    if (next === 'yaml' || next === 'json') draft.changeLanguage(next);
  };
  const finish = async (publishing: Promise<string | undefined>): Promise<void> => {
    const id = await publishing;
    if (id !== undefined) onPublished(id);
  };
  return (
    <Stack gap={16}>
      {draft.wasKept && draft.isDirty && (
        <Alert variant="light" color="gray" title={t('draft.title')}>
          <Button size="compact-xs" variant="default" onClick={draft.discard}>
            {t('draft.discard')}
          </Button>
        </Alert>
      )}
      {head}
      <Group justify="space-between" gap={8}>
        <SegmentedControl
          aria-label={t('view')}
          value={view}
          onChange={(next) => changeView(next as View)}
          data={VIEWS.map((value) => ({
            value,
            label: t(`views.${value}`),
            disabled: body === undefined && value !== language,
          }))}
        />
        <Group gap={8}>
          <UndoButtons {...draft} />
        </Group>
      </Group>
      {body === undefined || view === 'yaml' || view === 'json' ? (
        <RouteTextView draft={draft} side={side} />
      ) : (
        <RoutePanels draft={draft} config={body} trial={trial} store={store} view={view} side={side} />
      )}
      {conflict !== undefined && (
        <ConflictNotice
          conflict={conflict}
          nameField={String}
          isBusy={draft.isBusy}
          onTake={draft.takeStored}
          onOverwrite={() => void finish(draft.overwrite())}
          onDismiss={draft.dismiss}
        />
      )}
      {draft.failure !== undefined && <FailureNotice failure={draft.failure} />}
      <Group justify="flex-end" gap={8}>
        <Button
          variant="default"
          onClick={() => {
            draft.forget();
            onClose();
          }}
        >
          {t('action.cancel')}
        </Button>
        <Button loading={draft.isBusy} disabled={body === undefined} onClick={() => void finish(draft.publish())}>
          {t('action.publish')}
        </Button>
      </Group>
    </Stack>
  );
}

import { Alert, Button, Drawer, Group, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../api/client.js';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { versionOf } from '../../api/versions.js';
import { CodeEditor } from '../../ui/code-editor.js';
import { ConflictNotice } from '../../ui/conflict-notice.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { forgetDraft, readDraft, writeDraft } from '../../ui/form-draft.js';
import { Lanes } from '../../ui/lanes.js';
import { type PolicyScope, ScopeField } from '../../ui/policy-fields.js';
import { useVersion } from '../../ui/use-version.js';
import { createRoutingConfig, findRoutingConfig, updateRoutingConfig } from './queries.js';
import {
  fieldsOf,
  findLine,
  type Language,
  type Problem,
  type RoutingConfig,
  readText,
  toBody,
  toDrawing,
  writeText,
  writeValue,
} from './routing-text.js';
import { RoutingTrial } from './routing-trial.js';

interface RoutingEditorProps {
  /** The config that is changed; undefined for a new one. */
  readonly stored: RoutingConfig | undefined;
  readonly onClose: () => void;
  readonly onPublished: (id: string) => void;
}

/** A routing config as text, drawn beside it. Nothing changes before it is published. */
export default function RoutingEditor({ stored, onClose, onPublished }: RoutingEditorProps): ReactNode {
  const { t } = useTranslation('routing');
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="min(100vw, 1080px)"
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={
        <Text span fw={600} dir="auto" lineClamp={2}>
          {stored === undefined ? t('create.title') : t('edit.title', { name: stored.name })}
        </Text>
      }
      closeButtonProps={{ 'aria-label': t('action.cancel') }}
    >
      <EditorBody stored={stored} onClose={onClose} onPublished={onPublished} />
    </Drawer>
  );
}

function EditorBody({ stored, onClose, onPublished }: RoutingEditorProps): ReactNode {
  const { t } = useTranslation('routing');
  const { can } = useSession();
  const workspace = useWorkspace();
  const draftKey = `routing:${stored?.id ?? `${workspace.id}:new`}`;
  const draft = useMemo(() => readDraft(draftKey), [draftKey]);
  const draftText = typeof draft?.values.text === 'string' ? draft.values.text : undefined;
  const [language, setLanguage] = useState<Language>('yaml');
  const [text, setText] = useState(() => draftText ?? writeText(stored, 'yaml'));
  const [base, setBase] = useState(stored);
  const [scope, setScope] = useState<PolicyScope>('workspace');
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Problem>();
  const [failure, setFailure] = useState<unknown>();
  const began = stored && versionOf(stored);
  const { conflict, dismiss, notice, restart, take, version } = useVersion(
    stored && {
      id: stored.id,
      version: began,
      read: async () => {
        const current = await findRoutingConfig(stored.id);
        setBase(current);
        return { values: fieldsOf(current), version: versionOf(current) };
      },
    },
    draft === undefined ? began : draft.version,
  );
  const { body, problems } = useMemo(() => readText(text), [text]);
  const shown = useMemo(
    () =>
      refusal === undefined
        ? problems.map(({ line, message }) => ({
            line,
            message: message === 'mapping' ? t('problem.mapping') : message,
          }))
        : [refusal],
    [refusal, problems, t],
  );
  const change = (next: string): void => {
    setText(next);
    setRefusal(undefined);
    writeDraft(draftKey, { text: next }, version);
  };
  const discard = (): void => {
    change(writeText(stored, language));
    restart();
  };
  const changeLanguage = (next: Language): void => {
    setLanguage(next);
    if (body !== undefined) change(writeValue(body, next));
  };
  const leave = (): void => {
    forgetDraft(draftKey);
    onClose();
  };
  const explain = async (error: unknown, mine: Readonly<Record<string, unknown>>): Promise<void> => {
    if (await notice(error, mine)) return;
    if (error instanceof ApiFailure && error.param) {
      setRefusal({ line: findLine(text, error.param), message: error.message });
    } else setFailure(error);
  };
  const publish = async (changed = version): Promise<void> => {
    if (body === undefined) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const sent = toBody(body, base);
      const workspace_id = scope === 'organization' ? null : workspace.id;
      const { id } = await (stored === undefined
        ? createRoutingConfig({ ...sent, workspace_id })
        : updateRoutingConfig(stored.id, sent, changed));
      forgetDraft(draftKey);
      onPublished(id);
    } catch (error) {
      await explain(error, body).catch(setFailure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack gap={16}>
      {draftText !== undefined && (
        <Alert variant="light" color="gray" title={t('draft.title')}>
          <Button size="compact-xs" variant="default" onClick={discard}>
            {t('draft.discard')}
          </Button>
        </Alert>
      )}
      {stored === undefined && can('gateway.routing.manage') && <ScopeField value={scope} onChange={setScope} />}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={24}>
        <Stack gap={8} style={{ minWidth: 0 }}>
          <SegmentedControl
            size="xs"
            w="fit-content"
            aria-label={t('language')}
            value={language}
            disabled={body === undefined}
            onChange={(next) => changeLanguage(next as Language)}
            data={[
              { value: 'yaml', label: 'YAML' },
              { value: 'json', label: 'JSON' },
            ]}
          />
          <CodeEditor
            key={language}
            value={text}
            onChange={change}
            language={language}
            label={t('editor')}
            problems={shown}
          />
          <div aria-live="polite">
            {shown.map(({ line, message }) => (
              <Text key={`${line}:${message}`} size="sm" c="var(--mantine-color-error)">
                {t('problem.line', { line })} {message}
              </Text>
            ))}
          </div>
        </Stack>
        <Stack gap={16} style={{ minWidth: 0 }}>
          <Text size="sm" fw={600}>
            {t('lanes.label')}
          </Text>
          {body === undefined ? (
            <Text size="sm" c="dimmed">
              {t('lanes.unreadable')}
            </Text>
          ) : (
            <>
              <Lanes {...toDrawing(body)} />
              <RoutingTrial workspaceId={workspace.id} config={body} />
            </>
          )}
        </Stack>
      </SimpleGrid>
      {conflict !== undefined && (
        <ConflictNotice
          conflict={conflict}
          nameField={String}
          isBusy={isBusy}
          onTake={() => {
            take();
            setText(writeValue(conflict.values, language));
            writeDraft(draftKey, { text: writeValue(conflict.values, language) }, conflict.version);
          }}
          onOverwrite={() => void publish(conflict.version)}
          onDismiss={dismiss}
        />
      )}
      {failure !== undefined && <FailureNotice failure={failure} />}
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={leave}>
          {t('action.cancel')}
        </Button>
        <Button loading={isBusy} disabled={body === undefined} onClick={() => void publish()}>
          {t('action.publish')}
        </Button>
      </Group>
    </Stack>
  );
}

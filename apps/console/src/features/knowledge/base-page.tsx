import { Button, Group, Loader, Tabs, Text, TextInput } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useNavigate, useParams } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.js';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { IdText } from '../../ui/id-text.js';
import { Page } from '../../ui/page.js';
import { useUrlSearch } from '../../ui/use-url-search.js';
import { DocumentsPanel } from './documents-panel.js';
import type { KnowledgeSearch } from './knowledge-page.js';
import { type Base, useBase, useKnowledgeChange } from './queries.js';

/** Loaded when their tabs are opened. */
const ChatPanel = lazy(() => import('./chat-panel.js').then((loaded) => ({ default: loaded.ChatPanel })));
const QueryPanel = lazy(() => import('./query-panel.js').then((loaded) => ({ default: loaded.QueryPanel })));

const TABS = ['documents', 'query', 'chat'] as const;

const about = (id: string, workspace_id: string) => ({ path: { id }, query: { workspace_id } });

/** One knowledge base: its documents, what a query finds, and answers with citations. */
export default function BasePage() {
  const { t } = useTranslation('knowledge');
  const { base: baseId = '' } = useParams({ strict: false }) as { base?: string };
  const workspace = useWorkspace();
  const navigate = useNavigate();
  const mayChange = useSession().can('gateway.knowledge.manage', workspace.id);
  const { data: base, error, refetch } = useBase(baseId);
  const [dialog, setDialog] = useState<'edit' | 'delete'>();
  const remove = useKnowledgeChange((id, _: undefined) => api.delete('/w/kb/{id}', about(baseId, id)), baseId);
  if (error) {
    return (
      <Page title={t('title')}>
        <FailureNotice failure={error} onRetry={() => void refetch()} />
      </Page>
    );
  }
  if (!base) {
    return (
      <Page title={t('title')}>
        <Loader aria-label={t('loading')} />
      </Page>
    );
  }
  return (
    <Page
      title={base.name}
      description={t('baseSummary', {
        documents: base.document_count,
        chunks: base.chunk_count,
        model: base.embedding_model,
      })}
      actions={
        mayChange && (
          <Group gap="xs">
            <Button
              variant="default"
              leftSection={<IconPencil size={16} aria-hidden />}
              onClick={() => setDialog('edit')}
            >
              {t('edit')}
            </Button>
            <Button
              variant="default"
              c="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => setDialog('delete')}
            >
              {t('delete')}
            </Button>
          </Group>
        )
      }
    >
      <Group gap="md" mb="md">
        <IdText id={base.id} />
        {base.next_embedding_model && (
          <Text size="sm" role="status">
            {t('embeddingAgain', { model: base.next_embedding_model })}
          </Text>
        )}
      </Group>
      <BaseTabs base={base} mayChange={mayChange} />
      <BaseForm base={base} opened={dialog === 'edit'} onClose={() => setDialog(undefined)} />
      <ConfirmDialog
        opened={dialog === 'delete'}
        title={t('deleteBase')}
        consequence={t('deleteBaseText', { count: base.document_count })}
        confirmWord={base.document_count > 0 ? base.name : undefined}
        danger
        onConfirm={async () => {
          await remove.mutateAsync(undefined);
          await navigate({ to: '/w/$workspace/knowledge', params: { workspace: workspace.id } } as never);
        }}
        onClose={() => setDialog(undefined)}
      />
    </Page>
  );
}

interface BaseTabsProps {
  readonly base: Base;
  readonly mayChange: boolean;
}

function BaseTabs({ base, mayChange }: BaseTabsProps): ReactNode {
  const { t } = useTranslation('knowledge');
  const [search, change] = useUrlSearch<KnowledgeSearch>();
  const tab = TABS.find((name) => name === search.tab) ?? 'documents';
  return (
    <Tabs value={tab} onChange={(value) => change({ tab: value ?? undefined })} keepMounted={false}>
      <Tabs.List mb="md">
        {TABS.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(`tab.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="documents">
        <DocumentsPanel baseId={base.id} mayChange={mayChange} />
      </Tabs.Panel>
      <Tabs.Panel value="query">
        <Suspense fallback={<Loader aria-label={t('loading')} />}>
          <QueryPanel target={{ kind: 'base', id: base.id }} />
        </Suspense>
      </Tabs.Panel>
      <Tabs.Panel value="chat">
        <Suspense fallback={<Loader aria-label={t('loading')} />}>
          <ChatPanel baseId={base.id} />
        </Suspense>
      </Tabs.Panel>
    </Tabs>
  );
}

interface BaseFormProps {
  readonly base: Base;
  readonly opened: boolean;
  readonly onClose: () => void;
}

function BaseForm({ base, opened, onClose }: BaseFormProps): ReactNode {
  const { t } = useTranslation('knowledge');
  const { mutateAsync: update } = useKnowledgeChange((id, body: { name: string; embedding_model?: string }) =>
    api.patch('/w/kb/{id}', { ...about(base.id, id), body }),
  );
  return (
    <FormDrawer
      opened={opened}
      title={t('edit')}
      onClose={onClose}
      draftKey={`knowledge-base-${base.id}`}
      submitLabel={t('save')}
      row={base}
      initialValues={{ name: base.name, model: base.next_embedding_model ?? base.embedding_model }}
      validate={{ name: (name: string) => (name.trim() === '' ? t('required') : null) }}
      onSubmit={async ({ model, name }) => {
        const isOther = model.trim() !== (base.next_embedding_model ?? base.embedding_model);
        await update({ name: name.trim(), ...(isOther && { embedding_model: model.trim() }) });
        onClose();
      }}
    >
      {(form) => (
        <>
          <TextInput label={t('name')} required {...form.getInputProps('name')} />
          <TextInput label={t('embeddingModel')} description={t('embedAgainText')} {...form.getInputProps('model')} />
        </>
      )}
    </FormDrawer>
  );
}

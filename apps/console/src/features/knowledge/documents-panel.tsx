import { ActionIcon, Button, Group, Menu, Select, Stack, Text, TextInput } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconDotsVertical, IconUpload, IconWorld } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, basePath } from '../../api/client.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { notify } from '../../ui/notify.js';
import { ResourceTable } from '../../ui/resource-table.js';
import { StateBadge } from '../../ui/state-badge.js';
import { TimeText } from '../../ui/time-text.js';
import { describeDocument, formatBytes } from './describe-document.js';
import { LongText } from './long-text.js';
import { type KnowledgeDocument, useDocuments, useKnowledgeChange } from './queries.js';
import { UploadList } from './upload-list.js';
import { useUploads } from './use-uploads.js';

type Action = 'cancel' | 'delete' | 'retry' | 'refresh';

/** The documents of a base: added by files or addresses, followed until they are ready. */
export function DocumentsPanel({ baseId, mayChange }: { readonly baseId: string; readonly mayChange: boolean }) {
  const { i18n, t } = useTranslation('knowledge');
  const { id: workspaceId } = useWorkspace();
  const [status, setStatus] = useState<string>();
  const { failure, hasMore, isLoading, loadMore, retry, rows } = useDocuments(baseId, status);
  const { add, clear, uploads } = useUploads(baseId);
  const openChooser = useRef<() => void>(null);
  const [isAddingAddress, setAddingAddress] = useState(false);
  const [removed, setRemoved] = useState<KnowledgeDocument>();
  const about = (documentId: string) => ({
    path: { id: baseId, document_id: documentId },
    query: { workspace_id: workspaceId },
  });
  const act = useKnowledgeChange((_, { action, id }: { action: Action; id: string }) => {
    if (action === 'cancel') return api.post('/w/kb/{id}/documents/{document_id}/cancel', about(id));
    if (action === 'retry') return api.post('/w/kb/{id}/documents/{document_id}/retry', about(id));
    if (action === 'refresh') return api.post('/w/kb/{id}/documents/{document_id}/refresh', about(id));
    return api.delete('/w/kb/{id}/documents/{document_id}', about(id));
  });
  const ingest = useKnowledgeChange((workspace_id, { hours, url }: { url: string; hours: string }) =>
    api.post('/w/ingest/url', {
      query: { workspace_id },
      body: { kb_id: baseId, url: url.trim(), ...(hours !== '' && { refresh_every_hours: Number(hours) }) },
    }),
  );
  const run = (action: Action, id: string) =>
    void act.mutateAsync({ action, id }).catch((problem: unknown) => notify.failure(problem));
  return (
    <Stack gap="md">
      {mayChange && (
        <Dropzone
          onDrop={add}
          multiple
          openRef={openChooser}
          activateOnClick={false}
          activateOnKeyboard={false}
          p="md"
          style={{ cursor: 'default' }}
        >
          <Group justify="center" gap="sm" mih={56}>
            <IconUpload size={20} aria-hidden />
            <Text size="sm">{t('drop')}</Text>
            <Button variant="default" style={{ pointerEvents: 'all' }} onClick={() => openChooser.current?.()}>
              {t('dropLabel')}
            </Button>
          </Group>
        </Dropzone>
      )}
      <UploadList uploads={uploads} onClear={clear} />
      <Group justify="space-between" align="flex-end">
        <Select
          label={t('status')}
          placeholder={t('anyStatus')}
          clearable
          w={160}
          data={['processing', 'ready', 'failed'].map((value) => ({ value, label: t(`statusOf.${value}`) }))}
          value={status ?? null}
          onChange={(value) => setStatus(value ?? undefined)}
        />
        {mayChange && (
          <Button
            variant="default"
            leftSection={<IconWorld size={16} aria-hidden />}
            onClick={() => setAddingAddress(true)}
          >
            {t('addAddress')}
          </Button>
        )}
      </Group>
      <ResourceTable
        columns={[
          {
            id: 'name',
            header: t('document'),
            cell: ({ error, name, source_id }: KnowledgeDocument) => (
              <Stack gap={0}>
                <LongText text={name} />
                {error && (
                  <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>
                    {error}
                  </Text>
                )}
                {!error && source_id && source_id !== name && (
                  <Text size="xs" c="dimmed" truncate="end" maw={360} title={source_id}>
                    {source_id}
                  </Text>
                )}
              </Stack>
            ),
          },
          {
            id: 'status',
            header: t('status'),
            width: 190,
            cell: (document: KnowledgeDocument) => {
              const { state, word } = describeDocument(document);
              const label = t(`state.${word}`, {
                count: document.progress?.embedded_chunks ?? 0,
                total: document.chunk_count,
              });
              return <StateBadge state={state} label={label} />;
            },
          },
          {
            id: 'size',
            header: t('size'),
            align: 'end' as const,
            hideBelow: 'sm' as const,
            cell: ({ bytes }: KnowledgeDocument) => formatBytes(bytes, i18n.language),
          },
          {
            id: 'chunks',
            header: t('chunks'),
            align: 'end' as const,
            hideBelow: 'sm' as const,
            cell: ({ chunk_count }: KnowledgeDocument) => chunk_count,
          },
          {
            id: 'created',
            header: t('created'),
            hideBelow: 'md' as const,
            cell: ({ created_at }: KnowledgeDocument) => <TimeText at={created_at} />,
          },
          {
            id: 'actions',
            header: '',
            width: 48,
            align: 'end' as const,
            cell: (document: KnowledgeDocument) => (
              <Menu position="bottom-end">
                <Menu.Target>
                  <ActionIcon variant="subtle" color="gray" aria-label={t('actionsOf', { name: document.name })}>
                    <IconDotsVertical size={16} />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  {document.sha256 !== null && (
                    <Menu.Item
                      component="a"
                      href={`${basePath()}/w/kb/${baseId}/documents/${document.id}/content?workspace_id=${workspaceId}`}
                      download={document.name}
                    >
                      {t('download')}
                    </Menu.Item>
                  )}
                  {mayChange && document.status !== 'processing' && (
                    <Menu.Item onClick={() => run('retry', document.id)}>
                      {t(document.status === 'failed' ? 'retry' : 'readAgain')}
                    </Menu.Item>
                  )}
                  {mayChange && document.status === 'processing' && (
                    <Menu.Item onClick={() => run('cancel', document.id)}>{t('cancel')}</Menu.Item>
                  )}
                  {mayChange && document.source_id?.startsWith('http') && (
                    <Menu.Item onClick={() => run('refresh', document.id)}>{t('fetchAgain')}</Menu.Item>
                  )}
                  {mayChange && (
                    <Menu.Item color="red" onClick={() => setRemoved(document)}>
                      {t('delete')}
                    </Menu.Item>
                  )}
                </Menu.Dropdown>
              </Menu>
            ),
          },
        ]}
        rows={rows}
        getRowId={({ id }) => id}
        isLoading={isLoading}
        failure={failure}
        hasMore={hasMore}
        loadMore={loadMore}
        onRetry={retry}
        empty={{ sentence: t(status === undefined ? 'noDocuments' : 'noDocumentsOfStatus') }}
      />
      <FormDrawer
        opened={isAddingAddress}
        title={t('addAddress')}
        onClose={() => setAddingAddress(false)}
        draftKey={`knowledge-address-${baseId}`}
        // An address may hold a password or a signature.
        secrets={['url']}
        submitLabel={t('fetch')}
        initialValues={{ url: '', hours: '' }}
        validate={{
          url: (url: string) => (URL.canParse(url.trim()) ? null : t('invalidAddress')),
          hours: (hours: string) => (hours === '' || /^[1-9]\d{0,3}$/.test(hours) ? null : t('invalidHours')),
        }}
        onSubmit={async (values) => {
          await ingest.mutateAsync(values);
          setAddingAddress(false);
        }}
      >
        {(form) => (
          <>
            <TextInput type="url" label={t('address')} required placeholder="https://" {...form.getInputProps('url')} />
            <TextInput
              label={t('hours')}
              description={t('hoursText')}
              inputMode="numeric"
              {...form.getInputProps('hours')}
            />
          </>
        )}
      </FormDrawer>
      <ConfirmDialog
        opened={removed !== undefined}
        title={t('deleteDocument')}
        consequence={t('deleteDocumentText', { name: removed?.name ?? '' })}
        danger
        onConfirm={async () => {
          if (removed) await act.mutateAsync({ action: 'delete', id: removed.id });
          setRemoved(undefined);
        }}
        onClose={() => setRemoved(undefined)}
      />
    </Stack>
  );
}

import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconUpload, IconWorld } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmRow } from '../../ui/confirm-row.js';
import { ResourceTable } from '../../ui/resource-table.js';
import { AddressDrawer } from './address-drawer.js';
import { useDocumentColumns } from './document-columns.js';
import { type KnowledgeDocument, useDocumentActions, useDocuments } from './queries.js';
import { UploadList } from './upload-list.js';
import { useUploads } from './use-uploads.js';

/** The documents of a base: added by files or addresses, followed until they are ready. */
export function DocumentsPanel({ baseId, mayChange }: { readonly baseId: string; readonly mayChange: boolean }) {
  const { t } = useTranslation('knowledge');
  const [status, setStatus] = useState<string>();
  const { failure, hasMore, isLoading, loadMore, retry, rows } = useDocuments(baseId, status);
  const { add, clear, uploads } = useUploads(baseId);
  const [isAddingAddress, setAddingAddress] = useState(false);
  const [removed, setRemoved] = useState<KnowledgeDocument>();
  const { remove } = useDocumentActions(baseId);
  return (
    <Stack gap="md">
      {mayChange && <FileDrop onDrop={add} />}
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
        columns={useDocumentColumns(baseId, mayChange, setRemoved)}
        rows={rows}
        getRowId={({ id }) => id}
        isLoading={isLoading}
        failure={failure}
        hasMore={hasMore}
        loadMore={loadMore}
        onRetry={retry}
        empty={{ sentence: t(status === undefined ? 'noDocuments' : 'noDocumentsOfStatus') }}
      />
      <AddressDrawer baseId={baseId} opened={isAddingAddress} onClose={() => setAddingAddress(false)} />
      <ConfirmRow
        row={removed}
        title={t('deleteDocument')}
        consequence={t('deleteDocumentText', { name: removed?.name ?? '' })}
        danger
        onConfirm={({ id }) => remove(id)}
        onEnd={() => setRemoved(undefined)}
      />
    </Stack>
  );
}

/** Takes files that are dropped on it, and those that are chosen. */
function FileDrop({ onDrop }: { readonly onDrop: (files: File[]) => void }): ReactNode {
  const { t } = useTranslation('knowledge');
  const openChooser = useRef<() => void>(null);
  return (
    <Dropzone
      onDrop={onDrop}
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
  );
}

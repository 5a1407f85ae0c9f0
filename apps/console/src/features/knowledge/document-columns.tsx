import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { StateBadge } from '../../ui/state-badge.js';
import type { ResourceColumn } from '../../ui/table/resource-table-props.js';
import { TimeText } from '../../ui/time-text.js';
import { describeDocument, formatBytes } from './describe-document.js';
import { DocumentMenu } from './document-menu.js';
import { LongText } from './long-text.js';
import type { KnowledgeDocument } from './queries.js';

/** Columns of the list of a base's documents. */
export function useDocumentColumns(
  baseId: string,
  mayChange: boolean,
  onRemove: (document: KnowledgeDocument) => void,
): readonly ResourceColumn<KnowledgeDocument>[] {
  const { i18n, t } = useTranslation('knowledge');
  return [
    {
      id: 'name',
      header: t('document'),
      cell: ({ error, name, source_id }) => (
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
      cell: (document) => {
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
      align: 'end',
      hideBelow: 'sm',
      cell: ({ bytes }) => formatBytes(bytes, i18n.language),
    },
    {
      id: 'chunks',
      header: t('chunks'),
      align: 'end',
      hideBelow: 'sm',
      cell: ({ chunk_count }) => chunk_count,
    },
    {
      id: 'created',
      header: t('created'),
      hideBelow: 'md',
      cell: ({ created_at }) => <TimeText at={created_at} />,
    },
    {
      id: 'actions',
      header: '',
      width: 48,
      align: 'end',
      cell: (document) => (
        <DocumentMenu baseId={baseId} document={document} mayChange={mayChange} onRemove={onRemove} />
      ),
    },
  ];
}

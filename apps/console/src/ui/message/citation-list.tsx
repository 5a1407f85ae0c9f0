import { Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** A part of a document that an answer cites. */
export interface Citation {
  readonly index: number;
  readonly document_id: string;
  readonly source: string;
  readonly page?: number | null;
  readonly chunk_index: number;
  readonly quote: string;
}

/** The places that an answer cites, in the order of their numbers. */
export function CitationList({ citations }: { readonly citations: readonly Citation[] }): ReactNode {
  const { t } = useTranslation('message');
  return (
    <Stack component="ol" gap={8} m={0} p={0} style={{ listStyle: 'none' }} aria-label={t('citations')}>
      {citations.map(({ chunk_index, document_id, index, page, quote, source }) => (
        <Paper withBorder p="sm" component="li" key={`${index}-${document_id}-${chunk_index}`}>
          <Text size="sm" fw={600} dir="auto" style={{ overflowWrap: 'anywhere' }}>
            [{index}] {source}
            {typeof page === 'number' && ` · ${t('page', { page })}`}
          </Text>
          <Text size="sm" c="dimmed" dir="auto" style={{ overflowWrap: 'anywhere' }}>
            {quote}
          </Text>
        </Paper>
      ))}
    </Stack>
  );
}

import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CountText } from '../../../ui/count-text.js';
import { ResourceTable } from '../../../ui/resource-table.js';
import { authoredColumns } from '../../../ui/table/authored-columns.js';
import { useUrlSearch } from '../../../ui/use-url-search.js';
import { type Dataset, useVersions } from '../queries.js';
import type { DatasetSearch } from './dataset-search.js';

/** The versions of a dataset, newest first. One opens its cases. */
export function VersionsPanel({ dataset }: { readonly dataset: Dataset }): ReactNode {
  const { t } = useTranslation('evals');
  const [, change] = useUrlSearch<DatasetSearch>();
  return (
    <ResourceTable
      {...useVersions(dataset.id)}
      columns={[
        {
          id: 'version',
          header: t('field.version'),
          cell: ({ version }) => (
            <Text size="sm" fw={500}>
              {t('versionOf', { version })}
            </Text>
          ),
        },
        {
          id: 'cases',
          header: t('field.cases'),
          align: 'end',
          cell: ({ case_count }) => <CountText n={case_count} />,
        },
        {
          id: 'source',
          header: t('field.source'),
          hideBelow: 'sm',
          cell: ({ source }) => t(`source.${source}`),
        },
        ...authoredColumns(t('field.by'), t('field.created')),
      ]}
      getRowId={({ version }) => String(version)}
      onOpen={({ version }) => change({ tab: undefined, version: String(version) }, { push: true })}
      empty={{ sentence: t('noCases') }}
    />
  );
}

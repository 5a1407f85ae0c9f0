import { Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeText } from '../../ui/code-text.js';
import { DetailDrawer } from '../../ui/detail-drawer.js';
import { ResourceTable } from '../../ui/resource-table.js';
import { TimeText } from '../../ui/time-text.js';
import { readGraph } from './definition.js';
import { GraphView } from './graph/graph-view.js';
import { useVersions, type Workflow } from './queries.js';

/** The published versions of a workflow. None of them ever changes. */
export function VersionsPanel({ workflow }: { readonly workflow: Workflow }): ReactNode {
  const { t } = useTranslation('workflows');
  const list = useVersions(workflow.id);
  const [opened, setOpened] = useState<number>();
  const version = list.rows.find((row) => row.version === opened);
  const graph = readGraph(version?.definition);
  return (
    <>
      <ResourceTable
        {...list}
        columns={[
          {
            id: 'version',
            header: t('field.version'),
            cell: (row) => (
              <Text size="sm" fw={500}>
                {t('versionOf', { version: row.version })}
              </Text>
            ),
          },
          {
            id: 'by',
            header: t('field.by'),
            cell: ({ published_by }) => <span dir="auto">{published_by}</span>,
          },
          {
            id: 'at',
            header: t('field.publishedAt'),
            hideBelow: 'sm',
            cell: ({ published_at }) => <TimeText at={published_at} />,
          },
        ]}
        getRowId={(row) => String(row.version)}
        onOpen={(row) => setOpened(row.version)}
        empty={{ sentence: t('noVersions') }}
      />
      <DetailDrawer
        opened={version !== undefined}
        title={t('versionOf', { version: opened })}
        onClose={() => setOpened(undefined)}
        size={900}
      >
        <Stack gap={16}>
          {graph !== undefined && <GraphView graph={graph} label={t('graph.label')} />}
          {version !== undefined && (
            <CodeText label={t('views.json')} language="json" text={JSON.stringify(version.definition, null, 2)} />
          )}
        </Stack>
      </DetailDrawer>
    </>
  );
}

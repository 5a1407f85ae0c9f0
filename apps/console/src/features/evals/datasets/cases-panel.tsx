import { Select, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DetailDrawer } from '../../../ui/detail-drawer.js';
import { FilterBar } from '../../../ui/filter-bar.js';
import { ResourceTable } from '../../../ui/resource-table.js';
import { useUrlSearch } from '../../../ui/use-url-search.js';
import { type Dataset, useCases, useVersions } from '../queries.js';
import { asText, summaryOf } from './case-text.js';
import { CaseView } from './case-view.js';
import type { DatasetSearch } from './dataset-search.js';

/** The cases of one version, in the order of the upload. */
export function CasesPanel({ dataset }: { readonly dataset: Dataset }): ReactNode {
  const { t } = useTranslation('evals');
  const [search, change] = useUrlSearch<DatasetSearch>();
  const { rows: versions } = useVersions(dataset.id);
  const version = readVersion(search.version, dataset.version);
  const listed = versions.map((each) => String(each.version));
  const choices = listed.includes(String(version)) ? listed : [String(version), ...listed];
  return (
    <>
      <FilterBar>
        <Select
          label={t('field.version')}
          allowDeselect={false}
          data={choices.map((value) => ({
            value,
            label:
              Number(value) === dataset.version
                ? t('newestOf', { version: value })
                : t('versionOf', { version: value }),
          }))}
          value={String(version)}
          onChange={(value) =>
            change({ version: Number(value) === dataset.version ? undefined : (value ?? undefined) })
          }
        />
      </FilterBar>
      <ResourceTable
        {...useCases(dataset.id, version)}
        columns={[
          {
            id: 'case',
            header: t('field.case'),
            cell: ({ id }) => (
              <Text size="sm" fw={500} dir="auto">
                {id}
              </Text>
            ),
          },
          {
            id: 'input',
            header: t('field.input'),
            cell: ({ input }) => (
              <Text size="sm" dir="auto" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
                {summaryOf(input)}
              </Text>
            ),
          },
          {
            id: 'expected',
            header: t('field.expected'),
            hideBelow: 'sm',
            cell: ({ expected }) => (
              <Text size="sm" dir="auto" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
                {asText(expected)}
              </Text>
            ),
          },
        ]}
        getRowId={({ id }) => id}
        onOpen={({ id }) => change({ case: id }, { push: true })}
        empty={{ sentence: t('noCases') }}
      />
      <DetailDrawer
        opened={search.case !== undefined}
        title={t('caseOf', { id: search.case })}
        onClose={() => change({ case: undefined })}
        size={640}
      >
        {search.case !== undefined && <CaseView datasetId={dataset.id} version={version} caseId={search.case} />}
      </DetailDrawer>
    </>
  );
}

/** The version of an address; the newest one where that names none. */
function readVersion(text: string | undefined, newest: number): number {
  const version = Number(text);
  return Number.isInteger(version) && version >= 1 && version <= newest ? version : newest;
}

import { Stack, Switch, Table, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorkspace } from '../../api/use-workspace.js';
import { StateBadge } from '../../ui/state-badge.js';
import { useTrial } from '../../ui/use-trial.js';
import { FilesCard } from './files-card.js';
import { BILL_SOURCES, type BillSource, compareBill, type Reconciliation } from './queries.js';

type Side = Reconciliation['rows'][number]['billed'];

/** Compares a bill with the requests of the workspace. */
export function BillCard(): ReactNode {
  const { t } = useTranslation('usage-imports');
  const { id: workspaceId } = useWorkspace();
  const [source, setSource] = useState<BillSource>('openai');
  const [files, setFiles] = useState<File[]>([]);
  const { failure, isBusy, result, start } = useTrial<Reconciliation>();
  return (
    <FilesCard
      title={t('bill.title')}
      text={t('bill.text')}
      sources={BILL_SOURCES}
      source={source}
      files={files}
      filesLabel={t('bill.files')}
      onSource={(chosen) => setSource(BILL_SOURCES.find((name) => name === chosen) ?? source)}
      onFiles={setFiles}
      action={t('bill.compare')}
      onAction={() => void start(() => compareBill(workspaceId, source, files))}
      isBusy={isBusy}
      failure={failure}
    >
      {result && <Comparison found={result} />}
    </FilesCard>
  );
}

function Comparison({ found }: { readonly found: Reconciliation }): ReactNode {
  const { t } = useTranslation('usage-imports');
  const [showsAll, setShowsAll] = useState(false);
  const rows = found.rows.filter(({ differs }) => showsAll || differs);
  const sideOf = (side: Side): string => {
    if (side === null) return t('bill.nothing');
    const tokens =
      side.input_tokens === null
        ? ''
        : t('bill.tokens', { in: side.input_tokens + (side.cached_tokens ?? 0), out: side.output_tokens ?? 0 });
    return [side.cost_usd === null ? '' : `$${side.cost_usd}`, tokens].filter(Boolean).join(' · ');
  };
  return (
    <Stack gap={8}>
      <Text size="sm" fw={500}>
        {t('bill.total', {
          count: found.differences,
          billed: found.billed_cost_usd ?? '–',
          recorded: found.recorded_cost_usd,
          from: found.from,
          to: found.to,
        })}
      </Text>
      <Switch
        label={t('bill.all')}
        checked={showsAll}
        onChange={({ currentTarget }) => setShowsAll(currentTarget.checked)}
      />
      {rows.length > 0 && (
        <Table.ScrollContainer minWidth={720} mah={560} type="native">
          <Table aria-label={t('bill.rows')} verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                {(['day', 'model', 'billed', 'recorded', 'reasons'] as const).map((column) => (
                  <Table.Th key={column}>{t(`column.${column}`)}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={`${row.day} ${row.model}`}>
                  <Table.Td>{row.day}</Table.Td>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>
                    {row.model || t('noModel')}{' '}
                    <StateBadge
                      state={row.differs ? 'warning' : 'ok'}
                      label={t(row.differs ? 'bill.differs' : 'bill.agrees')}
                    />
                  </Table.Td>
                  <Table.Td>{sideOf(row.billed)}</Table.Td>
                  <Table.Td>{sideOf(row.recorded)}</Table.Td>
                  <Table.Td>
                    {row.reasons.map(({ kind, text }) => (
                      <Text key={kind} size="sm" title={text}>
                        {t(`reason.${kind}`)}
                      </Text>
                    ))}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Stack>
  );
}

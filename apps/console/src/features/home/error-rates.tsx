import { Group, SegmentedControl, Stack, Table, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CountText } from '../../ui/count-text.js';
import { RequestsLink } from '../../ui/requests-link.js';
import { useUrlState } from '../../ui/use-url-state.js';
import { ERROR_GROUPS, type ErrorGroup, figureOf, type Range, type Sums } from './activity-figures.js';
import { useErrorRates } from './queries.js';

interface ErrorRatesProps {
  readonly workspaceId: string;
  readonly range: Range;
  readonly from: string | undefined;
}

/** Error rates by model, provider or key: those with the most errors. */
export function ErrorRates({ from, range, workspaceId }: ErrorRatesProps) {
  const { t } = useTranslation('home');
  const [search, setSearch] = useUrlState();
  const group = ERROR_GROUPS.find((name) => name === search.errors) ?? 'model';
  const { data: rows = [] } = useErrorRates(workspaceId, range, group);
  return (
    <Stack gap="xs" style={{ flex: '2 1 420px' }}>
      <Group justify="space-between">
        <Title order={3} size="h5">
          {t('activity.rates')}
        </Title>
        <SegmentedControl
          size="xs"
          aria-label={t('activity.rates')}
          value={group}
          onChange={(name) => setSearch({ errors: name === 'model' ? undefined : name }, { replace: true })}
          data={ERROR_GROUPS.map((value) => ({ value, label: t(`activity.group.${value}`) }))}
        />
      </Group>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('activity.noErrors')}
        </Text>
      ) : (
        <Table aria-label={t('activity.rates')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t(`activity.group.${group}`)}</Table.Th>
              {(['requests', 'refused', 'failed', 'rate'] as const).map((name) => (
                <Table.Th key={name} ta="end">
                  {t(`activity.column.${name}`)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ name, total, value }) => (
              <ErrorRow key={value} name={name || value} total={total} group={group} value={value ?? ''} from={from} />
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Stack>
  );
}

interface ErrorRowProps {
  readonly name: string | null;
  readonly value: string;
  readonly total: Sums;
  readonly group: ErrorGroup;
  readonly from: string | undefined;
}

function ErrorRow({ from, group, name, total, value }: ErrorRowProps) {
  const { i18n, t } = useTranslation('home');
  const shown = name || t(`activity.without.${group}`);
  const rate = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 });
  // Requests without a model, a provider or a key have no filter that finds them.
  const of = value === '' ? {} : { [group]: value };
  const counts = { refused: total.refused_requests, failed: total.failed_requests };
  return (
    <Table.Tr>
      <Table.Td dir="auto" style={{ overflowWrap: 'anywhere' }}>
        {shown}
      </Table.Td>
      <Table.Td ta="end">
        <CountText n={total.requests} />
      </Table.Td>
      {(['refused', 'failed'] as const).map((outcome) => (
        <Table.Td key={outcome} ta="end">
          {counts[outcome] === 0 || value === '' ? (
            <CountText n={counts[outcome]} />
          ) : (
            <RequestsLink
              search={{ ...of, outcome, from }}
              label={t(`activity.seeOf.${outcome}`, { number: counts[outcome], name: shown })}
            >
              <CountText n={counts[outcome]} />
            </RequestsLink>
          )}
        </Table.Td>
      ))}
      <Table.Td ta="end">{rate.format(figureOf('failed', total) ?? 0)}</Table.Td>
    </Table.Tr>
  );
}

import { Button, Skeleton, Stack, Table, Text } from '@mantine/core';
import { IconArrowLeft, IconDownload, IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { CountText } from '../../ui/count-text.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { decimalsOf, MoneyText, sumShown } from '../../ui/money-text.js';
import { Page } from '../../ui/page.js';
import { StateBadge } from '../../ui/state-badge.js';
import { nameMonth } from './months.js';
import { fileOf, type Line, type ShownStatement, useLines } from './queries.js';

interface OneStatementProps extends ShownStatement {
  readonly onClose: () => void;
}

/** The statement of one subject, as it is printed. */
export function OneStatement({ onClose, ...shown }: OneStatementProps): ReactNode {
  const { i18n, t } = useTranslation('statements');
  const { organization } = useSession();
  const { month, subject } = shown;
  const { data, error, refetch } = useLines(shown);
  const lines = data?.data ?? [];
  const name = lines[0]?.name || subject || t('without');
  return (
    <Page
      title={t('one.title', { name, month: nameMonth(month, i18n.language) })}
      description={t('one.description', { organization: organization.name })}
      actions={
        <>
          <Button variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={onClose}>
            {t('one.back')}
          </Button>
          <Button
            component="a"
            href={fileOf(shown)}
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {t('csv')}
          </Button>
          <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
            {t('print')}
          </Button>
        </>
      }
    >
      {error && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton h={160} />}
      {data && lines.length === 0 && <Text c="dimmed">{t('empty')}</Text>}
      {lines.length > 0 && <LineTable lines={lines} />}
      {data?.next_cursor && <Text size="sm">{t('one.cut')}</Text>}
    </Page>
  );
}

function LineTable({ lines }: { readonly lines: readonly Line[] }): ReactNode {
  const { i18n, t } = useTranslation('statements');
  const decimals = decimalsOf(lines.map(({ amount_usd: usd }) => Math.abs(usd)));
  const percent = new Intl.NumberFormat(i18n.language, {
    style: 'percent',
    maximumFractionDigits: 3,
    signDisplay: 'exceptZero',
  });
  const isClosed = lines[0]?.status === 'closed';
  return (
    <Stack gap={16}>
      <StateBadge state={isClosed ? 'off' : 'ok'} label={t(isClosed ? 'closed' : 'open')} />
      <Table.ScrollContainer minWidth={0} type="native">
        <Table aria-label={t('one.lines')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('one.usage')}</Table.Th>
              {(['requests', 'promptTokens', 'completionTokens', 'cost', 'percent', 'amount'] as const).map(
                (column) => (
                  <Table.Th key={column} ta="end">
                    {t(column === 'percent' ? 'rules.percent' : column)}
                  </Table.Th>
                ),
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map((line) => (
              <Table.Tr key={`${line.month} ${line.line} ${line.model}`}>
                <Table.Td dir="auto">
                  {line.line === 'correction'
                    ? t('one.correction', { month: nameMonth(line.month, i18n.language), model: line.model ?? '' })
                    : line.model || t('one.all')}
                </Table.Td>
                {[line.requests, line.prompt_tokens, line.completion_tokens].map((n, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns have no other name than their place.
                  <Table.Td key={index} ta="end">
                    <CountText n={n} />
                  </Table.Td>
                ))}
                <Table.Td ta="end">
                  <MoneyText usd={line.cost_usd} decimals={decimals} />
                </Table.Td>
                <Table.Td ta="end">{line.percent === 0 ? '–' : percent.format(line.percent / 100)}</Table.Td>
                <Table.Td ta="end">
                  <MoneyText usd={line.amount_usd} decimals={decimals} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            <Table.Tr>
              <Table.Th colSpan={6}>{t('one.total')}</Table.Th>
              <Table.Th ta="end">
                <MoneyText
                  usd={sumShown(
                    lines.map(({ amount_usd: usd }) => usd),
                    decimals,
                  )}
                  decimals={decimals}
                />
              </Table.Th>
            </Table.Tr>
          </Table.Tfoot>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  );
}

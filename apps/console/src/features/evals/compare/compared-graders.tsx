import { Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Comparison } from '../queries.js';
import { ShareText } from '../share-text.js';

/** What each grader decided in both runs: which of them makes the difference. */
export function ComparedGraders({ graders }: { readonly graders: Comparison['graders'] }): ReactNode {
  const { t, i18n } = useTranslation('evals');
  const points = new Intl.NumberFormat(i18n.language, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  });
  if (graders.length === 0) return null;
  return (
    <section>
      <Title order={2} size="h4" mb={8}>
        {t('compare.graders')}
      </Title>
      <Table aria-label={t('compare.graders')} verticalSpacing={6} horizontalSpacing={8} maw={720}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('field.grader')}</Table.Th>
            <Table.Th ta="end">{t('compare.baseline')}</Table.Th>
            <Table.Th ta="end">{t('compare.run')}</Table.Th>
            <Table.Th ta="end">{t('compare.difference')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {graders.map(({ after, before, difference, name }) => (
            <Table.Tr key={name}>
              <Table.Th fw={400} style={{ overflowWrap: 'anywhere' }}>
                {t(`grader.type.${name}`, { defaultValue: name })}
              </Table.Th>
              <Table.Td ta="end">
                <ShareText share={before} />
              </Table.Td>
              <Table.Td ta="end">
                <ShareText share={after} />
              </Table.Td>
              <Table.Td ta="end">
                <Text size="sm" span style={{ fontVariantNumeric: 'tabular-nums' }} fw={difference === 0 ? 400 : 600}>
                  {difference === null ? '–' : points.format(difference)}
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

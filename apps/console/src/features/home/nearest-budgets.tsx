import { Anchor, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorkspace } from '../../api/use-workspace.js';
import { AmountText } from '../../ui/amount-text.js';
import { decimalsOf } from '../../ui/money-text.js';
import { ScopedName } from '../../ui/scoped-name.js';
import { ShareBar } from '../../ui/share-bar.js';
import { useNearestBudgets } from './spend-queries.js';

const NEAR = 0.8;

/** Budgets of which the largest part is spent. */
export function NearestBudgets({ workspaceId }: { readonly workspaceId: string | undefined }): ReactNode {
  const { i18n, t } = useTranslation('home');
  const { id } = useWorkspace();
  const { data } = useNearestBudgets(workspaceId, true);
  const share = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 0 });
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {t('spend.budgets')}
      </Title>
      {data === undefined ? (
        <Skeleton h={120} />
      ) : data.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('spend.noBudgets')}
        </Text>
      ) : (
        <Table aria-label={t('spend.budgets')} layout="fixed">
          <Table.Tbody>
            {data.map(({ budget, part }) => (
              <Table.Tr key={`${budget.id}:${budget.key}`}>
                <Table.Td dir="auto" style={{ overflowWrap: 'anywhere' }}>
                  {budget.name}
                  {budget.key && (
                    <>
                      {' · '}
                      <ScopedName
                        dimension={budget.scope}
                        part={budget.key}
                        workspaceId={budget.workspace_id ?? undefined}
                      />
                    </>
                  )}
                </Table.Td>
                <Table.Td w="30%">
                  <ShareBar
                    share={part}
                    color={part >= 1 ? 'red' : part >= NEAR ? 'orange' : 'lane'}
                    aria-label={t('spend.spentOf', { name: budget.name, share: share.format(part) })}
                  />
                </Table.Td>
                <Table.Td ta="end" w="35%">
                  <AmountText unit={budget.unit} amount={budget.spent} decimals={decimalsOf([budget.limit])} /> /{' '}
                  <AmountText unit={budget.unit} amount={budget.limit} decimals={decimalsOf([budget.limit])} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Anchor component={Link} size="sm" {...({ to: `/w/${id}/budgets` } as object)}>
        {t('spend.allBudgets')}
      </Anchor>
    </Stack>
  );
}

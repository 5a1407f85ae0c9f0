import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CountText } from '../../ui/count-text.js';
import { RequestsLink } from '../../ui/requests-link.js';
import type { useActivity } from './queries.js';

interface ErrorCodesProps {
  readonly codes: NonNullable<ReturnType<typeof useActivity>['data']>['codes'];
  /** Beginning of the range. */
  readonly from: string | undefined;
}

/** Requests without success by their error codes. */
export function ErrorCodes({ codes, from }: ErrorCodesProps) {
  const { t } = useTranslation('home');
  return (
    <Table aria-label={t('activity.errors')} style={{ flex: '1 1 320px' }} w="auto">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('activity.code')}</Table.Th>
          <Table.Th ta="end">{t('activity.figure.requests')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {codes.map(({ total, value }) => (
          <Table.Tr key={value ?? ''}>
            <Table.Td>
              {value ? (
                <RequestsLink search={{ error_code: value, from }}>{value}</RequestsLink>
              ) : (
                t('activity.otherCodes')
              )}
            </Table.Td>
            <Table.Td ta="end">
              <CountText n={total.requests} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

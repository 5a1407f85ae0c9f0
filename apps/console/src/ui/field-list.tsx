import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';

export interface Field {
  readonly name: string;
  /** Shown instead of the name. */
  readonly label?: ReactNode;
  /** Fields without a value are left out. */
  readonly value: ReactNode;
}

/** Names and values of one thing, one in a row. */
export function FieldList({ fields, label }: { readonly fields: readonly Field[]; readonly label: string }) {
  const shown = fields.filter(({ value }) => value !== null && value !== undefined && value !== '');
  return (
    <Table aria-label={label} verticalSpacing={6} layout="fixed">
      <Table.Tbody>
        {shown.map(({ label: shownName, name, value }) => (
          <Table.Tr key={name}>
            <Table.Th w="38%" fw={400} c="dimmed" style={{ verticalAlign: 'top' }}>
              {shownName ?? name}
            </Table.Th>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              {typeof value === 'string' ? (
                <Text size="sm" dir="auto">
                  {value}
                </Text>
              ) : (
                value
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

import { Box, Text } from '@mantine/core';
import type { ReactNode } from 'react';

export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
}

/** Facts about one object: a description list, label beside value, and above it on a phone. */
export function FactList({ facts }: { readonly facts: readonly Fact[] }): ReactNode {
  return (
    <Box component="dl" m={0}>
      {facts.map(({ label, value }) => (
        <Box
          key={label}
          py={8}
          style={{
            display: 'flex',
            flexWrap: 'wrap',
            gap: 8,
            borderBottom: '1px solid var(--mantine-color-default-border)',
          }}
        >
          <Text component="dt" size="sm" c="dimmed" style={{ flex: '0 0 128px' }}>
            {label}
          </Text>
          <Text component="dd" size="sm" m={0} dir="auto" style={{ flex: '1 1 160px', overflowWrap: 'anywhere' }}>
            {value}
          </Text>
        </Box>
      ))}
    </Box>
  );
}

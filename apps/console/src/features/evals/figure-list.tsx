import { Box, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './figures.module.css';

interface Figure {
  readonly label: string;
  readonly value: ReactNode;
}

/** Small figures beside each other, as many as have room. */
export function FigureList({ figures }: { readonly figures: readonly Figure[] }): ReactNode {
  return (
    <Box component="dl" className={classes.figures}>
      {figures.map(({ label, value }) => (
        <div key={label}>
          <Text component="dt" size="xs" c="dimmed">
            {label}
          </Text>
          <Text component="dd" m={0} size="sm" fw={500}>
            {value}
          </Text>
        </div>
      ))}
    </Box>
  );
}

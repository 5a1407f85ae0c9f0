import { SimpleGrid, Skeleton, Text, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './figure-tiles.module.css';

export interface FigureTile<Name extends string> {
  readonly name: Name;
  readonly label: string;
  /** Undefined while it loads. */
  readonly figure: ReactNode | undefined;
  readonly note?: ReactNode;
}

export interface FigureTilesProps<Name extends string> {
  readonly tiles: readonly FigureTile<Name>[];
  readonly chosen: Name;
  readonly onChoose: (name: Name) => void;
}

/** Figures beside each other. The chosen one is drawn below. */
export function FigureTiles<Name extends string>({ chosen, onChoose, tiles }: FigureTilesProps<Name>): ReactNode {
  return (
    <SimpleGrid cols={{ base: 2, md: tiles.length }} spacing="sm">
      {tiles.map(({ figure, label, name, note }) => (
        <UnstyledButton
          key={name}
          className={classes.tile}
          aria-pressed={name === chosen}
          onClick={() => onChoose(name)}
        >
          <Text size="xs" c="dimmed">
            {label}
          </Text>
          {figure === undefined ? (
            <Skeleton h={28} w="60%" />
          ) : (
            <Text size="xl" fw={600} component="div">
              {figure}
            </Text>
          )}
          {note}
        </UnstyledButton>
      ))}
    </SimpleGrid>
  );
}

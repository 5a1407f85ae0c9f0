import { Alert, Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { saveFile } from '../save-file.js';
import { writeCsv } from './csv.js';

interface SaveOnceProps {
  readonly hint: string;
  readonly label: string;
  /** Name of the file. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Offers what an import has made and what is shown this once, as a file. */
export function SaveOnce({ hint, label, name, columns, rows }: SaveOnceProps): ReactNode {
  if (rows.length === 0) return null;
  return (
    <Alert color="yellow">
      <Stack gap={8} align="flex-start">
        {hint}
        <Button size="xs" onClick={() => saveFile(name, 'text/csv', writeCsv(columns, rows))}>
          {label}
        </Button>
      </Stack>
    </Alert>
  );
}

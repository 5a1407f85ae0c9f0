import { Alert, Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../ui/save-file.js';
import { writeCsv } from '../../ui/table/csv.js';
import { CsvImport } from '../../ui/table/csv-import.js';
import { type NewKey, toKeyOfLine } from './key-values.js';

interface KeyImportProps {
  readonly create: (key: NewKey) => Promise<{ readonly name: string; readonly team: string; readonly key: string }>;
  readonly onDone: () => void;
}

const COLUMNS = [
  'name',
  'team',
  'role',
  'workspace_id',
  'user_id',
  'rpm_limit',
  'tpm_limit',
  'budget_usd_monthly',
  'budget_reset_period',
  'expires_at',
];

/** Makes a key of each line of a file. The new keys are shown once, as a file. */
export function KeyImport({ create, onDone }: KeyImportProps): ReactNode {
  const { t } = useTranslation(['keys', 'common']);
  return (
    <CsvImport
      title={t('importTitle')}
      columns={COLUMNS}
      required={2}
      work={(cells) => create(toKeyOfLine(cells))}
      onDone={onDone}
      after={(results) => {
        const made = results.flatMap(({ answer }) => answer ?? []);
        if (made.length === 0) return null;
        const file = writeCsv(
          ['name', 'team', 'key'],
          made.map(({ name, team, key }) => [name, team, key]),
        );
        return (
          <Alert color="yellow">
            <Stack gap={8} align="flex-start">
              {t('common:table.secretsHint')}
              <Button size="xs" onClick={() => saveFile('new-keys.csv', 'text/csv', file)}>
                {t('common:table.secrets')}
              </Button>
            </Stack>
          </Alert>
        );
      }}
    />
  );
}

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CsvImport } from '../../ui/table/csv/csv-import.js';
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
  'max_parallel',
  'budget_usd_monthly',
  'budget_reset_period',
  'expires_at',
];

/** Makes a key of each line of a file. The new keys are shown this once: they are saved as a file. */
export function KeyImport({ create, onDone }: KeyImportProps): ReactNode {
  const { t } = useTranslation(['keys', 'common']);
  return (
    <CsvImport
      title={t('importTitle')}
      columns={COLUMNS}
      required={2}
      work={(cells) => create(toKeyOfLine(cells))}
      onDone={onDone}
      secrets={{
        hint: t('common:table.secretsHint'),
        label: t('common:table.secrets'),
        file: 'new-keys.csv',
        columns: ['name', 'team', 'key'],
        toRow: ({ name, team, key }) => [name, team, key],
      }}
    />
  );
}

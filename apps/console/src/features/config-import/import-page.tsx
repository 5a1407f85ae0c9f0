import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../ui/failure-notice.js';
import { Page } from '../../ui/page.js';
import { useTrial } from '../../ui/use-trial.js';
import { FileCommands } from './file-commands.js';
import { ImportForm } from './import-form.js';
import { ImportReport } from './import-report.js';
import type { ConfigImport } from './queries.js';

/** Converts the configuration of another gateway, and explains how a gateway.yaml moves into the database. */
export default function ImportPage(): ReactNode {
  const { t } = useTranslation('import');
  const { failure, isBusy, result, start } = useTrial<ConfigImport>();
  return (
    <Page title={t('title')} description={t('description')}>
      <Stack gap={24} maw={960}>
        <ImportForm isBusy={isBusy} onConvert={(convert) => void start(convert)} />
        {failure !== undefined && <FailureNotice failure={failure} />}
        {result && <ImportReport converted={result} />}
        <FileCommands />
      </Stack>
    </Page>
  );
}

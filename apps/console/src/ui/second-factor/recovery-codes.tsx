import { Alert, Button, Code, Group, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../copy-button.js';
import { saveFile } from '../save-file.js';

/** Recovery codes, which are shown this once. */
export function RecoveryCodes({
  codes,
  onDone,
}: {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}): ReactNode {
  const { t } = useTranslation('second-factor');
  const text = codes.join('\n');
  return (
    <Stack gap="sm">
      <Alert color="orange" variant="light">
        {t('codesText')}
      </Alert>
      <Code block aria-label={t('codes')} style={{ userSelect: 'all' }}>
        {text}
      </Code>
      <Group gap={8}>
        <CopyButton value={text} label={t('copyCodes')} size="lg" />
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => saveFile('multilane-recovery-codes.txt', 'text/plain', `${text}\n`)}
        >
          {t('saveCodes')}
        </Button>
        <Button onClick={onDone}>{t('codesDone')}</Button>
      </Group>
    </Stack>
  );
}

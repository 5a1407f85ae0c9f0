import { Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { gatewayUrl } from '../../api/gateway.js';
import { CodeText } from '../../ui/code-text.js';
import { DetailDrawer } from '../../ui/detail-drawer.js';
import { CODE_LANGUAGES, type CodeLanguage, writeCode } from './write-code.js';

const NAMES: Readonly<Record<CodeLanguage, string>> = {
  curl: 'curl',
  python: 'Python',
  typescript: 'TypeScript',
  go: 'Go',
};

interface Props {
  readonly opened: boolean;
  readonly body: object | undefined;
  readonly onClose: () => void;
}

/** The request of the first lane as a program. */
export function CodeDrawer({ body, onClose, opened }: Props) {
  const { t } = useTranslation('playground');
  const [language, setLanguage] = useState<CodeLanguage>('curl');
  return (
    <DetailDrawer opened={opened} title={t('asCode')} onClose={onClose}>
      <Stack gap="sm">
        <Group justify="space-between">
          <SegmentedControl
            size="xs"
            aria-label={t('language')}
            value={language}
            onChange={(value) => setLanguage(value as CodeLanguage)}
            data={CODE_LANGUAGES.map((value) => ({ value, label: NAMES[value] }))}
          />
        </Group>
        <Text size="sm" c="dimmed">
          {t('codeNote')}
        </Text>
        {body ? (
          <CodeText
            label={t('asCode')}
            language={language === 'curl' ? 'bash' : language}
            text={writeCode(language, gatewayUrl(), body)}
          />
        ) : (
          <Text size="sm">{t('codeProblem')}</Text>
        )}
      </Stack>
    </DetailDrawer>
  );
}

import { Card, SegmentedControl, Select, Stack, Text, useMantineColorScheme } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { changeLanguage } from '../../app/i18n.js';
import { Page } from '../../ui/page.js';

/** Each language is named in itself. */
const LANGUAGES = [
  { value: 'en', label: 'English' },
  { value: 'zh-CN', label: '简体中文' },
];

/** Colours and language of this browser. */
export default function AppearancePage(): ReactNode {
  const { t, i18n } = useTranslation('me');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Page title={t('appearance.title')} description={t('appearance.description')}>
      <Card withBorder maw={480}>
        <Stack gap={24}>
          <div>
            <Text size="sm" fw={500} mb={4} id="colour-scheme">
              {t('appearance.theme')}
            </Text>
            <SegmentedControl
              aria-labelledby="colour-scheme"
              value={colorScheme}
              onChange={(value) => setColorScheme(value as typeof colorScheme)}
              data={(['auto', 'light', 'dark'] as const).map((value) => ({ value, label: t(`appearance.${value}`) }))}
            />
          </div>
          <Select
            label={t('appearance.language')}
            allowDeselect={false}
            data={LANGUAGES}
            value={i18n.resolvedLanguage ?? 'en'}
            onChange={(value) => void changeLanguage(value ?? 'en')}
          />
        </Stack>
      </Card>
    </Page>
  );
}

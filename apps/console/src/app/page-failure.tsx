import { Alert, Button, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { reloadIfFilesAreMissing, reloadIfReachable } from './missing-files.js';

/** In place of a page whose code could not be loaded, or failed. */
export function PageFailure() {
  const { t } = useTranslation('common');
  useEffect(reloadIfFilesAreMissing, []);
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      title={t('pageFailure.title')}
      icon={<IconAlertTriangle size={18} aria-hidden />}
    >
      <Text size="sm" mb="sm">
        {t('pageFailure.text')}
      </Text>
      <Button size="xs" variant="default" onClick={() => void reloadIfReachable()}>
        {t('pageFailure.reload')}
      </Button>
    </Alert>
  );
}

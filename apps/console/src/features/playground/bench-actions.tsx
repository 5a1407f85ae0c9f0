import { Button, Group } from '@mantine/core';
import { IconAdjustments, IconCode, IconEraser, IconLink, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface BenchActionsProps {
  readonly canAddLane: boolean;
  readonly onAddLane: () => void;
  readonly onSettings: () => void;
  readonly onCode: () => void;
  readonly onLink: () => void;
  readonly onClear: () => void;
}

/** Actions on all lanes together. */
export function BenchActions({
  canAddLane,
  onAddLane,
  onSettings,
  onCode,
  onLink,
  onClear,
}: BenchActionsProps): ReactNode {
  const { t } = useTranslation('playground');
  return (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={!canAddLane}
        onClick={onAddLane}
      >
        {t('addLane')}
      </Button>
      <Button variant="default" leftSection={<IconAdjustments size={16} aria-hidden />} onClick={onSettings}>
        {t('parameters')}
      </Button>
      <Button variant="default" leftSection={<IconCode size={16} aria-hidden />} onClick={onCode}>
        {t('asCode')}
      </Button>
      <Button variant="default" leftSection={<IconLink size={16} aria-hidden />} onClick={onLink}>
        {t('copyLink')}
      </Button>
      <Button variant="subtle" leftSection={<IconEraser size={16} aria-hidden />} onClick={onClear}>
        {t('clear')}
      </Button>
    </Group>
  );
}

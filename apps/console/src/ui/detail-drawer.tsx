import { Drawer, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ExactTimes } from './exact-times.js';

export interface DetailDrawerProps {
  readonly opened: boolean;
  readonly title: string;
  readonly onClose: () => void;
  readonly size?: number | string;
  readonly children?: ReactNode;
}

/** Details of one row, beside the list; the whole screen on a phone. Times are exact. */
export function DetailDrawer({ opened, title, onClose, size = 560, children }: DetailDrawerProps): ReactNode {
  const { t } = useTranslation('common');
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={size}
      title={
        <Text span fw={600} dir="auto" lineClamp={2}>
          {title}
        </Text>
      }
      // Beside the header of the page, that of a dialog is no landmark.
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <ExactTimes value={true}>{children}</ExactTimes>
    </Drawer>
  );
}

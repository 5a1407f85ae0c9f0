import { Modal, type ModalProps, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface DialogProps extends Omit<ModalProps, 'attributes' | 'closeButtonProps' | 'title'> {
  readonly title: string;
}

/** A dialog with its title and a button that closes it. */
export function Dialog({ title, ...rest }: DialogProps): ReactNode {
  const { t } = useTranslation('common');
  return (
    <Modal
      {...rest}
      title={
        <Text span fw={600} dir="auto" lineClamp={2}>
          {title}
        </Text>
      }
      // Beside the header of the page, that of a dialog is no landmark.
      attributes={{ header: { role: 'presentation' } }}
      closeButtonProps={{ 'aria-label': t('close') }}
    />
  );
}

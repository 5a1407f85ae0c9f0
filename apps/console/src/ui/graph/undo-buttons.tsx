import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export interface UndoButtonsProps {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly undo: () => void;
  readonly redo: () => void;
}

/** Takes changes back, and makes them again. */
export function UndoButtons({ canRedo, canUndo, redo, undo }: UndoButtonsProps): ReactNode {
  const { t } = useTranslation('graph');
  return (
    <>
      <Tooltip label={t('undo')} withArrow>
        <ActionIcon variant="default" size="lg" aria-label={t('undo')} disabled={!canUndo} onClick={undo}>
          <IconArrowBackUp size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('redo')} withArrow>
        <ActionIcon variant="default" size="lg" aria-label={t('redo')} disabled={!canRedo} onClick={redo}>
          <IconArrowForwardUp size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </>
  );
}

import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../../ui/notify.js';

interface AccountToggleProps {
  readonly disabled: boolean;
  readonly onChange: (disabled: boolean) => Promise<unknown>;
}

/** Disables an account, and enables it again. */
export function AccountToggle({ disabled, onChange }: AccountToggleProps): ReactNode {
  const { t } = useTranslation('virtual-accounts');
  const Sign = disabled ? IconPlayerPlay : IconPlayerPause;
  const toggle = async (): Promise<void> => {
    try {
      await onChange(!disabled);
      notify.success(t(disabled ? 'done.enable' : 'done.disable'));
    } catch (failure) {
      notify.failure(failure);
    }
  };
  return (
    <Button size="xs" variant="default" leftSection={<Sign size={16} aria-hidden />} onClick={() => void toggle()}>
      {t(disabled ? 'action.enable' : 'action.disable')}
    </Button>
  );
}

import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ActionButton } from '../../ui/action-button.js';
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
    <ActionButton icon={Sign} onClick={() => void toggle()}>
      {t(disabled ? 'action.enable' : 'action.disable')}
    </ActionButton>
  );
}

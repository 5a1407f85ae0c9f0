import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StateBadge } from '../../ui/state-badge.js';

export function AccountState({ disabled }: { readonly disabled: boolean }): ReactNode {
  const { t } = useTranslation('virtual-accounts');
  return <StateBadge state={disabled ? 'off' : 'ok'} label={t(disabled ? 'state.disabled' : 'state.active')} />;
}

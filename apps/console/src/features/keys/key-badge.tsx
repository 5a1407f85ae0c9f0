import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StateBadge } from '../../ui/state-badge.js';
import { type Key, type KeyState, stateOfKey } from './key-values.js';

const STATES = { active: 'ok', expiring: 'warning', expired: 'error', disabled: 'off' } as const satisfies Record<
  KeyState,
  string
>;

export function KeyBadge({ shown }: { readonly shown: Key }): ReactNode {
  const { t } = useTranslation('keys');
  const state = stateOfKey(shown, Date.now());
  return <StateBadge state={STATES[state]} label={t(`state.${state}`)} />;
}

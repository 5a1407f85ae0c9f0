import { useTranslation } from 'react-i18next';
import { StateBadge } from '../../ui/state-badge.js';

const STATES = { success: 'ok', refused: 'warning', failed: 'error', cancelled: 'off' } as const;

/** Outcome of a request: an icon, a word and the status. */
export function OutcomeBadge({ outcome, status }: { readonly outcome: string; readonly status: number | null }) {
  const { t } = useTranslation('requests');
  const state = STATES[outcome as keyof typeof STATES] ?? 'info';
  const word = t(`outcome.${outcome}`);
  return <StateBadge state={state} label={status === null || outcome === 'success' ? word : `${word} · ${status}`} />;
}

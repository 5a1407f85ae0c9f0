import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import { useUrlSearch } from '../../ui/use-url-search.js';
import type { AlertsSearch } from './alerts-search.js';
import { useAlertActions } from './queries.js';

/** Facts that the forms of rules and channels share: the row that the address opens, and the places that the person may choose. */
export function useAlertForm() {
  const { t } = useTranslation('alerts');
  const { id: workspaceId } = useWorkspace();
  const [{ open }, change] = useUrlSearch<AlertsSearch>();
  const { can } = useSession();
  return {
    open,
    close: (): void => change({ open: undefined }),
    actions: useAlertActions(workspaceId),
    validate: { name: (name: string) => (name.trim() === '' ? t('required.name') : null) },
    places: { canWiden: can('gateway.alerts.manage'), mustChooseTeam: !can('gateway.alerts.manage', workspaceId) },
  };
}

/** Places of a row that exists: it stays where it is. */
export const NO_PLACES = { canWiden: false, mustChooseTeam: false } as const;

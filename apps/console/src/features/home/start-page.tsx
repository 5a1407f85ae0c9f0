import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/empty-state.js';
import { Page } from '../../ui/page.js';

/** The console's first address for a person who has no workspace; others are led to theirs (app/shell.tsx). */
export default function StartPage() {
  const { t } = useTranslation('home');
  return (
    <Page title={t('noWorkspaceTitle')}>
      <EmptyState sentence={t('noWorkspace')} />
    </Page>
  );
}

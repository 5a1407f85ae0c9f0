import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorkspace } from '../../api/use-workspace.js';
import type { Key } from './key-values.js';

/** Leads to the requests of a key, wherever they were made. */
export function RequestsLink({ shown: { id, name, workspace_id: bound } }: { readonly shown: Key }): ReactNode {
  const { t } = useTranslation('keys');
  const workspace = useWorkspace();
  const isElsewhere = bound !== workspace.id;
  return (
    <Anchor
      component={Link}
      to={`/w/${workspace.id}/requests`}
      search={{ key: id, kind: 'all', ...(isElsewhere && { scope: 'organization' }) } as never}
      size="sm"
      onClick={(event: { stopPropagation: () => void }) => event.stopPropagation()}
      aria-label={t('requestsOf', { name })}
    >
      {t('requests')}
    </Anchor>
  );
}

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.js';
import { CsvImport } from '../../ui/table/csv/csv-import.js';
import { inviteLinkOf } from './invite-link.js';

/** Invites the people of a file. Their links are shown this once: they are saved as a file. */
export function PeopleImport({ onDone }: { readonly onDone: () => void }): ReactNode {
  const { t } = useTranslation('people');
  return (
    <CsvImport
      title={t('importTitle')}
      columns={['email', 'role']}
      required={1}
      work={({ email = '', role }) =>
        api.post('/org/invites', { body: { email, ...(role && { role: role as 'org_member' }) } })
      }
      onDone={onDone}
      secrets={{
        hint: t('importLinksHint'),
        label: t('importLinks'),
        file: 'invitations.csv',
        columns: ['email', 'link'],
        toRow: ({ token }, { cells }) => [cells.email ?? '', inviteLinkOf(token)],
      }}
    />
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.js';
import type { TableSelection } from '../../ui/table/bulk-bar.js';
import type { Person } from './queries.js';

/** Actions for many people at once. The service keeps the last owner. */
export function usePeopleSelection(): TableSelection<Person> {
  const { t } = useTranslation('people');
  const client = useQueryClient();
  const activate = (active: boolean) => (row: Person) =>
    api.patch('/admin/users/{id}', { path: { id: row.user_id }, body: { active } });
  return {
    nameOf: ({ name }) => name,
    onDone: () => void client.invalidateQueries({ queryKey: ['people'] }),
    actions: [
      { id: 'deactivate', label: t('bulk.deactivate'), consequence: t('bulk.deactivateText'), work: activate(false) },
      { id: 'activate', label: t('bulk.activate'), consequence: t('bulk.activateText'), work: activate(true) },
      {
        id: 'remove',
        label: t('bulk.remove'),
        consequence: t('bulk.removeText'),
        danger: true,
        work: (row) => api.delete('/admin/users/{id}', { path: { id: row.user_id } }),
      },
    ],
  };
}

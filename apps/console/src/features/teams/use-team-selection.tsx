import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.js';
import type { TableSelection } from '../../ui/table/bulk-bar.js';
import { LimitsForm } from '../../ui/table/limits-form.js';
import type { Team } from './queries.js';

/** Actions for many teams at once: limits, and removal of those without keys. */
export function useTeamSelection(): TableSelection<Team> {
  const { t } = useTranslation('teams');
  const client = useQueryClient();
  return {
    nameOf: ({ name }) => name,
    isSelectable: ({ source }) => source === 'database',
    onDone: () => void client.invalidateQueries({ queryKey: ['teams'] }),
    actions: [
      {
        id: 'limits',
        label: t('bulk.limitsLabel'),
        consequence: '',
        work: () => Promise.resolve(),
        form: (rows, start, onClose) => (
          <LimitsForm<'rpm_limit' | 'tpm_limit' | 'max_parallel' | 'token_budget_monthly'>
            rows={rows}
            title={t('bulk.limits', { count: rows.length })}
            submitLabel={t('bulk.limitsLabel')}
            fields={[
              { name: 'rpm_limit', label: t('field.rpm') },
              { name: 'tpm_limit', label: t('field.tpm') },
              { name: 'max_parallel', label: t('field.parallel') },
              { name: 'token_budget_monthly', label: t('field.budget') },
            ]}
            onClose={onClose}
            onLimits={(body) => start(({ id }) => api.patch('/admin/teams/{id}', { path: { id }, body }))}
          />
        ),
      },
      {
        id: 'delete',
        label: t('action.delete'),
        consequence: t('bulk.delete'),
        danger: true,
        work: ({ id }) => api.delete('/admin/teams/{id}', { path: { id } }),
      },
    ],
  };
}

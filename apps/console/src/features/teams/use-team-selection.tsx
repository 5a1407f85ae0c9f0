import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { LimitInput } from '../../ui/limit-input.js';
import type { TableSelection } from '../../ui/table/bulk-bar.js';
import type { Team } from './queries.js';

interface Limits {
  readonly rpm_limit: number;
  readonly tpm_limit: number;
  readonly token_budget_monthly: number;
}

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
          <FormDrawer<Limits>
            opened
            title={t('bulk.limits', { count: rows.length })}
            onClose={onClose}
            initialValues={{ rpm_limit: 0, tpm_limit: 0, token_budget_monthly: 0 }}
            submitLabel={t('bulk.limitsLabel')}
            onSubmit={(body) =>
              Promise.resolve(start(({ id }) => api.patch('/admin/teams/{id}', { path: { id }, body })))
            }
          >
            {(form) => (
              <>
                <LimitInput label={t('field.rpm')} {...form.getInputProps('rpm_limit')} />
                <LimitInput label={t('field.tpm')} {...form.getInputProps('tpm_limit')} />
                <LimitInput label={t('field.budget')} {...form.getInputProps('token_budget_monthly')} />
              </>
            )}
          </FormDrawer>
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

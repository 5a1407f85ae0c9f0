import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.js';
import { useSession } from '../../api/session.js';
import { toQueue, valuesOfQueue } from '../../ui/queue-values.js';
import { saveFile } from '../../ui/save-file.js';
import type { TableSelection } from '../../ui/table/bulk-bar.js';
import { writeCsv } from '../../ui/table/csv/csv.js';
import { LimitsForm } from '../../ui/table/limits-form.js';
import type { Limits } from '../../ui/table/shared-limits.js';
import type { Key } from './key-values.js';

type LimitName = 'rpm_limit' | 'tpm_limit' | 'max_parallel' | 'budget_usd_monthly';

/** Actions for many keys at once. Each is a request of its own, and the report says what became of each key. */
export function useKeySelection(): TableSelection<Key> | undefined {
  const { t } = useTranslation('keys');
  const { can } = useSession();
  const client = useQueryClient();
  const [issued] = useState<Map<string, Key & { readonly key: string }>>(() => new Map());
  const canManage = (key: Key): boolean =>
    key.source === 'database' && can('gateway.keys.manage', key.workspace_id ?? undefined);
  const act = (verb: 'disable' | 'enable') => (row: Key) =>
    api.post(`/admin/keys/{id}/${verb}`, { path: { id: row.id } });
  const finish = (): void => {
    if (issued.size > 0) {
      const rows = [...issued.values()].map(({ name, team, key }) => [name, team, key]);
      saveFile('rotated-keys.csv', 'text/csv', writeCsv(['name', 'team', 'key'], rows));
      issued.clear();
    }
    void client.invalidateQueries({ queryKey: ['keys'] });
  };
  return {
    nameOf: ({ name }) => name,
    isSelectable: canManage,
    onDone: finish,
    actions: [
      { id: 'disable', label: t('action.disable'), consequence: t('bulk.disable'), work: act('disable') },
      { id: 'enable', label: t('action.enable'), consequence: t('bulk.enable'), work: act('enable') },
      {
        id: 'limits',
        label: t('bulk.limitsLabel'),
        consequence: '',
        work: () => Promise.resolve(),
        form: (rows, start, onClose) => (
          <LimitsForm<LimitName>
            rows={rows}
            title={t('bulk.limits', { count: rows.length })}
            submitLabel={t('bulk.limitsLabel')}
            fields={[
              { name: 'rpm_limit', label: t('field.rpm') },
              { name: 'tpm_limit', label: t('field.tpm') },
              { name: 'max_parallel', label: t('field.parallel') },
              { name: 'budget_usd_monthly', label: t('field.budget'), decimals: 2 },
            ]}
            onClose={onClose}
            onLimits={(changed) => start((row) => setLimits(row, changed))}
          />
        ),
      },
      {
        id: 'rotate',
        label: t('action.rotate'),
        consequence: t('bulk.rotate'),
        work: async ({ id }) => {
          const answer = await api.post('/admin/keys/{id}/rotate', { path: { id }, body: { grace_seconds: 86_400 } });
          issued.set(id, answer);
        },
      },
      {
        id: 'revoke',
        label: t('action.revoke'),
        consequence: t('bulk.revoke'),
        danger: true,
        work: ({ id }) => api.delete('/admin/keys/{id}', { path: { id } }),
      },
    ],
  };
}

/** A change replaces all limits of a key, so those that stay are sent too. */
function setLimits(row: Key, changed: Partial<Limits<LimitName>>): Promise<unknown> {
  const { rpm_limit, tpm_limit, max_parallel, budget_usd_monthly, budget_reset_period, priority, max_priority } = row;
  const budget = { budget_usd_monthly, budget_reset_period };
  const limits = { rpm_limit, tpm_limit, max_parallel, priority, max_priority, ...budget, ...changed };
  const body = { ...limits, queue: toQueue(valuesOfQueue(row.queue), limits.max_parallel) };
  return api.patch('/admin/keys/{id}', { path: { id: row.id }, body });
}

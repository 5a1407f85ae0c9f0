import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.js';
import { useSession } from '../../api/session.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { LimitInput } from '../../ui/limit-input.js';
import { saveFile } from '../../ui/save-file.js';
import type { TableSelection } from '../../ui/table/bulk-bar.js';
import { writeCsv } from '../../ui/table/csv.js';
import type { Key } from './key-values.js';

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
          <LimitsForm
            count={rows.length}
            onClose={onClose}
            onLimits={(limits) => start((row) => setLimits(row, limits))}
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

interface Limits {
  readonly rpm_limit: number;
  readonly tpm_limit: number;
  readonly budget_usd_monthly: number;
}

function setLimits(row: Key, limits: Limits): Promise<unknown> {
  const body = { ...limits, budget_reset_period: row.budget_reset_period };
  return api.patch('/admin/keys/{id}', { path: { id: row.id }, body });
}

interface LimitsFormProps {
  readonly count: number;
  readonly onClose: () => void;
  readonly onLimits: (limits: Limits) => void;
}

function LimitsForm({ count, onClose, onLimits }: LimitsFormProps) {
  const { t } = useTranslation('keys');
  return (
    <FormDrawer<Limits>
      opened
      title={t('bulk.limits', { count })}
      onClose={onClose}
      initialValues={{ rpm_limit: 0, tpm_limit: 0, budget_usd_monthly: 0 }}
      submitLabel={t('bulk.limitsLabel')}
      onSubmit={(values) => Promise.resolve(onLimits(values))}
    >
      {(form) => (
        <>
          <LimitInput label={t('field.rpm')} {...form.getInputProps('rpm_limit')} />
          <LimitInput label={t('field.tpm')} {...form.getInputProps('tpm_limit')} />
          <LimitInput label={t('field.budget')} decimals={2} {...form.getInputProps('budget_usd_monthly')} />
        </>
      )}
    </FormDrawer>
  );
}

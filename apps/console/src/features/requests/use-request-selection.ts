import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.js';
import { useSession } from '../../api/session.js';
import { useWorkspace } from '../../api/use-workspace.js';
import type { BulkAction, TableSelection } from '../../ui/table/bulk-bar.js';
import type { RequestRow } from './queries.js';
import { RATINGS } from './rating-sign.js';

/** Actions for selected requests: two are compared, and many are marked. */
export function useRequestSelection(onCompare: (ids: string) => void): TableSelection<RequestRow> {
  const { t } = useTranslation('requests');
  const { can } = useSession();
  const { id: workspaceId } = useWorkspace();
  const client = useQueryClient();
  const marks = RATINGS.map(
    (rating): BulkAction<RequestRow> => ({
      id: rating,
      label: t(rating === 'good' ? 'annotation.markGood' : 'annotation.markBad'),
      consequence: t(`annotation.bulk.${rating}`),
      work: ({ id, note }) =>
        api.put('/admin/audit/{id}/annotation', { path: { id }, body: { rating, note: note ?? '' } }),
    }),
  );
  return {
    nameOf: ({ request_id }) => request_id,
    onDone: () => {
      for (const root of ['requests', 'request']) void client.invalidateQueries({ queryKey: [root] });
    },
    actions: [
      {
        id: 'compare',
        label: t('compare.action'),
        consequence: '',
        rows: 2,
        show: (rows) => onCompare(rows.map(({ id }) => id).join(',')),
        work: () => Promise.resolve(),
      },
      ...(can('gateway.annotations.manage', workspaceId) ? marks : []),
    ],
  };
}

import { IconStackPush } from '@tabler/icons-react';
import type { PageDefinition } from '../app/page-definition.js';
import { readTexts } from '../ui/read-search.js';

export const batchesPages: readonly PageDefinition[] = [
  {
    path: '/w/$workspace/batches',
    load: () => import('../features/batches/batches-page.js'),
    texts: ['batches'],
    guide: 'files-and-batches',
    search: (raw) => readTexts(raw, ['tab', 'status', 'open']),
    nav: {
      group: 'observe',
      order: 15,
      title: 'batches',
      // Batches are requests in bulk.
      under: 'requests',
      icon: IconStackPush,
      permission: 'workspace.read',
    },
  },
];

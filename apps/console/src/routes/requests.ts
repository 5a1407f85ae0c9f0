import { IconListSearch } from '@tabler/icons-react';
import type { PageDefinition } from '../app/page-definition.js';
import { readRequestSearch } from '../features/requests/request-search.js';

export const requestsPages: readonly PageDefinition[] = [
  {
    path: '/w/$workspace/requests',
    load: () => import('../features/requests/requests-page.js'),
    texts: ['fields', 'message', 'requests'],
    guide: 'usage',
    search: (raw) => ({ ...readRequestSearch(raw) }),
    nav: {
      group: 'observe',
      order: 10,
      title: 'requests',
      icon: IconListSearch,
      permission: 'workspace.read',
    },
  },
];

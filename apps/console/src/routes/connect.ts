import { IconPlugConnected } from '@tabler/icons-react';
import type { PageDefinition } from '../app/page-definition.js';
import { readTexts } from '../ui/read-search.js';

export const connectPages: readonly PageDefinition[] = [
  {
    path: '/w/$workspace/connect',
    load: () => import('../features/connect/connect-page.js'),
    texts: ['connect', 'fields', 'keys'],
    guide: 'clients',
    search: (raw) => readTexts(raw, ['client', 'model']),
    nav: { group: 'connect', order: 10, title: 'connect', icon: IconPlugConnected, permission: 'workspace.read' },
  },
];

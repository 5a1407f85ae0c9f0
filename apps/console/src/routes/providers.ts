import { IconServer } from '@tabler/icons-react';
import type { PageDefinition } from '../app/page-definition.js';
import { readTexts } from '../ui/read-search.js';

export const providersPages: readonly PageDefinition[] = [
  {
    path: '/w/$workspace/providers',
    load: () => import('../features/providers/providers-page.js'),
    texts: ['providers'],
    guide: 'providers',
    search: (raw) => readTexts(raw, ['q', 'open']),
    nav: { group: 'gateway', order: 40, title: 'providers', icon: IconServer, permission: 'gateway.providers.read' },
  },
];

import { IconMessages } from '@tabler/icons-react';
import type { PageDefinition } from '../app/page-definition.js';
import { readPlaygroundSearch } from '../features/playground/playground-search.js';

export const playgroundPages: readonly PageDefinition[] = [
  {
    path: '/w/$workspace/playground',
    load: () => import('../features/playground/playground-page.js'),
    search: (raw) => ({ ...readPlaygroundSearch(raw) }),
    nav: { group: 'playground', order: 10, title: 'playground', icon: IconMessages, permission: 'workspace.read' },
  },
];

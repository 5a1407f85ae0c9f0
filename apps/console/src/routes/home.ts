import { IconHome } from '@tabler/icons-react';
import type { PageDefinition } from '../app/page-definition.js';
import { pickSearch } from './pick-search.js';

export const homePages: readonly PageDefinition[] = [
  { path: '/', load: () => import('../features/home/start-page.js'), texts: ['home'], guide: 'console' },
  {
    path: '/w/$workspace',
    load: () => import('../features/home/home-page.js'),
    texts: ['home', 'unpriced'],
    guide: 'console',
    search: pickSearch('range', 'figure', 'errors', 'spend', 'spenders'),
    nav: { group: 'home', order: 10, title: 'home', icon: IconHome },
  },
];

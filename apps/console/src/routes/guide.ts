import type { PageDefinition } from '../app/page-definition.js';

export const guidePages: readonly PageDefinition[] = [
  { path: '/guide/$page', load: () => import('../features/guide/guide-page.js'), texts: ['guide'], guide: undefined },
  {
    path: '/guide/contract/$page',
    load: () => import('../features/guide/guide-page.js'),
    texts: ['guide'],
    guide: undefined,
  },
];

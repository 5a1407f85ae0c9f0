import type { PageDefinition } from '../app/page-definition.js';
import { readTexts } from '../ui/read-search.js';

export const signInPages: readonly PageDefinition[] = [
  {
    path: '/sign-in',
    layout: 'bare',
    load: () => import('../features/sign-in/sign-in-page.js'),
    texts: ['second-factor', 'sign-in'],
    guide: undefined,
    search: (raw) => readTexts(raw, ['organization', 'return_to']),
  },
  {
    path: '/set-up',
    layout: 'bare',
    load: () => import('../features/sign-in/set-up-page.js'),
    texts: ['sign-in'],
    guide: undefined,
  },
  {
    path: '/invite',
    layout: 'bare',
    load: () => import('../features/sign-in/invite-page.js'),
    texts: ['second-factor', 'sign-in'],
    guide: undefined,
  },
];

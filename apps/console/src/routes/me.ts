import { IconDevices, IconLock, IconPalette, IconShieldCheck, IconTicket, IconUser } from '@tabler/icons-react';
import type { PageDefinition } from '../app/page-definition.js';
import { pickSearch } from './pick-search.js';

export const mePages: readonly PageDefinition[] = [
  {
    path: '/me/profile',
    load: () => import('../features/me/profile-page.js'),
    texts: ['me'],
    guide: 'concepts',
    nav: { group: 'me', order: 10, title: 'profile', icon: IconUser },
  },
  {
    path: '/me/password',
    load: () => import('../features/me/password-page.js'),
    texts: ['me'],
    guide: 'sso-and-scim',
    nav: { group: 'me', order: 20, title: 'password', under: 'profile', icon: IconLock },
  },
  {
    path: '/me/second-factor',
    load: () => import('../features/me/second-factor-page.js'),
    texts: ['second-factor'],
    guide: 'second-factor',
    nav: { group: 'me', order: 25, title: 'secondFactor', under: 'profile', icon: IconShieldCheck },
  },
  {
    path: '/me/sessions',
    load: () => import('../features/me/sessions-page.js'),
    texts: ['me'],
    guide: 'console',
    nav: { group: 'me', order: 30, title: 'sessions', under: 'profile', icon: IconDevices },
  },
  {
    path: '/me/tokens',
    load: () => import('../features/me/tokens-page.js'),
    texts: ['fields', 'me'],
    guide: 'concepts',
    search: pickSearch('open'),
    nav: { group: 'me', order: 40, title: 'tokens', under: 'profile', icon: IconTicket },
  },
  {
    path: '/me/appearance',
    load: () => import('../features/me/appearance-page.js'),
    texts: ['me'],
    guide: 'console',
    nav: { group: 'me', order: 50, title: 'appearance', under: 'profile', icon: IconPalette },
  },
];

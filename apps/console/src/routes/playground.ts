import { IconMessages, IconPhoto } from '@tabler/icons-react';
import type { PageDefinition } from '../app/page-definition.js';
import { readPlaygroundSearch } from '../features/playground/playground-search.js';
import { readTexts } from '../ui/read-search.js';

export const playgroundPages: readonly PageDefinition[] = [
  {
    path: '/w/$workspace/playground',
    layout: 'wide',
    load: () => import('../features/playground/playground-page.js'),
    texts: ['message', 'playground'],
    guide: 'console',
    search: (raw) => ({ ...readPlaygroundSearch(raw) }),
    nav: { group: 'playground', order: 10, title: 'playground', icon: IconMessages, permission: 'workspace.read' },
  },
  {
    path: '/w/$workspace/media',
    load: () => import('../features/media/media-page.js'),
    texts: ['media'],
    guide: 'media',
    search: (raw) => readTexts(raw, ['tab', 'model']),
    nav: {
      group: 'playground',
      order: 30,
      title: 'media',
      under: 'playground',
      icon: IconPhoto,
      permission: 'workspace.read',
    },
  },
];

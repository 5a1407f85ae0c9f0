import { IconMessageCode, IconRoute } from '@tabler/icons-react';
import type { PageDefinition } from '../app/page-definition.js';
import { readTexts } from '../ui/read-search.js';

export const routingPages: readonly PageDefinition[] = [
  {
    path: '/w/$workspace/routing',
    load: () => import('../features/routing/routing-page.js'),
    texts: ['policies', 'routing'],
    guide: 'routing',
    search: (raw) => readTexts(raw, ['q', 'open']),
    nav: {
      group: 'gateway',
      order: 30,
      title: 'routing',
      under: 'models',
      icon: IconRoute,
      permission: 'gateway.routing.read',
    },
  },
  {
    path: '/w/$workspace/prompts',
    load: () => import('../features/prompts/prompts-page.js'),
    texts: ['policies', 'prompts'],
    guide: 'prompts',
    search: (raw) => readTexts(raw, ['q', 'open']),
    nav: {
      group: 'playground',
      order: 15,
      title: 'prompts',
      under: 'playground',
      icon: IconMessageCode,
      permission: 'gateway.prompts.read',
    },
  },
];

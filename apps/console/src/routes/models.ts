import { IconBox, IconStack2 } from '@tabler/icons-react';
import type { PageDefinition } from '../app/page-definition.js';
import { readTexts } from '../ui/read-search.js';

export const modelsPages: readonly PageDefinition[] = [
  {
    path: '/w/$workspace/models',
    load: () => import('../features/models/models-page.js'),
    texts: ['fields', 'models', 'unpriced'],
    guide: 'model-facts',
    search: (raw) => readTexts(raw, ['q', 'open', 'type', 'provider', 'upstream', 'order']),
    nav: { group: 'gateway', order: 10, title: 'models', icon: IconBox, permission: 'gateway.models.read' },
  },
  {
    path: '/w/$workspace/virtual-models',
    load: () => import('../features/virtual-models/virtual-models-page.js'),
    texts: ['fields', 'models', 'routing', 'virtual-models'],
    guide: 'routing',
    search: (raw) => readTexts(raw, ['q', 'open']),
    nav: {
      group: 'gateway',
      order: 20,
      title: 'virtualModels',
      under: 'models',
      icon: IconStack2,
      permission: 'gateway.models.read',
    },
  },
];

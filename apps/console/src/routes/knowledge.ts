import { IconBooks } from '@tabler/icons-react';
import type { PageDefinition } from '../app/page-definition.js';
import { readTexts } from '../ui/read-search.js';

export const knowledgePages: readonly PageDefinition[] = [
  {
    path: '/w/$workspace/knowledge',
    load: () => import('../features/knowledge/knowledge-page.js'),
    texts: ['knowledge'],
    guide: 'knowledge',
    search: (raw) => readTexts(raw, ['tab', 'open']),
    nav: { group: 'build', order: 10, title: 'knowledge', icon: IconBooks, permission: 'gateway.knowledge.read' },
  },
  {
    path: '/w/$workspace/knowledge/$base',
    load: () => import('../features/knowledge/base-page.js'),
    texts: ['knowledge'],
    guide: 'knowledge',
    search: (raw) => readTexts(raw, ['tab']),
  },
];

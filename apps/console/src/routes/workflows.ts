import { IconKey, IconSitemap } from '@tabler/icons-react';
import type { PageDefinition } from '../app/page-definition.js';
import { readTexts } from '../ui/read-search.js';

const permission = 'gateway.workflows.read';

export const workflowsPages: readonly PageDefinition[] = [
  {
    path: '/w/$workspace/workflows',
    load: () => import('../features/workflows/workflows-page.js'),
    texts: ['workflows'],
    guide: 'workflows',
    search: (raw) => readTexts(raw, ['open']),
    nav: { group: 'build', order: 60, title: 'workflows', icon: IconSitemap, permission },
  },
  {
    path: '/w/$workspace/workflows/$workflow',
    layout: 'wide',
    load: () => import('../features/workflows/workflow-page.js'),
    texts: ['graph', 'problems', 'workflows'],
    guide: 'workflows',
    search: (raw) => readTexts(raw, ['tab', 'run', 'status']),
    permission,
  },
  {
    path: '/w/$workspace/secrets',
    load: () => import('../features/secrets/secrets-page.js'),
    texts: ['secrets'],
    guide: 'workflows',
    search: (raw) => readTexts(raw, ['open']),
    nav: {
      group: 'build',
      order: 70,
      title: 'secrets',
      under: 'workflows',
      icon: IconKey,
      permission: 'gateway.secrets.read',
    },
  },
];

import { IconFileExport } from '@tabler/icons-react';
import type { PageDefinition } from '../app/page-definition.js';
import { readTexts } from '../ui/read-search.js';

export const exportsPages: readonly PageDefinition[] = [
  {
    path: '/w/$workspace/exports',
    load: () => import('../features/exports/exports-page.js'),
    texts: ['exports'],
    guide: 'exports',
    search: (raw) => readTexts(raw, ['open', 'show']),
    nav: {
      group: 'observe',
      order: 40,
      title: 'exports',
      under: 'alerts',
      icon: IconFileExport,
      permission: 'gateway.exports.read',
    },
  },
];

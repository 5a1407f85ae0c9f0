import { IconHistory } from '@tabler/icons-react';
import type { PageDefinition } from '../app/page-definition.js';
import { readTexts } from '../ui/read-search.js';

export const changesPages: readonly PageDefinition[] = [
  {
    path: '/w/$workspace/changes',
    load: () => import('../features/changes/changes-page.js'),
    texts: ['changes'],
    guide: 'usage',
    search: (raw) =>
      readTexts(raw, ['action', 'actor_type', 'actor_id', 'target_type', 'target_id', 'from', 'to', 'open']),
    nav: { group: 'observe', order: 30, title: 'changes', icon: IconHistory },
  },
];

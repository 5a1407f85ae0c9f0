import { IconMessage2 } from '@tabler/icons-react';
import type { PageDefinition } from '../app/page-definition.js';
import { readTexts } from '../ui/read-search.js';

const permission = 'gateway.chats.read';

export const conversationsPages: readonly PageDefinition[] = [
  {
    path: '/w/$workspace/conversations',
    load: () => import('../features/conversations/conversations-page.js'),
    texts: ['conversations'],
    guide: 'conversations',
    search: (raw) => readTexts(raw, ['q', 'owner']),
    nav: {
      group: 'playground',
      order: 20,
      title: 'conversations',
      under: 'playground',
      icon: IconMessage2,
      permission,
    },
  },
  {
    path: '/w/$workspace/conversations/$conversation',
    load: () => import('../features/conversations/conversation-page.js'),
    texts: ['conversations', 'message'],
    guide: 'conversations',
    search: (raw) => readTexts(raw, ['model', 'leaf', 'ask']),
    permission,
  },
];

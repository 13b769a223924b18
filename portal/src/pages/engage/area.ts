import { CommentDiscussionIcon } from '@primer/octicons-react'
import type { Area } from '../../app/area.ts'

export const engage: Area = {
  title: 'Engage',
  pages: [
    {
      path: '/inbox',
      title: 'Inbox',
      icon: CommentDiscussionIcon,
      keywords: ['messages', 'conversations', 'chat', 'reply'],
      badge: { of: 'unread_conversations', label: 'unread conversations' },
      load: async () => (await import('./inbox/inbox-page.tsx')).InboxPage,
    },
  ],
  actions: [{ title: 'Unread messages', path: '/inbox?show=unread' }],
}

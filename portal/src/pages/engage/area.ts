import { CommentDiscussionIcon, CommentIcon, StarIcon } from '@primer/octicons-react'
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
    {
      path: '/comments',
      title: 'Comments',
      icon: CommentIcon,
      keywords: ['replies', 'moderate', 'hide'],
      load: async () => (await import('./comments/comments-page.tsx')).CommentsPage,
    },
    {
      path: '/reviews',
      title: 'Reviews',
      icon: StarIcon,
      keywords: ['ratings', 'stars'],
      load: async () => (await import('./reviews/reviews-page.tsx')).ReviewsPage,
    },
  ],
  actions: [
    { title: 'Unread messages', path: '/inbox?show=unread' },
    { title: 'Unanswered comments', path: '/comments?show=unanswered' },
    { title: 'Unanswered reviews', path: '/reviews?show=unanswered' },
  ],
}

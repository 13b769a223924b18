import { CalendarIcon, ImageIcon, PaperAirplaneIcon, PencilIcon } from '@primer/octicons-react'
import type { Area } from '../../app/area.ts'

export const publish: Area = {
  title: 'Publish',
  pages: [
    {
      path: '/calendar',
      title: 'Calendar',
      icon: CalendarIcon,
      keywords: ['schedule', 'planned', 'month', 'week'],
      load: async () => (await import('./calendar/calendar-page.tsx')).CalendarPage,
    },
    {
      path: '/posts',
      title: 'Posts',
      icon: PaperAirplaneIcon,
      keywords: ['published', 'scheduled', 'failed', 'drafts'],
      load: async () => (await import('./posts/posts-page.tsx')).PostsPage,
    },
    {
      path: '/posts/:id',
      title: 'Post',
      load: async () => (await import('./posts/post-page.tsx')).PostPage,
    },
    {
      path: '/compose',
      title: 'Compose',
      icon: PencilIcon,
      keywords: ['write', 'new post', 'publish', 'schedule'],
      load: async () => (await import('./compose/compose-page.tsx')).ComposePage,
    },
    {
      path: '/media',
      title: 'Media',
      icon: ImageIcon,
      keywords: ['files', 'pictures', 'images', 'videos', 'upload', 'storage'],
      load: async () => (await import('./media/media-page.tsx')).MediaPage,
    },
  ],
  actions: [
    { title: 'Write a post', path: '/compose' },
    { title: 'Drafts', path: '/posts?status=draft' },
    { title: 'Failed posts', path: '/posts?status=failed' },
  ],
}

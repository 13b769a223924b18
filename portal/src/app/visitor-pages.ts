import type { PageEntry } from './area.ts'

/** The pages outside of the shell. */
export const visitorPages: readonly Pick<PageEntry, 'path' | 'load'>[] = [
  { path: '/sign-in', load: async () => (await import('../pages/sign-in/sign-in-page.tsx')).SignInPage },
  { path: '/sign-up', load: async () => (await import('../pages/sign-in/sign-up-page.tsx')).SignUpPage },
  { path: '/email-link', load: async () => (await import('../pages/sign-in/ask-link-page.tsx')).MagicLinkPage },
  {
    path: '/forgot-password',
    load: async () => (await import('../pages/sign-in/ask-link-page.tsx')).ForgottenPasswordPage,
  },
  { path: '/link', load: async () => (await import('../pages/sign-in/link-page.tsx')).LinkPage },
  { path: '/invitation', load: async () => (await import('../pages/sign-in/invitation-page.tsx')).InvitationPage },
  { path: '/setup', load: async () => (await import('../pages/sign-in/set-up-page.tsx')).SetUpPage },
  {
    path: '/new-workspace',
    load: async () => (await import('../pages/sign-in/new-workspace-page.tsx')).NewWorkspacePage,
  },
  { path: '/review', load: async () => (await import('../pages/sign-in/review-page.tsx')).ReviewPage },
  { path: '/authorize', load: async () => (await import('../pages/sign-in/authorize-page.tsx')).AuthorizePage },
  { path: '/device', load: async () => (await import('../pages/sign-in/device-page.tsx')).DevicePage },
  { path: '/embed', load: async () => (await import('../pages/embed/embed-page.tsx')).EmbedPage },
]

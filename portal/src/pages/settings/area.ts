import { GearIcon, PeopleIcon, ShieldLockIcon } from '@primer/octicons-react'
import type { Area } from '../../app/area.ts'

export const settings: Area = {
  title: 'Settings',
  pages: [
    {
      path: '/settings',
      title: 'Settings',
      icon: GearIcon,
      keywords: ['workspace', 'name', 'language', 'time zone', 'branding', 'logo', 'portal links', 'leave', 'close'],
      load: async () => (await import('./workspace/settings-page.tsx')).SettingsPage,
    },
    {
      path: '/members',
      title: 'Members',
      icon: PeopleIcon,
      reach: 'workspace',
      keywords: ['people', 'users', 'invite', 'roles', 'team'],
      load: async () => (await import('./members/members-page.tsx')).MembersPage,
    },
    {
      path: '/security',
      title: 'Security',
      icon: ShieldLockIcon,
      keywords: ['password', 'passkey', 'sessions', 'sign out', 'second factor'],
      load: async () => (await import('./security/security-page.tsx')).SecurityPage,
    },
  ],
  actions: [
    { title: 'Invite member', path: '/members?invite', least: 'owner' },
    { title: 'Create portal link', path: '/settings?new-link' },
  ],
}

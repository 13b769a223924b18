/** Labels of the roles, from the least to the most privileged. */
export const ROLES = {
  viewer: { title: 'Viewer', one: 'a viewer', about: 'Can view everything, but cannot make changes.' },
  member: {
    title: 'Member',
    one: 'a member',
    about: 'Can view and change everything except members, payments and the workspace itself.',
  },
  owner: {
    title: 'Owner',
    one: 'an owner',
    about: 'Has full access, including members, payments and the workspace itself.',
  },
} as const

export type Role = keyof typeof ROLES

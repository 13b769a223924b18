/** The roles of a workspace in words, from the least to the most. */
export const ROLES = {
  viewer: { title: 'Viewer', one: 'a viewer', about: 'Looks at everything and changes nothing.' },
  member: {
    title: 'Member',
    one: 'a member',
    about: 'Looks at and changes everything but the members and the workspace itself.',
  },
  owner: {
    title: 'Owner',
    one: 'an owner',
    about: 'May do everything: also members, billing and closing the workspace.',
  },
} as const

export type Role = keyof typeof ROLES

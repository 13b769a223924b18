/** The roles of a workspace in words, from the least to the most. */
export const ROLES = {
  viewer: { title: 'Viewer', one: 'a viewer', about: 'Looks at everything and changes nothing.' },
  member: {
    title: 'Member',
    one: 'a member',
    about: 'Looks at and changes everything but members, payments and the workspace itself.',
  },
  owner: {
    title: 'Owner',
    one: 'an owner',
    about: 'May do everything: also members, payments and the workspace itself.',
  },
} as const

export type Role = keyof typeof ROLES

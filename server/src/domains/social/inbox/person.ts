import type { Person } from '../../../connectors/inbox.ts'

/** A person of a platform as it is stored and as the API shows it. */
export function presentPerson({ externalId, name, username, avatarUrl }: Person): Record<string, unknown> {
  return { external_id: externalId, name, username, avatar_url: avatarUrl }
}

/** A stored person as connectors expect it. */
export function readStoredPerson(stored: Readonly<Record<string, unknown>>): Person {
  const text = (name: string) => {
    const value = stored[name]
    return typeof value === 'string' ? value : null
  }
  return {
    externalId: text('external_id') ?? '',
    name: text('name'),
    username: text('username'),
    avatarUrl: text('avatar_url'),
  }
}

import type { Person } from '../../../connectors/inbox.ts'

/** Returns a person of a platform as stored and shown by the API. */
export function presentPerson({ externalId, name, username, avatarUrl }: Person): Record<string, unknown> {
  return { external_id: externalId, name, username, avatar_url: avatarUrl }
}

/** Converts a stored person to the form that connectors expect. */
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

type PlatformPerson = Readonly<Record<string, unknown>>

function readText(stored: PlatformPerson, name: string): string | undefined {
  const value = stored[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Returns the display name of a person; platforms report different fields. */
export function personName(person: PlatformPerson): string {
  return readText(person, 'name') ?? readText(person, 'username') ?? readText(person, 'external_id') ?? 'Unknown'
}

/** Returns the handle of a person if it differs from the display name. */
export function personHandle(person: PlatformPerson): string | undefined {
  const username = readText(person, 'username')
  return username === undefined || username === personName(person) ? undefined : `@${username.replace(/^@/, '')}`
}

export function hasPicture(person: PlatformPerson): boolean {
  return readText(person, 'avatar_url') !== undefined
}

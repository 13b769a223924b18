type Stored = Readonly<Record<string, unknown>>

function textOf(stored: Stored, name: string): string | undefined {
  const value = stored[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** What a person of a platform is called; platforms say more or less about them. */
export function personName(person: Stored): string {
  return textOf(person, 'name') ?? textOf(person, 'username') ?? textOf(person, 'external_id') ?? 'Unknown'
}

/** Their name on the platform, where it says more than the name. */
export function personHandle(person: Stored): string | undefined {
  const username = textOf(person, 'username')
  return username === undefined || username === personName(person) ? undefined : `@${username.replace(/^@/, '')}`
}

export function hasPicture(person: Stored): boolean {
  return textOf(person, 'avatar_url') !== undefined
}

import type { Context } from '../../src/kit/context.ts'
import { type RawPerson } from '../../src/sources/directory/import/fields.ts'
import { normalisePerson } from '../../src/sources/directory/import/normalise.ts'
import { writePeople } from '../../src/sources/directory/import/write-people.ts'

/** Adds people to the directory, as an import with this source name would. */
export async function addPeople(ctx: Context, source: string, people: readonly RawPerson[]): Promise<void> {
  const rows = people.map((person) => normalisePerson(person, source))
  await writePeople(ctx.directory, rows, { source, now: ctx.clock.now() })
}

/** Builds a person who does not exist, at a domain that cannot exist. */
export function examplePerson(n: number, more: RawPerson = {}): RawPerson {
  return {
    full_name: `Ada Example ${'abcdefghijklmnopqrstuvwxyz'.charAt(n % 26)}${n}`,
    title: 'Head of Research',
    company_name: 'Widget Works',
    company_domain: 'widgets.example',
    email: `ada${n}@widgets.example`,
    ...more,
  }
}

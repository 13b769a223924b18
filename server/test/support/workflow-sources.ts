import { SourceError } from '../../src/kit/sources.ts'
import type { AnySource, Outcome } from '../../src/sources/source.ts'

/** The name of the vendor's sources in the settings, for every action. */
export const SOURCE = 'scripted'
export const ORDERS = {
  SOURCES_SEARCH_PEOPLE: SOURCE,
  SOURCES_ENRICH_PERSON: SOURCE,
  SOURCES_FIND_EMAIL: SOURCE,
  SOURCES_VERIFY_EMAIL: SOURCE,
}

/** Returns sources of every action that ask the vendor at this URL. */
export function sourcesAt(url: string): AnySource[] {
  // oxlint-disable-next-line typescript/no-explicit-any -- inputs of every shape
  const source = (action: string, path: string, toQuestion: (input: any) => string): AnySource => ({
    id: SOURCE,
    label: 'The scripted vendor',
    action,
    lineage: SOURCE,
    needs: [],
    costMicros: 0,
    timeoutMs: 20_000,
    perSecond: 1000,
    ask: async (input, { http }): Promise<Outcome<unknown>> => {
      const { status, body } = await http({ url: `${url}/${path}?q=${encodeURIComponent(toQuestion(input))}` })
      if (status === 404) return { outcome: 'not_found' }
      if (status !== 200) throw new SourceError('unavailable', `status ${status}`)
      return { outcome: 'found', data: JSON.parse(body.toString()) }
    },
  })
  return [
    source('search/people', 'people', ({ query }) => query),
    source('people/enrich', 'enrich', (input) => input.email ?? input.full_name),
    source('contacts/find-email', 'email', ({ full_name }) => full_name),
    source('contacts/verify-email', 'verify', ({ email }) => email),
  ]
}

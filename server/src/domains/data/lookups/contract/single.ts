import type { Static, TObject, TSchema } from 'typebox'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import type { Tool } from '../../../../kit/declare/tool.ts'
import { type Action, findViolation, readQuestion } from '../../../../sources/action.ts'
import { enrichPerson, findEmail, verifyEmail } from '../../../../sources/actions.ts'
import { DataRequest, Envelope, GenericRequest, lookup, type Question, scriptedFailure } from './requests.ts'

interface LookupSpec {
  readonly id: `${string}.${string}`
  /** Prefix of its schema titles. */
  readonly title: string
  readonly tool: Tool
}

/** Declares an action as an endpoint: validation, price, docs and test replies are derived from its declaration. */
function declareLookup<In, S extends TSchema, B extends TSchema>(
  asked: Action<In, Static<S>> & { readonly output: S; readonly filters: TObject },
  { id, title, tool }: LookupSpec,
  body: B,
) {
  type Input = { body: Question }
  const ask = ({ body: { query, filters } }: Input) => ({ query, filters: filters ?? null }) as never
  const readSubjectKey = (question: Parameters<typeof asked.read>[0]) => asked.subjectKey(readQuestion(asked, question))
  const scripted = (query: string) => readSubjectKey({ query, filters: null })
  return endpoint({
    ...lookup,
    id,
    route: `POST /v1/data/${asked.id}`,
    summary: asked.summary,
    tool,
    description: `${asked.description} If nothing is found, \`data\` is null and nothing is charged. With a test key \`${asked.missQuery}\` is never found and \`${asked.failQuery}\` always fails.`,
    body,
    reply: Envelope(asked.output, `${title}Response`),
    price: {
      action: asked.id,
      atMost: () => ({ [asked.id]: 1 }),
      found: ({ data, repeat }) =>
        data !== null && !repeat && asked.isCharged(data as Static<S>) ? { [asked.id]: 1 } : {},
      holds: 'on_demand',
    },
    check: (input) => {
      const violation = findViolation(asked, ask(input))
      return violation ? [violation] : []
    },
    example: {
      body: { query: asked.example.query },
      reply: { status: 'OK', data: asked.example.output as never },
      echo: (input, reply) => {
        const subject = readSubjectKey(ask(input))
        if (subject === scripted(asked.failQuery)) throw scriptedFailure()
        if (subject === scripted(asked.missQuery)) return { ...reply, data: null }
        return { ...reply, data: asked.echo(readQuestion(asked, ask(input)), asked.example.output) as never }
      },
    },
  })
}

export const singles = {
  findEmail: declareLookup(
    findEmail,
    {
      id: 'data.find_email',
      title: 'FindEmail',
      tool: {
        name: 'data_find_email',
        text: 'Finds the work address of a person, by `query` "Ada Example, example.com" or by filters.',
        hides: ['limit', 'cursor', 'since_cursor', 'track_delta'],
      },
    },
    DataRequest(findEmail.filters, 'FindEmailRequest'),
  ),
  verifyEmail: declareLookup(
    verifyEmail,
    {
      id: 'data.verify_email',
      title: 'VerifyEmail',
      tool: {
        name: 'data_verify_email',
        text: 'Checks whether mail to an address (`query`) would be delivered.',
        hides: ['limit'],
      },
    },
    GenericRequest(verifyEmail.filters, 'VerifyEmailRequest'),
  ),
  enrichPerson: declareLookup(
    enrichPerson,
    {
      id: 'data.enrich_person',
      title: 'EnrichPerson',
      tool: {
        name: 'data_enrich_person',
        text: 'Returns everything known about one person, by address (`query`), name with domain, or the id from data_search_people.',
        hides: ['limit'],
      },
    },
    GenericRequest(enrichPerson.filters, 'EnrichPersonRequest'),
  ),
}

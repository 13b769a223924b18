import type { Static } from 'typebox'
import { endpoint } from '../../../../kit/declare/endpoint.ts'
import { Nullable, StringEnum } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { Person } from '../../../../sources/directory/contract.ts'
import { examplePeople } from './example-people.ts'
import { SCRIPTED, searchExamples } from './example-search.ts'
import { LIMIT_DEFAULT, Limit, lookup } from './requests.ts'

/** Agreement takes at least two lineages, and two thirds of the lineages that know the person. */
export const VOTES_MIN = 2
export const RATIO_MIN = 2 / 3

export type ConsensusRequest = Static<typeof ConsensusRequest>
const ConsensusRequest = Type.Object(
  { query: Type.String({ minLength: 1, maxLength: 1000 }), limit: Limit },
  { title: 'ConsensusRequest' },
)

const Dissent = Type.Object(
  {
    lineage: Type.String(),
    field: StringEnum(['company', 'title', 'location']),
    value: Type.String({ description: 'The different value of this lineage.' }),
  },
  { title: 'Dissent' },
)

export type AgreedPerson = Static<typeof AgreedPerson>
export const AgreedPerson = Type.Object(
  {
    person: Person,
    agreement: Type.Object({
      votes: Type.Integer({ minimum: 1, description: 'Number of lineages that name this company for this person.' }),
      lineages: Type.Array(Type.String(), { description: 'The lineages that agree.' }),
      ratio: Type.Number({ minimum: 0, maximum: 1, description: 'The share among the lineages that know the person.' }),
    }),
    dissent: Type.Array(Dissent),
  },
  { title: 'AgreedPerson' },
)

export type ConsensusFound = Static<typeof ConsensusFound>
const ConsensusFound = Type.Object(
  {
    status: StringEnum(['OK']),
    data: Nullable(Type.Array(AgreedPerson)),
    considered: Type.Integer({
      minimum: 0,
      description: 'Number of people found; those without agreement are left out.',
    }),
    threshold: Type.Object({ votes: Type.Integer(), ratio: Type.Number() }),
  },
  { title: 'ConsensusResponse' },
)

const [ada] = examplePeople as [Person]
const threshold = { votes: VOTES_MIN, ratio: RATIO_MIN }

export const consensus = {
  consensus: endpoint({
    ...lookup,
    id: 'data.consensus',
    route: 'POST /v1/data/consensus',
    summary: 'Find people on whom independent sources agree',
    description: `Asks every source and counts one vote per data lineage: resellers of one data set are one lineage, and so are imports with the same name. Sources agree on a person when at least ${VOTES_MIN} lineages, and two thirds of those that know the person, name the same company; each field shows the value that most lineages give. Charged per person agreed on; \`data\` is null when there is none. ${SCRIPTED}`,
    body: ConsensusRequest,
    reply: ConsensusFound,
    price: {
      action: 'consensus',
      atMost: ({ body }) => ({ consensus: body.limit ?? LIMIT_DEFAULT }),
      found: ({ data }) => ({ consensus: data?.length ?? 0 }),
      holds: 'on_demand',
    },
    example: {
      body: { query: 'head of research', limit: 1 },
      reply: {
        status: 'OK',
        data: [
          {
            person: ada,
            agreement: { votes: 2, lineages: ['conference-2026', 'crm-export'], ratio: 1 },
            dissent: [{ lineage: 'crm-export', field: 'title', value: 'Research Lead' }],
          },
        ],
        considered: 1,
        threshold,
      },
      echo: ({ body }, reply) => {
        const { data: people } = searchExamples('people', examplePeople, body)
        const [example] = reply.data ?? []
        const data = example && people ? people.map((person) => ({ ...example, person })) : null
        return { ...reply, data, considered: data?.length ?? 0 }
      },
    },
  }),
}

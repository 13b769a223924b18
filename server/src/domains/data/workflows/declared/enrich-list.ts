import { Type } from '../../../../kit/declare/type.ts'
import { enrichPerson } from '../../../../sources/actions.ts'
import { step, workflow } from '../contract/workflow.ts'

export const enrichList = workflow({
  name: 'enrich-list',
  title: 'EnrichList',
  summary: 'Enrich the people of a list',
  description:
    'Takes emails ("ada@example.com") and names with a domain ("Ada Example, example.com"); a person who is listed twice is looked up once.',
  inputs: Type.Object(
    { people: Type.Array(Type.String({ minLength: 3, maxLength: 500 }), { minItems: 1, maxItems: 100 }) },
    { additionalProperties: false },
  ),
  rows: { list: 'people' },
  steps: [step('person', enrichPerson, ({ input }) => ({ query: input ?? '', filters: null }))],
  columns: {
    input: ({ input }) => input,
    full_name: ({ person }) => person?.full_name,
    title: ({ person }) => person?.title,
    seniority: ({ person }) => person?.seniority,
    department: ({ person }) => person?.department,
    company: ({ person }) => person?.company?.name,
    domain: ({ person }) => person?.company?.domain,
    industry: ({ person }) => person?.company?.industry,
    size: ({ person }) => person?.company?.size,
    city: ({ person }) => person?.location?.city,
    region: ({ person }) => person?.location?.region,
    country: ({ person }) => person?.location?.country,
    links: ({ person }) => person?.links.join(' '),
  },
  example: { inputs: { people: ['ada.example@example.com'] } },
})

import { Nullable } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { findEmail, verifyEmail } from '../../../../sources/actions.ts'
import { PeopleFilters } from '../../../../sources/directory/contract.ts'
import { step, workflow } from '../contract/workflow.ts'

export const leadList = workflow({
  name: 'lead-list',
  title: 'LeadList',
  summary: 'Find people with their verified work emails',
  description: 'Searches for people, then finds and verifies the email of each.',
  inputs: Type.Object(
    {
      query: Type.Optional(Type.String({ maxLength: 1000 })),
      filters: Type.Optional(Nullable(PeopleFilters)),
    },
    { additionalProperties: false },
  ),
  rows: { search: ({ query = '', filters }) => ({ query, filters: filters ?? null }) },
  steps: [
    step('email', findEmail, ({ person }) => {
      if (!person?.company?.domain) return undefined
      const { full_name, first_name, last_name, company } = person
      return { query: '', filters: { full_name, first_name, last_name, domain: company.domain } }
    }),
    step('verification', verifyEmail, ({ email }) => (email ? { query: email.email, filters: null } : undefined)),
  ],
  columns: {
    full_name: ({ person }) => person?.full_name,
    first_name: ({ person }) => person?.first_name,
    last_name: ({ person }) => person?.last_name,
    title: ({ person }) => person?.title,
    seniority: ({ person }) => person?.seniority,
    department: ({ person }) => person?.department,
    company: ({ person }) => person?.company?.name,
    domain: ({ person }) => person?.company?.domain,
    industry: ({ person }) => person?.company?.industry,
    city: ({ person }) => person?.location?.city,
    country: ({ person }) => person?.location?.country,
    email: ({ email }) => email?.email,
    confidence: ({ email }) => email?.confidence,
    email_status: ({ verification }) => verification?.status,
    email_sub_status: ({ verification }) => verification?.sub_status,
  },
  example: { inputs: { query: 'research', filters: { seniority: ['head'] } } },
})

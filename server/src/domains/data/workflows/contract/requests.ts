import type { Static } from 'typebox'
import { ErrorObject, Nullable, StringEnum } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { FoundEmail, VerifiedEmail } from '../../../../sources/actions.ts'
import { Person } from '../../../../sources/directory/contract.ts'
import { type Field, listWorkflowSteps, type Workflow } from './workflow.ts'

const LIMIT_MAX = 100
export const FORMATS = ['json', 'csv', 'markdown'] as const

const common = {
  limit: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum: LIMIT_MAX,
        description: 'Maximum number of people to pay for; defaults to 10, or to all people listed in the inputs.',
      }),
    ),
  ),
  dry_run: Type.Boolean({
    default: false,
    description: 'Runs nothing and returns the maximum cost: free, also for read keys, and always JSON.',
  }),
  format: StringEnum(FORMATS, {
    default: 'json',
    description: 'Format of the response: JSON, a CSV file or a Markdown table.',
  }),
}

export interface RunRequest {
  readonly inputs: Readonly<Record<string, unknown>>
  readonly limit?: number | null
  readonly dry_run: boolean
  readonly format: (typeof FORMATS)[number]
}

export function buildRunRequestSchema({ title, inputs }: Workflow) {
  const body = Type.Object({ inputs, ...common }, { title: `${title}Request` })
  return Type.Unsafe<RunRequest>(body)
}

const Quoted = Type.Object(
  {
    step: Type.String(),
    action: Type.String(),
    unit: Type.String({ description: 'The unit that is paid for.' }),
    units: Type.Integer({ minimum: 0, description: 'Maximum that this step can find.' }),
    credits_per_unit: Type.Integer({ minimum: 0 }),
    credits: Type.Integer({ minimum: 0 }),
  },
  { title: 'WorkflowStepQuote' },
)

export type Quote = Static<typeof Quote>
export const Quote = Type.Object(
  {
    workflow: Type.String(),
    credits: Type.Integer({
      minimum: 0,
      description: 'Maximum cost of the call, and the amount it holds while it runs.',
    }),
    rows: Type.Integer({ minimum: 0, description: 'Maximum number of rows it can return.' }),
    steps: Type.Array(Quoted),
    price_book: Type.String(),
  },
  { title: 'WorkflowQuote' },
)

const OUTCOMES = ['found', 'inconclusive', 'not_found', 'skipped', 'failed'] as const

export type StepResult = Static<typeof StepResult>
const StepResult = Type.Object(
  {
    step: Type.String({ description: 'The row field that this step fills.' }),
    action: Type.String(),
    outcome: StringEnum(OUTCOMES, {
      description:
        '`inconclusive`: the status is `unknown`; `skipped`: there was nothing to ask; `failed`: a source did not answer. Only `found` costs credits.',
    }),
    credits: Type.Integer({ minimum: 0 }),
    error: Nullable(ErrorObject),
    repeat: Type.Optional(
      Type.Boolean({ description: 'Paid for recently, so free this time, if the price book allows it.' }),
    ),
  },
  { title: 'WorkflowStepResult' },
)

const FIELDS = { person: Person, email: FoundEmail, verification: VerifiedEmail } satisfies Record<Field, unknown>

export type Row = { readonly [K in Field]?: unknown } & {
  readonly input?: string | null
  readonly credits: number
  readonly steps: readonly StepResult[]
}

export interface RunReply {
  readonly status: 'OK'
  readonly workflow: string
  readonly dry_run: boolean
  readonly data: readonly Row[] | null
  readonly credits: number
  readonly estimate?: Quote
}

export function buildRowSchema(flow: Workflow) {
  return Type.Object(
    {
      ...('list' in flow.rows && { input: Type.String({ description: 'The item of the list, as sent.' }) }),
      ...Object.fromEntries(listWorkflowSteps(flow).map(({ field }) => [field, Nullable(FIELDS[field])])),
      credits: Type.Integer({ minimum: 0, description: 'Cost of this row.' }),
      steps: Type.Array(StepResult),
    },
    { title: `${flow.title}Row` },
  )
}

export function buildRunReplySchema(flow: Workflow) {
  const reply = Type.Object(
    {
      status: StringEnum(['OK']),
      workflow: StringEnum([flow.name]),
      dry_run: Type.Boolean(),
      data: Nullable(Type.Array(buildRowSchema(flow))),
      credits: Type.Integer({
        minimum: 0,
        description: 'Credits charged.',
      }),
      estimate: Type.Optional(Quote),
    },
    { title: `${flow.title}Response` },
  )
  return Type.Unsafe<RunReply>(reply)
}

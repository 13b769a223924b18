import type { Static } from 'typebox'
import { FreeForm, Nullable, StringEnum } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'
import { FORMATS } from './requests.ts'

export type WorkflowDescription = Static<typeof WorkflowDescription>
const WorkflowDescription = Type.Object(
  {
    name: Type.String(),
    summary: Type.String(),
    description: Type.String(),
    inputs: FreeForm({ description: 'JSON Schema of `inputs`.' }),
    steps: Type.Array(
      Type.Object({
        step: Type.String({ description: 'The row field that this step fills.' }),
        action: Type.String(),
        credits: Type.Integer({ minimum: 0, description: 'Cost for one row, if the step finds something.' }),
        unit: Type.String(),
      }),
    ),
    credits_per_row: Type.Integer({ minimum: 0, description: 'Maximum cost of one row.' }),
    columns: Type.Array(Type.String(), { description: 'Columns of its CSV file and its Markdown table.' }),
    formats: Type.Array(StringEnum(FORMATS)),
  },
  { title: 'Workflow' },
)

export type WorkflowList = Static<typeof WorkflowList>
export const WorkflowList = Type.Object(
  {
    status: StringEnum(['OK']),
    price_book: Type.String(),
    data: Type.Array(WorkflowDescription),
    has_more: Type.Boolean(),
    next_cursor: Nullable(Type.String()),
  },
  { title: 'WorkflowList' },
)

import type { Static } from 'typebox'
import { TEMPLATE_STATUSES } from '../../../../connectors/templates.ts'
import { event } from '../../../../kit/declare/event.ts'
import { DateTime, FreeForm, Nullable, StringEnum } from '../../../../kit/declare/schema.ts'
import { Type } from '../../../../kit/declare/type.ts'

export type Template = Static<typeof Template>
export const Template = Type.Object(
  {
    id: Type.String(),
    account_id: Type.String(),
    external_id: Nullable(Type.String()),
    name: Type.String(),
    language: Type.String(),
    category: Type.String(),
    components: Type.Array(FreeForm()),
    status: StringEnum(TEMPLATE_STATUSES),
    rejection_reason: Nullable(Type.String()),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { title: 'TemplateView' },
)

const moment = '2026-01-15T09:30:00.000Z'

export const templateExample: Template = {
  id: 'tpl_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  account_id: 'acc_01KA2Z3W9GQ8F0T5V6X7Y8Z9AB',
  external_id: '7000001',
  name: 'order_update',
  language: 'en',
  category: 'UTILITY',
  components: [{ type: 'BODY', text: 'Your order {{1}} is on its way.' }],
  status: 'approved',
  rejection_reason: null,
  created_at: moment,
  updated_at: moment,
}

export const templateStatusChanged = event({
  type: 'template.status_changed',
  summary: "A WhatsApp template's approval status changed.",
  data: Type.Object({ template: Template }),
  example: { template: templateExample },
})

export const templateEvents = [templateStatusChanged] as const

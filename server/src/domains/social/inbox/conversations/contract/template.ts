import type { Static } from 'typebox'
import { bytesAtMost, Name } from '../../../../../kit/declare/schema.ts'
import { Type } from '../../../../../kit/declare/type.ts'

const TemplateParameter = Type.Object(
  {
    type: Type.String({ minLength: 1, maxLength: 64, description: '`text`, `image`, `payload`, ...' }),
    parameter_name: Type.Optional(
      Name({ minLength: 0, maxLength: 64, description: 'For templates with named placeholders.' }),
    ),
    text: Type.Optional(Type.String()),
  },
  { additionalProperties: true, title: 'TemplateParameter' },
)

const TemplateComponent = Type.Object(
  {
    type: Type.String({ minLength: 1, maxLength: 64, description: '`header`, `body`, `button`, ...' }),
    sub_type: Type.Optional(Type.String({ maxLength: 64, description: 'For buttons: `quick_reply`, `url`, ...' })),
    index: Type.Optional(
      Type.Unsafe<number | string>({
        type: ['integer', 'string'],
        minimum: 0,
        maximum: 99,
        pattern: '^[0-9]{1,2}$',
        description: 'Index of the button, from 0.',
      }),
    ),
    parameters: Type.Optional(Type.Array(TemplateParameter)),
    cards: Type.Optional(Type.Array(Type.Unsafe<unknown>({}), { description: 'The cards of a carousel.' })),
  },
  { additionalProperties: false, title: 'MessageTemplateComponent' },
)

/** A template to send; the components are those of WhatsApp's Cloud API. */
export type MessageTemplate = Static<typeof MessageTemplate>
export const MessageTemplate = Type.Object(
  {
    name: Name({ maxLength: 512 }),
    language: Type.String({ minLength: 2, maxLength: 32 }),
    components: Type.Optional(
      Type.Array(TemplateComponent, bytesAtMost(64, "The values of the placeholders, as in WhatsApp's Cloud API.")),
    ),
  },
  { additionalProperties: false, title: 'MessageTemplate' },
)

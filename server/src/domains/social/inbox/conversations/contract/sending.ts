import type { Static } from 'typebox'
import { IdParams } from '../../../../../kit/declare/by-id.ts'
import { endpoint } from '../../../../../kit/declare/endpoint.ts'
import { invalidValue, type Violation } from '../../../../../kit/declare/errors.ts'
import { Type } from '../../../../../kit/declare/type.ts'
import { conversationExample, queuedExample, templateExample } from './examples.ts'
import { Message } from './resources.ts'
import { MessageTemplate } from './template.ts'

export type SendMessageRequest = Static<typeof SendMessageRequest>
const SendMessageRequest = Type.Object(
  {
    body: Type.Optional(Type.String({ minLength: 1, maxLength: 10_000, description: 'Free text.' })),
    media_id: Type.Optional(
      Type.String({
        maxLength: 64,
        description:
          'A media asset to send, with `body` as its caption. For platforms with the capability `messages.media`.',
      }),
    ),
    template: Type.Optional(MessageTemplate),
  },
  {
    additionalProperties: false,
    title: 'SendMessageRequest',
    description: 'Either `template`, or `body`, `media_id` or both.',
  },
)

export type StartConversationRequest = Static<typeof StartConversationRequest>
const StartConversationRequest = Type.Object(
  {
    to: Type.String({
      pattern: '^\\+[1-9][0-9]{6,14}$',
      description: 'A phone number in E.164 format: a plus sign, the country code and the number, digits only.',
    }),
    template: MessageTemplate,
  },
  { additionalProperties: false, title: 'StartConversationRequest' },
)

function checkExactlyOne({ body }: { body: SendMessageRequest }): Violation[] {
  const isContent = body.body !== undefined || body.media_id !== undefined
  if (isContent && body.template !== undefined)
    return [invalidValue(['body', 'template'], 'send either body or template, not both')]
  if (isContent || body.template !== undefined) return []
  return [{ type: 'missing', loc: ['body', 'body'], msg: 'Field required: send body or template' }]
}

function echoTemplate(template: MessageTemplate): Message {
  const { name, language, components = [] } = template
  return { ...queuedExample, body: null, template: { name, language, components } }
}

const send = {
  access: 'write',
  scope: 'profile',
  params: IdParams,
  status: 201,
  location: '/v1/conversations/{conversation_id}/messages',
  reply: Message,
  errors: ['wrong_state', 'template_not_approved', 'unsupported_by_platform'],
} as const

const ONCE =
  'Returns the message as `queued`, with an empty `external_id`; later it is sent, delivered, read or failed, and each change emits `message.status_changed`. It is sent at most once: if the platform does not confirm it, it is looked up there and not sent again.'

export const sending = {
  reply: endpoint({
    id: 'conversations.reply',
    route: 'POST /v1/conversations/{id}/messages',
    summary: 'Send a message',
    tool: { name: 'inbox_reply', when: 'conv', hides: ['template'] },
    description: `Send \`body\`, free text; \`media_id\`, a file, with or without text; or \`template\`, an approved template. ${ONCE} While the message window is closed, free text is refused with 409 and a template is accepted.`,
    ...send,
    body: SendMessageRequest,
    check: checkExactlyOne,
    example: {
      params: { id: conversationExample.id },
      body: { body: 'It is.' },
      reply: queuedExample,
      echo: ({ params, body }, reply) => ({
        ...(body.template ? echoTemplate(body.template) : { ...reply, body: body.body ?? null }),
        conversation_id: params.id,
      }),
    },
  }),

  start: endpoint({
    id: 'conversations.start',
    route: 'POST /v1/accounts/{id}/messages',
    summary: 'Send a template to a phone number',
    description: `Also works for a number that has not written yet: a conversation is created, or the existing one is used. ${ONCE} For platforms with the capability \`messages.start\`.`,
    ...send,
    body: StartConversationRequest,
    example: {
      params: { id: conversationExample.account_id },
      body: { to: '+15550100123', template: templateExample },
      reply: echoTemplate(templateExample),
      echo: ({ body }) => echoTemplate(body.template),
    },
  }),
}

import type { Static } from 'typebox'
import { endpoint } from '../../../kit/declare/endpoint.ts'
import { invalidValue, type Violation } from '../../../kit/declare/errors.ts'
import { Name, Nullable } from '../../../kit/declare/schema.ts'
import { Type } from '../../../kit/declare/type.ts'
import { CONTRAST_MIN, contrastWithWhite } from './contrast.ts'

export type Branding = Static<typeof Branding>
export const Branding = Type.Object(
  {
    name: Nullable(Name({ maxLength: 80, description: 'Shown instead of the name of the workspace.' })),
    color: Nullable(
      Type.String({
        pattern: '^#[0-9a-fA-F]{6}$',
        description: `The color of buttons, such as \`#1a56db\`. White text on it must be readable: a contrast of ${CONTRAST_MIN}:1 at least.`,
      }),
    ),
    logo_url: Nullable(
      Type.String({
        pattern: '^https://[^\\s"\'<>\\\\;,]+$',
        maxLength: 1000,
        description: 'A picture on HTTPS. Browsers of your customers load it from there.',
      }),
    ),
  },
  { title: 'Branding', additionalProperties: false },
)

function checkBranding({ body: { color, logo_url: logoUrl } }: { body: Branding }): Violation[] {
  const contrast = color === null ? CONTRAST_MIN : contrastWithWhite(color)
  return [
    ...(contrast >= CONTRAST_MIN
      ? []
      : [
          invalidValue(
            ['body', 'color'],
            `white text on it has a contrast of ${contrast.toFixed(2)}:1, and ${CONTRAST_MIN}:1 is needed; choose a darker color`,
          ),
        ]),
    ...(logoUrl === null || URL.canParse(logoUrl) ? [] : [invalidValue(['body', 'logo_url'], 'this is not a URL')]),
  ]
}

export const exampleBranding: Branding = {
  name: 'Example brand',
  color: '#1a56db',
  logo_url: 'https://example.com/logo.png',
}

export const branding = {
  get: endpoint({
    id: 'branding.get',
    route: 'GET /v1/branding',
    summary: 'Read how pages for your own customers look',
    reply: Branding,
    example: { reply: exampleBranding },
  }),

  put: endpoint({
    id: 'branding.put',
    route: 'PUT /v1/branding',
    summary: 'Set the name, color and logo of pages for your own customers',
    description:
      'They are shown on the page on which people connect accounts, and on pages of portal links. Null shows the name of the workspace, the usual color, or no logo.',
    role: 'owner',
    needsSudo: true,
    body: Branding,
    reply: Branding,
    check: checkBranding,
    example: { body: exampleBranding, reply: exampleBranding, echo: ({ body }) => body },
  }),
}

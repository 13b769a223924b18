import type { Static } from 'typebox'
import { endpoint } from '../../../kit/declare/endpoint.ts'
import { invalidValue, type Violation } from '../../../kit/declare/errors.ts'
import { DateTime, Name, Nullable } from '../../../kit/declare/schema.ts'
import { Type } from '../../../kit/declare/type.ts'

/** Minimum contrast of WCAG 2 for text of normal size (AA). */
const CONTRAST_MIN = 4.5

export type Branding = Static<typeof Branding>
export const Branding = Type.Object(
  {
    name: Nullable(Name({ maxLength: 80, description: "Shown instead of the workspace's name." })),
    color: Nullable(
      Type.String({
        pattern: '^#[0-9a-fA-F]{6}$',
        description: `The button color, such as \`#1a56db\`. White text on it must be readable: the contrast must be at least ${CONTRAST_MIN}:1.`,
      }),
    ),
    logo_url: Nullable(
      Type.String({
        pattern: '^https://[^\\s"\'<>\\\\;,]+$',
        maxLength: 1000,
        description: "An image served over HTTPS. Your customers' browsers load it from there.",
      }),
    ),
  },
  { title: 'Branding', additionalProperties: false },
)

export type StoredBranding = Static<typeof StoredBranding>
const StoredBranding = Type.Object(
  { ...Branding.properties, updated_at: Nullable(DateTime) },
  { title: 'StoredBranding', additionalProperties: false },
)

function checkBranding({ body: { color, logo_url: logoUrl } }: { body: Branding }): Violation[] {
  const contrast = color === null ? CONTRAST_MIN : contrastWithWhite(color)
  return [
    ...(contrast >= CONTRAST_MIN
      ? []
      : [
          invalidValue(
            ['body', 'color'],
            `white text on it has a contrast of ${contrast.toFixed(2)}:1, but ${CONTRAST_MIN}:1 is required; choose a darker color`,
          ),
        ]),
    ...(logoUrl === null || URL.canParse(logoUrl) ? [] : [invalidValue(['body', 'logo_url'], 'this is not a URL')]),
  ]
}

/** Returns the contrast between white and a color written as `#rrggbb`, from 1 to 21, as defined by WCAG 2. */
export function contrastWithWhite(color: string): number {
  const channels = [1, 3, 5].map((at) => linear(Number.parseInt(color.slice(at, at + 2), 16) / 255))
  const [red = 0, green = 0, blue = 0] = channels
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}

function linear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

export const exampleBranding: Branding = {
  name: 'Example brand',
  color: '#1a56db',
  logo_url: 'https://example.com/logo.png',
}

const exampleStored: StoredBranding = { ...exampleBranding, updated_at: '2026-01-15T09:30:00.000Z' }

export const branding = {
  get: endpoint({
    id: 'branding.get',
    route: 'GET /v1/branding',
    summary: 'Read the branding of pages for your own customers',
    special: { versioned: true },
    reply: StoredBranding,
    example: { reply: exampleStored },
  }),

  put: endpoint({
    id: 'branding.put',
    route: 'PUT /v1/branding',
    summary: 'Set the name, color and logo of pages for your own customers',
    special: { versioned: true },
    description:
      "The branding is shown on the page where people connect accounts, and on the pages of portal links. Null means the workspace's name, the default color, or no logo.",
    role: 'owner',
    needsSudo: true,
    body: Branding,
    reply: StoredBranding,
    check: checkBranding,
    example: { body: exampleBranding, reply: exampleStored, echo: ({ body }, reply) => ({ ...reply, ...body }) },
  }),
}

import type { Item } from '../../../api/client.ts'
import type { ReplyContent } from './outbox.ts'

export type Template = Item<'templates.list'>
type Components = NonNullable<NonNullable<ReplyContent['template']>['components']>

/** A placeholder of a template: `{{1}}` or `{{name}}`, in its header or its body. */
export interface TemplateField {
  readonly part: 'header' | 'body'
  readonly name: string
  /** Type of a media header, which takes a URL. */
  readonly media?: string
}

const MEDIA = ['image', 'video', 'document']

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g

function readPartText({ components }: Template, part: TemplateField['part']): string {
  const found = components.find(({ type, format }) => isText(type, format, part))
  return typeof found?.['text'] === 'string' ? found['text'] : ''
}

function isText(type: unknown, format: unknown, part: string): boolean {
  return String(type).toLowerCase() === part && (typeof format !== 'string' || format.toUpperCase() === 'TEXT')
}

function findHeaderMedia({ components }: Template): string | undefined {
  const header = components.find(({ type }) => String(type).toLowerCase() === 'header')
  return MEDIA.find((media) => media === String(header?.['format']).toLowerCase())
}

/** Returns the placeholders in the order in which the platform expects the values. */
export function listTemplateFields(template: Template): TemplateField[] {
  return (['header', 'body'] as const).flatMap((part) => {
    const media = part === 'header' ? findHeaderMedia(template) : undefined
    if (media !== undefined) return [{ part, name: '1', media }]
    const names = [...new Set([...readPartText(template, part).matchAll(PLACEHOLDER)].map(([, name = '']) => name))]
    const isNumbered = names.every((name) => /^\d+$/.test(name))
    const ordered = isNumbered ? names.toSorted((a, b) => Number(a) - Number(b)) : names
    return ordered.map((name) => ({ part, name }))
  })
}

export function toFieldKey({ part, name }: TemplateField): string {
  return `${part} ${name}`
}

/** Converts the values to components of the API; named placeholders are sent with their names. */
export function fillComponents(template: Template, values: Readonly<Record<string, string>>): Components {
  const fields = listTemplateFields(template)
  return (['header', 'body'] as const).flatMap((part) => {
    const own = fields.filter((field) => field.part === part)
    if (own.length === 0) return []
    return [{ type: part, parameters: own.map((field) => toParameter(field, values[toFieldKey(field)] ?? '')) }]
  })
}

function toParameter({ name, media }: TemplateField, value: string) {
  if (media !== undefined) return { type: media, [media]: { link: value } }
  return { type: 'text', ...(!/^\d+$/.test(name) && { parameter_name: name }), text: value }
}

/** Returns the text with the values filled in; placeholders without a value stay. */
export function filledText(template: Template, values: Readonly<Record<string, string>>): string {
  return (['header', 'body'] as const)
    .map((part) =>
      readPartText(template, part).replaceAll(
        PLACEHOLDER,
        (placeholder, name: string) => values[toFieldKey({ part, name })] || placeholder,
      ),
    )
    .filter(Boolean)
    .join('\n')
}

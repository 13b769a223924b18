import type { Json } from '../session.ts'

/** The value of a placeholder: `{type: 'text', text}`, `{type: 'image', image: {link}}`, `{type: 'payload', payload}`, ... */
export interface TemplateParameter {
  readonly type: string
  /** For templates whose placeholders have names. */
  readonly parameter_name?: string
  readonly [name: string]: unknown
}

/** The parameters of one part of a template, in the form of WhatsApp's Cloud API. Connectors send it unchanged. */
export interface TemplateComponent {
  /** `header`, `body`, `button`, `carousel`, ... */
  readonly type: string
  /** The type of a button: `quick_reply`, `url`, `copy_code`, ... */
  readonly sub_type?: string
  /** The position of a button, from 0. */
  readonly index?: number | string
  readonly parameters?: readonly TemplateParameter[]
  /** The cards of a carousel. */
  readonly cards?: readonly unknown[]
}

/** A template as it is sent: its name, its language and the values of its placeholders. */
export interface MessageTemplate {
  readonly name: string
  readonly language: string
  readonly components: readonly TemplateComponent[]
}

export interface TemplateProblem {
  /** A path inside `components`. */
  readonly path: readonly (string | number)[]
  readonly message: string
}

type Definition = Readonly<Record<string, unknown>>

/** Checks parameters against the definition of their template. Buttons and cards are left to the platform. */
export function checkParameters(
  definition: readonly Definition[],
  sent: MessageTemplate['components'],
): readonly TemplateProblem[] {
  return ['header', 'body'].flatMap((part) => checkPart(part, listPlaceholders(part, definition), sent))
}

function checkPart(
  part: string,
  placeholders: readonly string[],
  sent: MessageTemplate['components'],
): TemplateProblem[] {
  const at = sent.findIndex(({ type }) => isPart(type, part))
  const second = sent.findIndex(({ type }, index) => index > at && isPart(type, part))
  if (at >= 0 && second >= 0) return [{ path: [second], message: `the ${part} is sent twice` }]
  const parameters = sent[at]?.parameters ?? []
  if (parameters.length !== placeholders.length) {
    const path = at < 0 ? [] : [at, 'parameters']
    const needed = placeholders.length === 1 ? '1 parameter' : `${placeholders.length} parameters`
    return [{ path, message: `the ${part} of this template takes ${needed}, not ${parameters.length}` }]
  }
  if (!placeholders.some(isName)) return []
  const missing = new Set(placeholders)
  const wrong = parameters.findIndex(({ parameter_name: name = '' }) => !missing.delete(name))
  if (wrong < 0) return []
  const message = `the ${part} of this template has the parameters ${placeholders.slice(0, 20).join(', ')}, each of them once`
  return [{ path: [at, 'parameters', wrong, 'parameter_name'], message }]
}

const MEDIA_FORMATS = ['IMAGE', 'VIDEO', 'DOCUMENT', 'LOCATION', 'GIF']

/** Lists the names of a part's placeholders, numbers in ascending order. A media header takes one parameter. */
function listPlaceholders(part: string, definition: readonly Definition[]): string[] {
  const found = definition.find(({ type }) => isPart(type, part))
  if (MEDIA_FORMATS.includes(String(found?.['format']).toUpperCase())) return ['1']
  const names = [...new Set([...readComponentText(found).matchAll(PLACEHOLDER)].map(([, name = '']) => name))]
  return names.some(isName) ? names : names.toSorted((a, b) => Number(a) - Number(b))
}

const PLACEHOLDER = /\{\{ ?([A-Za-z0-9_]{1,64}) ?\}\}/g
const isName = (placeholder: string) => !/^\d+$/.test(placeholder)
const isPart = (type: unknown, part: string) => typeof type === 'string' && type.toLowerCase() === part
const readComponentText = (component: Definition | undefined) =>
  typeof component?.['text'] === 'string' ? component['text'] : ''

/** Far more than platforms allow. Without a limit, repeated placeholders could make a text of any length. */
const TEXT_MAX = 10_000

/** Returns the text that the other person reads; null for a template without text. */
export function renderBody(definition: readonly Definition[], sent: MessageTemplate['components']): string | null {
  const text = readComponentText(definition.find(({ type }) => isPart(type, 'body')))
  if (text === '') return null
  const placeholders = listPlaceholders('body', definition)
  const parameters = sent.find(({ type }) => isPart(type, 'body'))?.parameters ?? []
  const isNamed = placeholders.some(isName)
  const values = new Map(
    parameters.map((one, index) => [isNamed ? one.parameter_name : placeholders[index], parameterText(one)]),
  )
  let body = ''
  let end = 0
  for (const { 0: placeholder, 1: name = '', index } of text.matchAll(PLACEHOLDER)) {
    body += text.slice(end, index) + (values.get(name) ?? '')
    end = index + placeholder.length
    if (body.length > TEXT_MAX) break
  }
  return (body + text.slice(end)).slice(0, TEXT_MAX).toWellFormed()
}

/** Amounts and dates contain the text to show. */
function parameterText(parameter: TemplateParameter): string {
  if (typeof parameter['text'] === 'string') return parameter['text']
  const { fallback_value: shown } = (parameter[parameter.type] ?? {}) as { fallback_value?: Json }
  return typeof shown === 'string' ? shown : ''
}

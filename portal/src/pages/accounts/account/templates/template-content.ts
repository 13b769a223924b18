export interface TemplateDraft {
  readonly [key: string]: unknown
  readonly name: string
  readonly language: string
  readonly category: string
  readonly header: string
  readonly body: string
  readonly footer: string
  /** One per line. */
  readonly replies: string
  /** Example values of the placeholders, by name. */
  readonly examples: Readonly<Record<string, string>>
}

export const EMPTY_TEMPLATE: TemplateDraft = {
  name: '',
  language: 'en',
  category: 'UTILITY',
  header: '',
  body: '',
  footer: '',
  replies: '',
  examples: {},
}

type Component = Readonly<Record<string, unknown>>

const PLACEHOLDER = /\{\{\s*(\w{1,64})\s*\}\}/g

/** Returns the distinct placeholders of a text in order: `{{1}}`, or by name `{{first_name}}`. */
export function listPlaceholders(text: string): string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name]) => name ?? ''))]
}

/** Replaces the placeholders of a text with their examples. */
export function filled(text: string, examples: Readonly<Record<string, string>>): string {
  return text.replaceAll(PLACEHOLDER, (whole, name: string) => examples[name] || whole)
}

/** Builds the components of a template for the platform, which requires an example of each placeholder. */
export function buildComponents(draft: TemplateDraft): Component[] {
  const { header, body, footer, replies, examples } = draft
  const lines = replies
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  return [
    ...(header.trim() ? [{ type: 'HEADER', format: 'TEXT', text: header.trim() }] : []),
    { type: 'BODY', text: body.trim(), ...buildExample(listPlaceholders(body), examples) },
    ...(footer.trim() ? [{ type: 'FOOTER', text: footer.trim() }] : []),
    ...(lines.length > 0 ? [{ type: 'BUTTONS', buttons: lines.map((text) => ({ type: 'QUICK_REPLY', text })) }] : []),
  ]
}

function buildExample(names: readonly string[], examples: Readonly<Record<string, string>>): Component {
  if (names.length === 0) return {}
  const isNumbered = names.every((name) => /^\d+$/.test(name))
  const values = names.map((name) => examples[name] ?? '')
  return {
    example: isNumbered
      ? { body_text: [values] }
      : { body_text_named_params: names.map((param_name, n) => ({ param_name, example: values[n] })) },
  }
}

/** Extracts the texts of a stored template. */
export function readTemplateTexts(components: readonly Component[]): {
  header: string
  body: string
  footer: string
  buttons: string[]
} {
  const readComponentText = (type: string) => {
    const text = components.find((part) => part['type'] === type)?.['text']
    return typeof text === 'string' ? text : ''
  }
  const buttons = components.find((part) => part['type'] === 'BUTTONS')?.['buttons']
  return {
    header: readComponentText('HEADER'),
    body: readComponentText('BODY'),
    footer: readComponentText('FOOTER'),
    buttons: Array.isArray(buttons) ? buttons.map(({ text }: { text?: string }) => text ?? '') : [],
  }
}

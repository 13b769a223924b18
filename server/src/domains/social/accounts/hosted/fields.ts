import type { TObject, TSchema } from 'typebox'
import { type Html, html } from '../../../../kit/html.ts'
import { formatLabel } from './label.ts'

/** What is known of a field from its schema. */
interface Field extends TSchema {
  readonly type?: string
  readonly description?: string
  readonly enum?: readonly string[]
  readonly anyOf?: readonly { readonly const?: string }[]
  readonly minimum?: number
  readonly maximum?: number
}

/** What must not be shown while it is typed, nor kept by the browser. */
const SECRET = /password|secret|token|private_key|nsec/

/** The inputs of a form for an object: one for each property. */
export function renderInputs(schema: TObject, entered: URLSearchParams): Html {
  const fields = Object.entries(schema.properties as Record<string, Field>)
  const required = (schema.required ?? []) as readonly string[]
  return html`${fields.map(([name, field]) => renderInput(name, field, required.includes(name), entered))}`
}

function renderInput(name: string, field: Field, isRequired: boolean, entered: URLSearchParams): Html {
  const label = html`<b>${formatLabel(name)}${isRequired ? '' : ' (optional)'}</b>`
  const help = field.description ? html`<small id="${name}-help">${field.description}</small>` : html``
  return html`<label for="${name}">${label}${renderControl(name, field, isRequired, entered.get(name) ?? '')}${help}</label>`
}

function renderControl(name: string, field: Field, isRequired: boolean, value: string): Html {
  const required = isRequired ? html` required` : html``
  const described = field.description ? html` aria-describedby="${name}-help"` : html``
  const choices = field.enum ?? field.anyOf?.map((one) => one.const ?? '')
  if (choices) {
    const options = choices.map(
      (choice: string) =>
        html`<option value="${choice}"${choice === value ? html` selected` : html``}>${choice}</option>`,
    )
    return html`<select id="${name}" name="${name}"${required}${described}>${isRequired ? html`` : html`<option value=""></option>`}${options}</select>`
  }
  if (field.type === 'boolean')
    return html`<input id="${name}" name="${name}" type="checkbox" value="true"${described}>`
  if (field.type === 'array')
    return html`<textarea id="${name}" name="${name}" rows="3" autocomplete="off" autocapitalize="none" spellcheck="false"${required}${described}>${value}</textarea>`
  const isSecret = SECRET.test(name)
  const type = isSecret ? 'password' : field.type === 'integer' || field.type === 'number' ? 'number' : 'text'
  // What is secret is not sent back to the browser.
  const kept = isSecret ? '' : value
  return html`<input id="${name}" name="${name}" type="${type}" value="${kept}" autocomplete="off" autocapitalize="none" spellcheck="false"${required}${described}>`
}

/** What a person entered, in the types of the schema. A field that was left empty is absent. */
export function readFields(schema: TObject, form: URLSearchParams): Record<string, unknown> {
  const fields = Object.entries(schema.properties as Record<string, Field>)
  const entered = fields.map(([name, { type }]) => [name, parseFieldValue(type, form.get(name)?.trim() ?? '')] as const)
  return Object.fromEntries(entered.filter(([, value]) => value !== ''))
}

function parseFieldValue(type: string | undefined, text: string): unknown {
  if (text === '') return ''
  if (type === 'integer' || type === 'number') return Number(text)
  if (type === 'array') return text.split(/[\s,]+/).filter((item) => item !== '')
  return type === 'boolean' ? text === 'true' : text
}

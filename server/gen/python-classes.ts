import { attributeName, docstring, isPythonName, literal, tuple } from './python-text.ts'

export interface Field {
  readonly key: string
  readonly type: string
  readonly isOptional: boolean
  readonly description: string | undefined
}

/** Renders the class of an object in a response: a dictionary with its fields as attributes. */
export function renderModel(name: string, fields: readonly Field[], about: string): string {
  const attributes = fields
    .map((field) => ({ ...field, attribute: attributeName(field.key) }))
    .filter(({ attribute }) => isPythonName(attribute))
  const optional = attributes.filter(({ isOptional }) => isOptional).map(({ attribute }) => literal(attribute))
  const lines = attributes.map(({ attribute, type, isOptional, description }) =>
    renderField(attribute, isOptional ? renderUnion([type, 'None']) : type, description),
  )
  const absent = optional.length > 0 ? `    _optional = ${tuple(optional)}\n` : ''
  return `class ${name}(Model):\n${about}${about && '\n'}${absent}${lines.join('')}`
}

/** Renders the type of an object in a request. A class of required keys inherits those that may be absent. */
export function renderTypedDict(name: string, fields: readonly Field[], about: string): string {
  const optional = fields.filter(({ isOptional }) => isOptional)
  const needed = fields.filter(({ isOptional }) => !isOptional)
  if (needed.length === 0) return renderKeys(name, 'TypedDict, total=False', optional, about)
  if (optional.length === 0) return renderKeys(name, 'TypedDict', needed, about)
  return `${renderKeys(`_${name}Optional`, 'TypedDict, total=False', optional, '')}\n\n${renderKeys(name, `_${name}Optional`, needed, about)}`
}

function renderKeys(name: string, parents: string, fields: readonly Field[], about: string): string {
  if (fields.every(({ key }) => isPythonName(key))) {
    const lines = fields.map(({ key, type, description }) => renderField(key, type, description))
    return `class ${name}(${parents}):\n${about}${about && '\n'}${lines.join('')}`
  }
  // A key such as `from` cannot be an attribute name.
  const [, total = ''] = /^TypedDict(, total=False)?$/.exec(parents) ?? []
  if (!parents.startsWith('TypedDict'))
    throw new Error(`${name} has optional fields and a key that is not a valid name`)
  const entries = fields.map(({ key, type }) => `        ${literal(key)}: ${literal(type)},\n`).join('')
  return `${name} = TypedDict(\n    ${literal(name)},\n    {\n${entries}    },\n${total && '    total=False,\n'})\n`
}

function renderField(name: string, type: string, description: string | undefined): string {
  return `    ${name}: ${type}\n${description ? docstring([description.replaceAll(/\s+/g, ' ')], '    ') : ''}`
}

/** Renders a union. An optional type may be one of its members. */
export function renderUnion(types: readonly string[]): string {
  const members = types.flatMap((type) => (type.startsWith('Optional[') ? [type.slice(9, -1), 'None'] : [type]))
  const several = [...new Set(members.filter((type) => type !== 'None'))]
  const one = several.length > 1 ? `Union[${several.join(', ')}]` : (several[0] ?? 'None')
  return members.includes('None') && several.length > 0 && one !== 'Any' ? `Optional[${one}]` : one
}

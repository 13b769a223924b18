import { docstring, isPythonName, literal, pascal } from './python-text.ts'

interface Schema {
  readonly type?: string | readonly string[]
  readonly title?: unknown
  readonly description?: string
  readonly default?: unknown
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}

/** Writes JSON Schemas as Python types. An object becomes a TypedDict named after its title or its position. */
export interface PythonTypes {
  /** Returns the type as an expression. `name` is used for an object without a title. */
  writeType(schema: unknown, name: string): string
  /** Returns the type of a method argument, which accepts any sequence or mapping. */
  writeArgumentType(schema: unknown, name: string): string
  /** Returns the classes of all types seen so far, sorted by name. */
  declarations(): string
}

/** `prefix` precedes the name of each class where it is used, such as `t.`. */
export function createPythonTypes(prefix: string): PythonTypes {
  const classes = new Map<string, { readonly source: string; text: string }>()

  function renderType(schema: Schema, name: string, within: string): string {
    return renderUnion(renderBranches(schema, name, within))
  }

  function renderBranches(schema: Schema, name: string, within: string): string[] {
    if (schema.const !== undefined) return [`Literal[${literal(schema.const)}]`]
    if (schema.enum) {
      const values = schema.enum.filter((value) => value !== null).map(literal)
      return [`Literal[${values.join(', ')}]`, ...(schema.enum.includes(null) ? ['None'] : [])]
    }
    const branches = schema.anyOf ?? schema.oneOf
    if (branches)
      return branches.flatMap((branch, at) => renderBranches(branch, at === 0 ? name : `${name}${at + 1}`, within))
    const types = [schema.type ?? (schema.properties ? 'object' : [])].flat()
    return types.length === 0 ? ['Any'] : types.map((type) => renderPlainType(type, schema, name, within))
  }

  function renderPlainType(type: string, schema: Schema, name: string, within: string): string {
    if (type === 'array') return `List[${schema.items ? renderType(schema.items, `${name}Item`, within) : 'Any'}]`
    if (type === 'object') return renderObjectType(schema, name, within)
    const plain = { integer: 'int', number: 'float', boolean: 'bool', string: 'str', null: 'None' }[type]
    if (plain === undefined) throw new Error(`${name} is of an unknown type: ${type}`)
    return plain
  }

  function renderObjectType(schema: Schema, place: string, within: string): string {
    const { properties = {}, patternProperties = {}, additionalProperties } = schema
    if (Object.keys(properties).length === 0) {
      const rest = Object.values(patternProperties)[0] ?? additionalProperties
      return `Dict[str, ${typeof rest === 'object' ? renderType(rest, `${place}Value`, within) : 'Any'}]`
    }
    const name = typeof schema.title === 'string' ? pascal(schema.title) : place
    const source = JSON.stringify(schema)
    const known = classes.get(name)
    if (known && known.source !== source) throw new Error(`Two types are called ${name}`)
    if (!known) {
      // A schema may contain itself, so its name is registered before its content.
      const entry = { source, text: '' }
      classes.set(name, entry)
      entry.text = renderClass(name, schema)
    }
    return `${within}${name}`
  }

  function renderClass(name: string, schema: Schema): string {
    const { properties = {}, required = [] } = schema
    const fields = Object.entries(properties).map(([key, field]) => ({
      key,
      // A field with a default is optional.
      isOptional: !required.includes(key) || field.default !== undefined,
      type: renderType(field, `${name}${pascal(key)}`, ''),
      description: field.description,
    }))
    const optional = fields.filter(({ isOptional }) => isOptional)
    const needed = fields.filter(({ isOptional }) => !isOptional)
    const about = schema.description ? docstring([schema.description], '    ') : ''
    if (needed.length === 0) return renderClassBody(name, 'TypedDict, total=False', optional, about)
    if (optional.length === 0) return renderClassBody(name, 'TypedDict', needed, about)
    return `${renderClassBody(`_${name}Optional`, 'TypedDict, total=False', optional, '')}\n\n${renderClassBody(name, `_${name}Optional`, needed, about)}`
  }

  return {
    writeType: (schema, name) => renderType(schema as Schema, name, prefix),
    writeArgumentType: (schema, name) =>
      renderUnion(
        renderBranches(schema as Schema, name, prefix).map((type) =>
          type.replace(/^List\[/, 'Sequence[').replace(/^Dict\[/, 'Mapping['),
        ),
      ),
    declarations: () =>
      [...classes]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([, { text }]) => text)
        .join('\n\n'),
  }
}

interface Field {
  readonly key: string
  readonly type: string
  readonly description: string | undefined
}

function renderClassBody(name: string, parents: string, fields: readonly Field[], about: string): string {
  if (fields.every(({ key }) => isPythonName(key))) {
    const lines = fields.map(
      ({ key, type, description }) =>
        `    ${key}: ${type}\n${description ? docstring([description.replaceAll(/\s+/g, ' ')], '    ') : ''}`,
    )
    // Final, so that `"key" in value` distinguishes the types of a union.
    const decorator = name.startsWith('_') ? '' : '@final\n'
    return `${decorator}class ${name}(${parents}):\n${about}${about && '\n'}${lines.join('')}`
  }
  // A key such as `from` cannot be an attribute name.
  const [, total = ''] = /^TypedDict(, total=False)?$/.exec(parents) ?? []
  if (!parents.startsWith('TypedDict'))
    throw new Error(`${name} has optional fields and a key that is not a valid name`)
  const entries = fields.map(({ key, type }) => `        ${literal(key)}: ${literal(type)},\n`).join('')
  return `${name} = TypedDict(\n    ${literal(name)},\n    {\n${entries}    },\n${total && '    total=False,\n'})\n`
}

function renderUnion(types: readonly string[]): string {
  const several = [...new Set(types.filter((type) => type !== 'None'))]
  const one = several.length > 1 ? `Union[${several.join(', ')}]` : (several[0] ?? 'None')
  return types.includes('None') && several.length > 0 && one !== 'Any' ? `Optional[${one}]` : one
}

import { renderModel, renderTypedDict, renderUnion } from './python-classes.ts'
import { docstring, literal, pascal } from './python-text.ts'

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

/** Writes JSON Schemas as Python types. An object becomes a class named after its title or its position. */
export interface PythonTypes {
  /**
   * Returns the type of a response as an expression. `name` is used for an object without a title. Write responses first: a
   * request type with the title of a response is called `<Title>Input`.
   */
  writeReplyType(schema: unknown, name: string): string
  /** Returns the type of a method argument, which accepts any sequence or mapping. */
  writeArgumentType(schema: unknown, name: string): string
  /** Returns the classes of all types seen so far, sorted by name. */
  declarations(): string
}

/** Position of a schema: the name of an object without a title, the prefix of class names, and the kind of classes. */
interface Place {
  readonly name: string
  readonly within: string
  readonly use: 'request' | 'reply'
}

/** `prefix` precedes the name of each class where it is used, such as `t.`. */
export function createPythonTypes(prefix: string): PythonTypes {
  const classes = new Map<string, { readonly source: string; readonly use: Place['use']; text: string }>()

  function renderType(schema: Schema, place: Place): string {
    return renderUnion(renderBranches(schema, place))
  }

  function renderBranches(schema: Schema, place: Place): string[] {
    if (schema.const !== undefined) return [`Literal[${literal(schema.const)}]`]
    if (schema.enum) {
      const values = schema.enum.filter((value) => value !== null).map(literal)
      return [`Literal[${values.join(', ')}]`, ...(schema.enum.includes(null) ? ['None'] : [])]
    }
    const branches = schema.anyOf ?? schema.oneOf
    if (branches)
      return branches.flatMap((branch, at) =>
        renderBranches(branch, at === 0 ? place : { ...place, name: `${place.name}${at + 1}` }),
      )
    const types = [schema.type ?? (schema.properties ? 'object' : [])].flat()
    return types.length === 0 ? ['Any'] : types.flatMap((type) => renderPlainType(type, schema, place))
  }

  function renderPlainType(type: string, schema: Schema, place: Place): string[] {
    if (type === 'array')
      return [`List[${schema.items ? renderType(schema.items, { ...place, name: `${place.name}Item` }) : 'Any'}]`]
    if (type === 'object') return renderObjectType(schema, place)
    const plain = { integer: 'int', number: 'float', boolean: 'bool', string: 'str', null: 'None' }[type]
    if (plain === undefined) throw new Error(`${place.name} is of an unknown type: ${type}`)
    return [plain]
  }

  function renderObjectType(schema: Schema, place: Place): string[] {
    const { properties = {}, patternProperties = {}, additionalProperties } = schema
    if (Object.keys(properties).length === 0) {
      const rest = Object.values(patternProperties)[0] ?? additionalProperties
      const inner = { ...place, name: `${place.name}Value` }
      return [`Dict[str, ${typeof rest === 'object' ? renderType(rest, inner) : 'Any'}]`]
    }
    const name = nameClass(schema, place)
    const source = JSON.stringify(schema)
    const known = classes.get(name)
    if (known && (known.source !== source || known.use !== place.use)) throw new Error(`Two types are called ${name}`)
    if (!known) {
      // A schema may contain itself, so its name is registered before its content.
      const entry = { source, use: place.use, text: '' }
      classes.set(name, entry)
      entry.text = renderClass(name, schema, place.use)
    }
    // A TypedDict allows no other keys.
    const isOpen = place.use === 'request' && Boolean(additionalProperties)
    return [`${place.within}${name}`, ...(isOpen ? ['Dict[str, Any]'] : [])]
  }

  function nameClass({ title }: Schema, { name, use }: Place): string {
    if (typeof title !== 'string') return name
    const isOfReply = use === 'request' && classes.get(pascal(title))?.use === 'reply'
    return isOfReply ? `${pascal(title)}Input` : pascal(title)
  }

  function renderClass(name: string, schema: Schema, use: Place['use']): string {
    const { properties = {}, required = [], description } = schema
    const fields = Object.entries(properties).map(([key, field]) => ({
      key,
      // A request may omit a field with a default; a response has it.
      isOptional: !required.includes(key) || (use === 'request' && field.default !== undefined),
      type: renderType(field, { name: `${name}${pascal(key)}`, within: '', use }),
      description: field.description,
    }))
    const about = description ? docstring([description], '    ') : ''
    return use === 'reply' ? renderModel(name, fields, about) : renderTypedDict(name, fields, about)
  }

  return {
    writeReplyType: (schema, name) => renderType(schema as Schema, { name, within: prefix, use: 'reply' }),
    writeArgumentType: (schema, name) =>
      renderUnion(
        renderBranches(schema as Schema, { name, within: prefix, use: 'request' }).map((type) =>
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

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
  /** Rules between fields. `then` may narrow the schema of a field, depending on the value of another. */
  readonly allOf?: readonly { readonly then?: Schema }[]
}

/** A field with a default is optional in a request and present in every response. */
type SchemaUse = 'request' | 'reply'

/** Writes JSON Schemas as TypeScript. A schema with a title becomes a type of that name, declared once. */
export interface TypeWriter {
  /**
   * Returns the type as an expression. Write responses first: if requests may omit a field of a type, its request variant is
   * called `<Title>Input`.
   */
  writeType(schema: unknown, indent?: string, use?: SchemaUse): string
  /** Returns the `export` lines of all named types seen so far, sorted by name, except those of another file. */
  declarations(elsewhere?: ReadonlySet<string>): string
}

/** `narrower` has, by title, a TypeScript type or a schema that replaces what the server declares. */
export function createTypeWriter(narrower: Readonly<Record<string, string | object>> = {}): TypeWriter {
  const named = new Map<string, string>()
  const inReplies = new Set<string>()

  function renderType(schema: Schema, indent: string, use: SchemaUse): string {
    if (typeof schema.title !== 'string') return renderExpression(schema, indent, use)
    const title = toTypeName(schema.title)
    if (use === 'reply') inReplies.add(title)
    const name = use === 'request' && inReplies.has(title) && hasDefault(schema) ? `${title}Input` : title
    if (!named.has(name)) {
      // A schema may contain itself, so its name is registered before its content.
      named.set(name, '')
      const replaced = narrower[title] ?? schema
      named.set(name, typeof replaced === 'string' ? replaced : renderExpression(replaced, '', use))
    }
    return name
  }

  function renderExpression(schema: Schema, indent: string, use: SchemaUse): string {
    if (schema.const !== undefined) return JSON.stringify(schema.const)
    if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
    const branches = schema.anyOf ?? schema.oneOf
    if (branches) return unique(branches.map((branch) => renderType(branch, indent, use))).join(' | ')
    const types = [schema.type ?? []].flat()
    if (types.length === 0) return schema.properties ? renderObjectType(schema, indent, use) : 'unknown'
    return unique(types.map((type) => renderPlainType(type, schema, indent, use))).join(' | ')
  }

  function renderPlainType(type: string, schema: Schema, indent: string, use: SchemaUse): string {
    if (type === 'integer' || type === 'number') return 'number'
    if (type === 'array') return schema.items ? renderArrayType(renderType(schema.items, indent, use)) : 'unknown[]'
    return type === 'object' ? renderObjectType(schema, indent, use) : type
  }

  function renderObjectType(schema: Schema, indent: string, use: SchemaUse): string {
    const { properties = {}, patternProperties = {}, additionalProperties, required = [] } = schema
    const rest = Object.values(patternProperties)[0] ?? additionalProperties
    const fields = Object.entries(properties)
    if (fields.length === 0) return renderRecordType(rest, indent, use)
    const inner = `${indent}  `
    const lines = fields.map(([name, field]) => {
      const isOptional = !required.includes(name) || (use === 'request' && field.default !== undefined)
      const type = renderType(narrowField(name, field, schema), inner, use)
      const absent = use === 'request' && isOptional ? ' | undefined' : ''
      const comment = renderComment(field, inner, use === 'request')
      return `${comment}${inner}${quoteKey(name)}${isOptional ? '?' : ''}: ${type}${absent}\n`
    })
    const open = rest === undefined || rest === false ? '' : `${inner}[name: string]: unknown\n`
    return `{\n${lines.join('')}${open}${indent}}`
  }

  function renderRecordType(rest: boolean | Schema | undefined, indent: string, use: SchemaUse): string {
    if (rest === false) return 'Record<string, never>'
    return `Record<string, ${typeof rest === 'object' ? renderType(rest, indent, use) : 'unknown'}>`
  }

  return {
    writeType: (schema, indent = '', use = 'request') => renderType(schema as Schema, indent, use),
    declarations: (elsewhere) =>
      [...named]
        .filter(([name]) => !elsewhere?.has(name))
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, text]) => renderDeclaration(name, text))
        .join('\n'),
  }
}

/** Returns the field as any of the schemas that the rules of its object give it. */
function narrowField(name: string, field: Schema, { allOf = [] }: Schema): Schema {
  const schemas = allOf.flatMap(({ then }) => then?.properties?.[name] ?? [])
  return schemas.length > 0 ? { anyOf: schemas } : field
}

/** Declares an interface where it can, because editors show it by name. */
function renderDeclaration(name: string, text: string): string {
  const isObject = /^\{\n[^]*\n\}$/.test(text) && !/\n\}(?=.)/.test(text)
  return isObject ? `export interface ${name} ${text}\n` : `export type ${name} = ${text}\n`
}

/** Returns whether a request may omit a field that a response has. */
function hasDefault(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  const { properties = {} } = schema as Schema
  return (
    Object.values(properties).some((field) => field.default !== undefined) || Object.values(schema).some(hasDefault)
  )
}

function unique(types: readonly string[]): string[] {
  return [...new Set(types)]
}

function renderArrayType(item: string): string {
  return /^(\w+|\{[^|]*\})$/.test(item) ? `${item}[]` : `Array<${item}>`
}

function quoteKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
}

function toTypeName(title: string): string {
  return title.replaceAll(/\W+/g, '_')
}

function renderComment({ description, default: preset }: Schema, indent: string, withDefault: boolean): string {
  const shown = withDefault && preset !== undefined && preset !== '' && `\`${JSON.stringify(preset)}\` when absent.`
  const text = [description, shown].filter(Boolean).join(' ')
  return text ? `${indent}/** ${commentText(text)} */\n` : ''
}

export function commentText(text: string): string {
  return text.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')
}

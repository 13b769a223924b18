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
  readonly allOf?: readonly Schema[]
}

/** Writes the TypeScript of JSON Schemas. One with a title becomes a type of that name, declared once. */
export interface TypeWriter {
  /** The type as an expression. */
  typeOf(schema: unknown, indent?: string): string
  /** `export` lines of every named type met so far, in the order of their names. */
  declarations(): string
}

export function createTypeWriter(): TypeWriter {
  const named = new Map<string, string>()

  function typeOf(schema: Schema, indent = ''): string {
    if (typeof schema.title !== 'string') return expressionOf(schema, indent)
    const name = nameOf(schema.title)
    if (!named.has(name)) {
      // A schema may contain itself: the name is known before its content.
      named.set(name, '')
      named.set(name, expressionOf(schema, ''))
    }
    return name
  }

  function expressionOf(schema: Schema, indent: string): string {
    if (schema.const !== undefined) return JSON.stringify(schema.const)
    if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
    const branches = schema.anyOf ?? schema.oneOf
    if (branches) return unique(branches.map((branch) => typeOf(branch, indent))).join(' | ')
    // `allOf` holds rules between fields; the fields themselves stand beside it.
    const types = [schema.type ?? []].flat()
    if (types.length === 0) return schema.properties ? objectOf(schema, indent) : 'unknown'
    return unique(types.map((type) => plainOf(type, schema, indent))).join(' | ')
  }

  function plainOf(type: string, schema: Schema, indent: string): string {
    if (type === 'integer' || type === 'number') return 'number'
    if (type === 'array') return schema.items ? arrayOf(typeOf(schema.items, indent)) : 'unknown[]'
    return type === 'object' ? objectOf(schema, indent) : type
  }

  function objectOf(schema: Schema, indent: string): string {
    const { properties = {}, patternProperties = {}, additionalProperties, required = [] } = schema
    const rest = Object.values(patternProperties)[0] ?? additionalProperties
    const fields = Object.entries(properties)
    if (fields.length === 0) return recordOf(rest, indent)
    const inner = `${indent}  `
    const lines = fields.map(([name, field]) => {
      // A field with a default need not be sent.
      const isOptional = !required.includes(name) || field.default !== undefined
      return `${commentOf(field, inner)}${inner}${keyOf(name)}${isOptional ? '?' : ''}: ${typeOf(field, inner)}\n`
    })
    const open = rest === undefined || rest === false ? '' : `${inner}[name: string]: unknown\n`
    return `{\n${lines.join('')}${open}${indent}}`
  }

  function recordOf(rest: boolean | Schema | undefined, indent: string): string {
    if (rest === false) return 'Record<string, never>'
    return `Record<string, ${typeof rest === 'object' ? typeOf(rest, indent) : 'unknown'}>`
  }

  return {
    typeOf: (schema, indent) => typeOf(schema as Schema, indent),
    declarations: () =>
      [...named]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, text]) => `export type ${name} = ${text}\n`)
        .join('\n'),
  }
}

function unique(types: readonly string[]): string[] {
  return [...new Set(types)]
}

function arrayOf(item: string): string {
  return /^(\w+|\{[^|]*\})$/.test(item) ? `${item}[]` : `Array<${item}>`
}

function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
}

function nameOf(title: string): string {
  return title.replaceAll(/\W+/g, '_')
}

function commentOf({ description }: Schema, indent: string): string {
  return description ? `${indent}/** ${description.replaceAll('*/', '* /').replaceAll(/\s+/g, ' ')} */\n` : ''
}

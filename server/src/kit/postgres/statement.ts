import { Json, selectCast, writeValue } from './values.ts'

/** A statement as it is sent to PostgreSQL. */
export interface CompiledStatement {
  readonly text: string
  /** Undefined for text that may contain several statements. */
  readonly values?: readonly (string | Buffer | null)[]
  /** True if its text depends on the number of rows, so that it is not prepared. */
  readonly hasManyRows?: boolean
}

interface StatementDraft extends CompiledStatement {
  readonly values: (string | Buffer | null)[]
  hasManyRows: boolean
}

export type Rows<List> = List & { readonly count: number }
type Send = (statement: CompiledStatement) => Promise<unknown>

/** SQL with its values. It is sent when it is awaited, or becomes part of the statement it is used in. */
export class Statement<List> implements Promise<Rows<List>> {
  readonly [Symbol.toStringTag] = 'Statement'
  readonly strings: readonly string[]
  readonly args: readonly unknown[]
  readonly #send: Send
  #sent: Promise<Rows<List>> | undefined

  constructor(strings: readonly string[], args: readonly unknown[], send: Send) {
    this.strings = strings
    this.args = args
    this.#send = send
  }

  /** Sends the statement now instead of when it is first awaited. */
  execute(): this {
    this.#sent ??= this.#start()
    return this
  }

  // oxlint-disable-next-line unicorn/no-thenable -- it is a promise
  then<A = Rows<List>, B = never>(
    resolved?: ((rows: Rows<List>) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.#sent ??= this.#start()
    return this.#sent.then(resolved, rejected)
  }

  catch<B = never>(rejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<Rows<List> | B> {
    return this.then(undefined, rejected)
  }

  finally(done?: (() => void) | null): Promise<Rows<List>> {
    return this.then((rows) => rows).finally(done)
  }

  #start(): Promise<Rows<List>> {
    try {
      return this.#send(compile(this)) as Promise<Rows<List>>
    } catch (error) {
      return Promise.reject(error)
    }
  }
}

/** Names of tables and columns. */
export class Identifiers {
  readonly names: readonly string[]
  constructor(names: readonly string[]) {
    this.names = names
  }
}

/** Columns with values: assignments after `set`, otherwise the columns and values of an insert. */
export class Columns {
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  readonly names: readonly string[]
  constructor(rows: readonly object[], names: readonly string[]) {
    this.rows = rows as readonly Record<string, unknown>[]
    this.names = names.length > 0 ? names : Object.keys(this.rows[0] ?? {})
  }
}

/** The text of call sites whose values need no cast, by template object: there is one per call site. */
const plainTexts = new WeakMap<readonly string[], string>()

export function compile({ strings, args }: Pick<Statement<unknown>, 'strings' | 'args'>): CompiledStatement {
  if (args.every(isPlain)) {
    let text = plainTexts.get(strings)
    if (text === undefined) plainTexts.set(strings, (text = strings.reduce((left, right, n) => `${left}$${n}${right}`)))
    return { text, values: args.map(writeValue) }
  }
  const draft: StatementDraft = { text: '', values: [], hasManyRows: false }
  const text = splice(strings, args, draft)
  return { ...draft, text }
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || value === null
}

function splice(strings: readonly string[], args: readonly unknown[], draft: StatementDraft): string {
  let text = strings[0] ?? ''
  for (const [n, arg] of args.entries()) text += compileArgument(arg, text, draft) + (strings[n + 1] ?? '')
  return text
}

function compileArgument(arg: unknown, before: string, draft: StatementDraft): string {
  if (arg instanceof Statement) return splice(arg.strings, arg.args, draft)
  if (arg instanceof Identifiers) return arg.names.map(quote).join()
  if (arg instanceof Columns) return /\bset\s*$/i.test(before) ? assignments(arg, draft) : insertion(arg, draft)
  if (Array.isArray(arg) && arg[0] instanceof Statement)
    return (arg as Statement<unknown>[]).map((part) => splice(part.strings, part.args, draft)).join(' ')
  return parameter(arg, draft)
}

function parameter(value: unknown, { values }: StatementDraft): string {
  values.push(writeValue(value))
  return `$${values.length}${selectCast(value)}`
}

function assignments({ rows, names }: Columns, draft: StatementDraft): string {
  return names.map((name) => `${quote(name)} = ${compileArgument(rows[0]?.[name], '', draft)}`).join()
}

function insertion({ rows, names }: Columns, draft: StatementDraft): string {
  if (rows.length > 1) draft.hasManyRows = true
  const tuples = rows.map((row) => `(${names.map((name) => compileArgument(row[name], '', draft)).join()})`)
  return `(${names.map(quote).join()}) values ${tuples.join()}`
}

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""').replaceAll('.', '"."')}"`
}

export type Value =
  | string
  | number
  | boolean
  | null
  | Date
  | Uint8Array
  | Json
  | readonly Value[]
  | Statement<unknown>
  | Identifiers
  | Columns

// oxlint-disable-next-line typescript/no-explicit-any -- statements of tests and tools do not name their columns
type AnyRow = Record<string, any>

/** A pool or an open transaction: SQL functions take either. */
export interface Db {
  <List extends readonly unknown[] = AnyRow[]>(
    strings: TemplateStringsArray,
    ...values: readonly Value[]
  ): Statement<List>
  (names: string | readonly string[]): Identifiers
  (row: object | readonly object[], ...columns: readonly string[]): Columns
  json(value: unknown): Json
  /** Runs SQL text unchanged: one or several statements, or a part of another statement. */
  unsafe<List extends readonly unknown[] = AnyRow[]>(text: string): Statement<List>
}

/** Creates the tag function that SQL is written with. */
export function tag(send: Send): Db {
  function db(first: unknown, ...rest: readonly unknown[]) {
    if (isTemplate(first)) return new Statement(first, rest, send)
    if (typeof first === 'string') return new Identifiers([first])
    const list = Array.isArray(first) ? first : [first]
    return typeof list[0] === 'string'
      ? new Identifiers(list as string[])
      : new Columns(list as object[], rest as string[])
  }
  const unsafe = (text: string) => new Statement([text], [], ({ text: whole }) => send({ text: whole }))
  return Object.assign(db, { json: asJson, unsafe }) as Db
}

function asJson(value: unknown): Json {
  return new Json(value)
}

function isTemplate(value: unknown): value is TemplateStringsArray {
  return Array.isArray(value) && 'raw' in value
}

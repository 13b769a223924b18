/** Facts about one operation. The generated table has an entry for each. */
export interface CommandFacts {
  readonly summary: string
  readonly description?: string
  /** Path parameters, in order. */
  readonly params: readonly string[]
  readonly flags: readonly Flag[]
  readonly marks: readonly Mark[]
  /** Columns of the table, if the operation returns a list. */
  readonly columns?: readonly string[]
  readonly example: string
}

/** `page`: a list; `priced`: can cost credits; `file`: takes a file; `bytes`: returns one; `wait`: returns work in progress. */
export type Mark = 'page' | 'priced' | 'write' | 'file' | 'bytes' | 'wait'

export interface Flag {
  /** Name in the API, such as `scheduled_at`. */
  readonly name: string
  readonly kind: 'text' | 'time' | 'integer' | 'number' | 'boolean' | 'list' | 'json'
  readonly isRequired?: true
  readonly isNullable?: true
  readonly description?: string
  readonly default?: unknown
  readonly values?: readonly unknown[]
}

/** Returns `--scheduled-at` for `scheduled_at`. */
export function flagName(name: string): string {
  return `--${kebab(name)}`
}

export function kebab(name: string): string {
  return name.replaceAll('_', '-')
}

export function snake(name: string): string {
  return name.replaceAll('-', '_')
}

/** A command that does more than one operation, as help and completion show it. */
export interface CommandSummary {
  readonly name: string
  readonly summary: string
}

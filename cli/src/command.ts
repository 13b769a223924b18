/** What is known of one operation: the generated table has one for each. */
export interface CommandFacts {
  readonly summary: string
  readonly description?: string
  /** Names of the path, in order. */
  readonly params: readonly string[]
  readonly flags: readonly Flag[]
  readonly marks: readonly Mark[]
  /** Of a list: what its table shows. */
  readonly columns?: readonly string[]
  readonly example: string
}

/** `page`: a list; `priced`: can cost credits; `file`: takes a file; `bytes`: answers one; `wait`: answers what goes on. */
export type Mark = 'page' | 'priced' | 'write' | 'file' | 'bytes' | 'wait'

export interface Flag {
  /** As the API has it: `scheduled_at`. */
  readonly name: string
  readonly kind: 'text' | 'time' | 'integer' | 'number' | 'boolean' | 'list' | 'json'
  readonly isRequired?: true
  readonly isNullable?: true
  readonly description?: string
  readonly default?: unknown
  readonly values?: readonly unknown[]
}

/** `--scheduled-at` for `scheduled_at`. */
export function flagName(name: string): string {
  return `--${kebab(name)}`
}

export function kebab(name: string): string {
  return name.replaceAll('_', '-')
}

export function snake(name: string): string {
  return name.replaceAll('-', '_')
}

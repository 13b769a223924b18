import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'

interface Scope {
  /** Value of `.`. */
  readonly dot: unknown
  readonly names: Readonly<Record<string, unknown>>
}

interface TemplatePart {
  readonly text?: string
  readonly action?: string
  readonly body?: TemplatePart[]
}

/**
 * Renders the part of Helm's templates that our chart uses: values, with, if, range, and a few functions. Throws on anything
 * else, so that the chart stays simple enough to be checked on machines without Helm.
 */
export function render(template: string, { chart, values }: { chart: string; values: object }): string {
  const about = parse(readFileSync(join(chart, 'Chart.yaml'), 'utf8')) as { appVersion: string }
  const dot = {
    Values: values,
    Release: { Name: 'quoin', Namespace: 'default' },
    Chart: { AppVersion: about.appVersion },
  }
  const tokens = template
    .replaceAll(/\s*\{\{-/g, '{{')
    .split(/(\{\{.*?\}\})/s)
    .map((token): TemplatePart => (token.startsWith('{{') ? { action: token.slice(2, -2).trim() } : { text: token }))
  const [tree, rest] = nest(tokens)
  if (rest.length > 0) throw new Error('An end has no beginning')
  return write(tree, { dot, names: {} })
}

function nest(tokens: readonly TemplatePart[]): [TemplatePart[], readonly TemplatePart[]] {
  const parts: TemplatePart[] = []
  let rest = tokens
  while (rest.length > 0) {
    const [first = {}, ...others] = rest
    if (first.action === 'end') return [parts, rest]
    if (first.action && /^(?:with|if|range) /.test(first.action)) {
      const [body, after] = nest(others)
      if (after[0]?.action !== 'end') throw new Error(`${first.action} has no end`)
      parts.push({ ...first, body })
      rest = after.slice(1)
    } else {
      parts.push(first)
      rest = others
    }
  }
  return [parts, rest]
}

function write(parts: readonly TemplatePart[], scope: Scope): string {
  return parts.map((part) => part.text ?? writeAction(part, scope)).join('')
}

function writeAction({ action = '', body }: TemplatePart, scope: Scope): string {
  if (!body) return String(evaluate(action, scope))
  const [word, ...words] = action.split(' ')
  if (word === 'range') {
    const [, key = '', name = '', list = ''] = /^range (\$\w+), (\$\w+) := (.*)$/.exec(action) ?? []
    const entries = Object.entries(evaluate(list, scope) ?? {})
    return entries
      .map(([at, value]) => write(body, { ...scope, names: { ...scope.names, [key]: at, [name]: value } }))
      .join('')
  }
  const value = evaluate(words.join(' '), scope)
  if (isEmpty(value)) return ''
  return write(body, word === 'with' ? { ...scope, dot: value } : scope)
}

function isEmpty(value: unknown): boolean {
  return !value || (typeof value === 'object' && Object.keys(value).length === 0)
}

function evaluate(expression: string, scope: Scope): unknown {
  const [first = '', ...pipes] = expression.split(' | ')
  return pipes.reduce((value, call) => apply(call, scope, [value]), apply(first, scope, []))
}

function apply(call: string, scope: Scope, piped: readonly unknown[]): unknown {
  const [name = '', ...rest] = call.trim().split(/\s+/)
  if (/^[.$]/.test(name)) return lookUp(name, scope)
  const args = [...rest.map((word) => (/^[.$]/.test(word) ? lookUp(word, scope) : Number(word))), ...piped]
  const run = FUNCTIONS[name]
  if (!run) throw new Error(`${name} is not a function that the chart may use`)
  return run(...(args as never[]))
}

function lookUp(path: string, { dot, names }: Scope): unknown {
  if (path.startsWith('$')) return names[path]
  return path
    .split('.')
    .filter(Boolean)
    .reduce((value: unknown, key) => {
      if (typeof value !== 'object' || value === null || !(key in value)) throw new Error(`${path} does not exist`)
      return (value as Record<string, unknown>)[key]
    }, dot)
}

const FUNCTIONS: Readonly<Record<string, (...args: never[]) => unknown>> = {
  quote: (value: unknown) => JSON.stringify(String(value)),
  default: (otherwise: unknown, value: unknown) => value || otherwise,
  add: (...numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0),
  toYaml: (value: unknown) => stringify(value).trimEnd(),
  nindent: (spaces: number, text: string) => `\n${text.replaceAll(/^/gm, ' '.repeat(spaces))}`,
}

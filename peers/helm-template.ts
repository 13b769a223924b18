import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'

interface Scope {
  /** Value of `.`. */
  readonly dot: unknown
  readonly names: Readonly<Record<string, unknown>>
  /** Named templates of the chart. */
  readonly defined: Map<string, readonly TemplatePart[]>
}

interface TemplatePart {
  readonly text?: string
  readonly action?: string
  readonly body?: TemplatePart[]
  readonly otherwise?: TemplatePart[]
}

/**
 * Renders the templates of a chart to YAML documents by path, for machines without Helm. Understands the part of Helm's language
 * that our chart uses, and throws on anything else: a chart that needs more is too clever.
 */
export function renderChart(chart: string, values: object): Record<string, string> {
  const about = parse(readFileSync(join(chart, 'Chart.yaml'), 'utf8')) as { appVersion: string }
  const scope: Scope = {
    dot: {
      Values: values,
      Release: { Name: 'quoin', Namespace: 'default' },
      Chart: { AppVersion: about.appVersion },
    },
    names: {},
    defined: new Map(),
  }
  const read = (path: string) => readTemplate(readFileSync(join(chart, path), 'utf8'))
  for (const path of globSync('templates/*.tpl', { cwd: chart })) write(read(path), scope)
  const paths = globSync('templates/*.{yaml,txt}', { cwd: chart })
  return Object.fromEntries(paths.map((path) => [path, write(read(path), scope)]))
}

function readTemplate(template: string): TemplatePart[] {
  const tokens = template
    .replaceAll(/\s*\{\{-/g, '{{')
    .replaceAll(/-\}\}\s*/g, '}}')
    .split(/(\{\{.*?\}\})/s)
    .map((token): TemplatePart => (token.startsWith('{{') ? { action: token.slice(2, -2).trim() } : { text: token }))
  const [tree, rest] = nest(tokens)
  if (rest.length > 0) throw new Error(`${rest[0]?.action} has no beginning`)
  return tree
}

/** Returns the parts up to the `end` or `else` that belongs to an enclosing block, and the rest, which begins with it. */
function nest(tokens: readonly TemplatePart[]): [TemplatePart[], readonly TemplatePart[]] {
  const parts: TemplatePart[] = []
  let rest = tokens
  while (rest.length > 0) {
    const [first = {}, ...others] = rest
    if (/^(?:end|else)\b/.test(first.action ?? '')) return [parts, rest]
    if (/^(?:with|if|range|define) /.test(first.action ?? '')) {
      const [part, after] = nestBlock(first, others)
      parts.push(part)
      rest = after
    } else {
      parts.push(first)
      rest = others
    }
  }
  return [parts, rest]
}

function nestBlock(first: TemplatePart, others: readonly TemplatePart[]): [TemplatePart, readonly TemplatePart[]] {
  const [body, after] = nest(others)
  const [close, ...rest] = after
  if (close?.action === 'end') return [{ ...first, body }, rest]
  if (!close?.action) throw new Error(`${first.action} has no end`)
  if (close.action.startsWith('else if ')) {
    const [part, left] = nestBlock({ action: close.action.slice('else '.length) }, rest)
    return [{ ...first, body, otherwise: [part] }, left]
  }
  const [otherwise, end] = nest(rest)
  if (end[0]?.action !== 'end') throw new Error(`${first.action} has no end`)
  return [{ ...first, body, otherwise }, end.slice(1)]
}

function write(parts: readonly TemplatePart[], scope: Scope): string {
  return parts.map((part) => part.text ?? writeAction(part, scope)).join('')
}

function writeAction({ action = '', body, otherwise = [] }: TemplatePart, scope: Scope): string {
  if (!body) return String(evaluate(action, scope))
  const [word, expression] = split(action)
  if (word === 'define') {
    scope.defined.set(JSON.parse(expression) as string, body)
    return ''
  }
  if (word === 'range') {
    const [, key = '', name = '', list = ''] = /^(\$\w+), (\$\w+) := (.*)$/.exec(expression) ?? []
    // Go's templates go through a map in the order of its keys.
    const entries = Object.entries(evaluate(list, scope) ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1))
    return entries
      .map(([at, value]) => write(body, { ...scope, names: { ...scope.names, [key]: at, [name]: value } }))
      .join('')
  }
  const value = evaluate(expression, scope)
  if (isEmpty(value)) return write(otherwise, scope)
  return write(body, word === 'with' ? { ...scope, dot: value } : scope)
}

function split(action: string): [string, string] {
  const at = action.indexOf(' ')
  return [action.slice(0, at), action.slice(at + 1)]
}

function isEmpty(value: unknown): boolean {
  return !value || (typeof value === 'object' && Object.keys(value).length === 0)
}

function evaluate(expression: string, scope: Scope): unknown {
  const words = expression.match(/"(?:[^"\\]|\\.)*"|[()|]|[^\s()|]+/g) ?? []
  const value = evaluatePipeline(words, scope)
  if (words.length > 0) throw new Error(`${expression} has a parenthesis too many`)
  return value
}

/** Evaluates and removes the words up to the closing parenthesis or the end. */
function evaluatePipeline(words: string[], scope: Scope): unknown {
  let piped: unknown[] = []
  for (;;) {
    const name = words[0] ?? ''
    const isCall = /^[a-z]/i.test(name)
    if (isCall) words.shift()
    const args: unknown[] = []
    while (words.length > 0 && words[0] !== '|' && words[0] !== ')') args.push(evaluateWord(words, scope))
    piped = [isCall ? call(name, [...args, ...piped], scope) : args[0]]
    if (words.shift() !== '|') return piped[0]
  }
}

function evaluateWord(words: string[], scope: Scope): unknown {
  const word = words.shift() ?? ''
  if (word === '(') return evaluatePipeline(words, scope)
  if (word.startsWith('"')) return JSON.parse(word)
  if (word.startsWith('$')) return scope.names[word]
  if (word.startsWith('.')) return lookUp(word, scope.dot)
  return Number(word)
}

/** Throws for a value that is not in values.yaml. Settings in `env` are the user's own, so they may be missing. */
function lookUp(path: string, dot: unknown): unknown {
  const keys = path.split('.').filter(Boolean)
  return keys.reduce((value: unknown, key, at) => {
    if (typeof value === 'object' && value !== null && key in value) return (value as Record<string, unknown>)[key]
    if (keys[at - 1] === 'env') return undefined
    throw new Error(`${path} does not exist`)
  }, dot)
}

function call(name: string, args: unknown[], scope: Scope): unknown {
  if (name === 'include') {
    const [template, dot] = args
    const parts = scope.defined.get(template as string)
    if (!parts) throw new Error(`${String(template)} is not defined`)
    return write(parts, { ...scope, dot, names: {} })
  }
  const run = FUNCTIONS[name]
  if (!run) throw new Error(`${name} is not a function that the chart may use`)
  return run(...(args as never[]))
}

/** Writes a number of a values file as Go does: with an exponent from a million on. */
function formatNumber(value: number): string {
  return Math.abs(value) < 1e6 ? String(value) : value.toExponential().replace(/e\+(\d)$/, 'e+0$1')
}

const FUNCTIONS: Readonly<Record<string, (...args: never[]) => unknown>> = {
  quote: (value: unknown) => JSON.stringify(typeof value === 'number' ? formatNumber(value) : String(value)),
  toJson: (value: unknown) => JSON.stringify(value),
  kindIs: (kind: string, value: unknown) => kind === 'string' && typeof value === 'string',
  default: (otherwise: unknown, value: unknown) => value || otherwise,
  add: (...numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0),
  int: Number,
  eq: (one: unknown, other: unknown) => one === other,
  gt: (one: number, other: number) => one > other,
  not: isEmpty,
  and: (...values: unknown[]) => values.find(isEmpty) ?? values.at(-1),
  or: (...values: unknown[]) => values.find((value) => !isEmpty(value)) ?? values.at(-1),
  printf: (format: string, ...values: unknown[]) =>
    values.reduce<string>((text, one) => text.replace('%s', String(one)), format),
  dict: (...pairs: unknown[]) =>
    Object.fromEntries(pairs.flatMap((key, at) => (at % 2 === 0 ? [[key, pairs[at + 1]]] : []))),
  toYaml: (value: unknown) => stringify(value).trimEnd(),
  nindent: (spaces: number, text: string) => `\n${text.replaceAll(/^/gm, ' '.repeat(spaces))}`,
  fail: (message: string) => {
    throw new Error(message)
  },
}

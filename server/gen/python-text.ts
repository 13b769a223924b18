const KEYWORDS = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
)

/** Methods of a dictionary, which an attribute of the same name would hide. */
const DICT_METHODS = new Set('clear copy fromkeys get items keys pop popitem setdefault update values'.split(' '))

export const GENERATED = '# Generated from the endpoint declarations by `npm run gen`: change those, not this.\n'

export function isPythonName(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && !KEYWORDS.has(name)
}

/** Returns the name of an argument. A Python keyword gets an underscore. */
export function argumentName(name: string): string {
  return KEYWORDS.has(name) ? `${name}_` : name
}

/** Returns the name of a field as an attribute of a dictionary. A Python keyword or a method gets an underscore. */
export function attributeName(key: string): string {
  return KEYWORDS.has(key) || DICT_METHODS.has(key) ? `${key}_` : key
}

/** Returns `WebhookDeliveries` for `webhook_deliveries`. */
export function pascal(name: string): string {
  return name.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

/** Renders a Python literal. JSON strings and numbers are valid Python. */
export function literal(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return JSON.stringify(value)
}

/** Renders a docstring: wrapped paragraphs, and a list of fields. */
export function docstring(paragraphs: readonly string[], indent: string, fields: readonly string[] = []): string {
  const width = 112 - indent.length
  const texts = paragraphs.map((paragraph) => wrap(paragraph, width))
  if (fields.length > 0)
    texts.push(fields.flatMap((field) => wrap(field, width - 4).map((line, at) => (at > 0 ? `    ${line}` : line))))
  const lines = texts.flatMap((text, at) => (at === 0 ? text : ['', ...text]))
  const safe = lines.map((line) => line.replaceAll('\\', '\\\\').replaceAll('"""', "'''"))
  const last = safe.at(-1) ?? ''
  const isOneLine = safe.length === 1
  // A trailing quote would merge with the closing ones.
  const closing = isOneLine ? `${last.endsWith('"') ? ' ' : ''}"""\n` : `\n${indent}"""\n`
  return `${indent}"""${safe.map((line, at) => (at === 0 || line === '' ? line : `${indent}${line}`)).join('\n')}${closing}`
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.trim().split(/\s+/)) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

/** Renders a tuple. A single element needs a comma. */
export function tuple(parts: readonly string[]): string {
  return `(${parts.join(', ')}${parts.length === 1 ? ',' : ''})`
}

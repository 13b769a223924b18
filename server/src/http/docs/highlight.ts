import { type Html, html } from '../../kit/html.ts'

type TokenKind = 'comment' | 'text' | 'name' | 'value' | 'word'

/** Classes of `<i>`. One letter each, because they are repeated often. */
const CLASSES: Record<TokenKind, string> = { comment: 'c', text: 's', name: 'k', value: 'v', word: 'w' }

const KINDS = Object.keys(CLASSES) as TokenKind[]

const SCRIPT_WORDS =
  'as async await break case catch class const continue default do else export extends finally for from function if import in instanceof interface let new of return switch throw try type typeof var void while yield'
const WORDS: Record<string, string> = {
  ts: SCRIPT_WORDS,
  js: SCRIPT_WORDS,
  python:
    'and as async await class def elif else except finally for from global if import in is lambda not or pass raise return try while with yield',
  go: 'break case chan const continue default defer else fallthrough for func go if import interface map package range return select struct switch type var',
  php: 'array as catch class const echo else elseif exit extends final fn for foreach function if implements namespace new null private public readonly return static throw try use while',
  sh: 'case do done elif else esac export fi for function if in then until while',
  json: '',
}
const ALIASES: Record<string, string> = {
  typescript: 'ts',
  javascript: 'js',
  py: 'python',
  bash: 'sh',
  shell: 'sh',
  http: 'sh',
}

const TEXT = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'`
const NUMBER = String.raw`(?<![\w.-])-?\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?\b`
const VALUE = String.raw`\b(?:true|false|null|None|True|False|undefined|nil)\b`
/** In JSON a string before a colon is the name of a member. */
const NAME = String.raw`"(?:[^"\\\n]|\\.)*"(?=\s*:)`
const HASH = String.raw`(?<![\w$&{])#[^\n]*`
const SLASHES = String.raw`(?<![:\w])//[^\n]*|/\*[^]*?\*/`

const GRAMMARS = new Map<string, RegExp>()

function findGrammar(language: string): RegExp | undefined {
  const words = WORDS[language]
  if (words === undefined) return undefined
  const known = GRAMMARS.get(language)
  if (known) return known
  const comment = language === 'python' || language === 'sh' ? HASH : language === 'json' ? undefined : SLASHES
  const text = language === 'sh' ? String.raw`"(?:[^"\\]|\\[^])*"|'[^']*'` : `${TEXT}|\`(?:[^\`\\\\]|\\\\[^])*\``
  const parts = [
    comment && `(?<comment>${comment})`,
    language === 'json' && `(?<name>${NAME})`,
    `(?<text>${text})`,
    `(?<value>${VALUE}|${NUMBER})`,
    words && `(?<word>(?<![\\w$.-])(?:${words.replaceAll(' ', '|')})(?![\\w-]))`,
  ]
  const grammar = new RegExp(parts.filter(Boolean).join('|'), 'g')
  GRAMMARS.set(language, grammar)
  return grammar
}

/** Marks comments, strings, values and keywords of code. Unknown languages stay plain. */
export function highlight(code: string, language = ''): Html {
  const grammar = findGrammar(ALIASES[language] ?? language)
  if (!grammar) return html`${code}`
  const pieces: Html[] = []
  let from = 0
  for (const match of code.matchAll(grammar)) {
    const kind = KINDS.find((each) => match.groups?.[each] !== undefined) ?? 'text'
    pieces.push(html`${code.slice(from, match.index)}<i class="${CLASSES[kind]}">${match[0]}</i>`)
    from = match.index + match[0].length
  }
  return html`${pieces}${code.slice(from)}`
}

import { otherNamesOf } from './nicknames.ts'
import { type Script, type Spelling, scriptOf, spell } from './transliterate.ts'

export interface PersonName {
  readonly full_name: string
  readonly first_name?: string | null
  readonly last_name?: string | null
}

/** One way to read a name: how its parts may be spelt, the likeliest first. */
export interface Reading {
  readonly given: readonly Spelling[]
  readonly family: readonly Spelling[]
  readonly weight: number
}

const TITLES =
  /^(?:mr|mrs|ms|miss|mx|dr|prof|professor|sir|dame|lord|lady|ing|dipl|mag|herr|frau|mme|mlle|sr|sra|don|doña|rev|hon|capt|maj|col|gen|lt)\.?$/iu
const SUFFIXES =
  /^(?:jr|sr|snr|jnr|i{2,3}|iv|vi{0,3}|ph\.?d|mba|m\.?d|cpa|cfa|esq|msc|bsc|m\.?a|b\.?a|ll\.?m|ll\.?b|pmp|cissp|rn|dds|pe|obe|mbe|cbe)\.?$/iu
const PARTICLES = new Set(
  'af al ap av ben bin bint da das de del della den der des di do dos du e el ibn la le lo mac mc st te ten ter van vande vanden vander vom von y zu zum zur'.split(
    ' ',
  ),
)
const PATRONYMIC = /(?:ович|евич|йович|овна|евна|ична|івна|ївна)$/iu
const EAST_ASIAN = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u
const LONG_FAMILIES = /^(?:欧阳|歐陽|司马|司馬|诸葛|諸葛|上官|皇甫|令狐|慕容|司徒|남궁|황보|제갈|선우|독고)/u
/** Where the family comes first at home, and often abroad. */
const FAMILIES_FIRST = new Set(
  `wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo lin luo liang song tang deng feng xie cao peng kim lee park choi jung kang
  cho yoon jang lim nguyen tran le pham hoang phan vu dang bui do ngo sato suzuki takahashi tanaka watanabe ito yamamoto nakamura kobayashi`.split(
    /\s+/,
  ),
)

/** Where people have two families and use the first. */
const SPANISH = /\.(?:es|mx|ar|cl|pe|ve|ec|uy|cr|do|gt|bo|py|com\.co)$/

/** Every way a name can be read, the likeliest first; nothing when it cannot be spelt with a to z. */
export function readName(name: PersonName, domain: string): Reading[] {
  const script = scriptOf(name.full_name, domain)
  return splitName(name, SPANISH.test(domain)).flatMap(({ first, last, weight }) => {
    const [given, family] = [spellGiven(first, script), spellFamily(last, script)]
    return given.length > 0 && family.length > 0 === last.length > 0 ? [{ given, family, weight }] : []
  })
}

interface Split {
  readonly first: readonly string[]
  readonly last: readonly string[]
  readonly weight: number
}

function splitName({ full_name: full, first_name: first, last_name: last }: PersonName, isSpanish: boolean): Split[] {
  const [all, said] = [wordsOf(full), { first: wordsOf(first ?? ''), last: wordsOf(last ?? '') }]
  // First and last word of the whole name are a guess from it, and here it is read better.
  const isGuess =
    said.first[0] === all[0] && said.last[0] === all.at(-1) && said.first.length === 1 && said.last.length === 1
  if (!isGuess && said.first.length > 0 && said.last.length > 0) return bothOrders(said.first, said.last)
  if (all.length === 1) return splitWord(all[0] ?? '')
  if (all.length === 0) return []
  if (all.every((word) => EAST_ASIAN.test(word))) return [{ first: all.slice(1), last: all.slice(0, 1), weight: 1 }]
  if (PATRONYMIC.test(all.at(-1) ?? '')) return [{ first: all.slice(1, 2), last: all.slice(0, 1), weight: 1 }]
  const words = all.filter((word) => !PATRONYMIC.test(word))
  const particle = words.findIndex((word, at) => at > 0 && at < words.length - 1 && isParticle(word))
  if (particle > 0) return [{ first: words.slice(0, particle), last: words.slice(particle), weight: 1 }]
  return [...bothOrders(words.slice(0, -1), words.slice(-1)), ...withTwoFamilies(words, isSpanish)]
}

/** `Wang Xiaoming` and `Xiaoming Wang` are one person. */
function bothOrders(first: readonly string[], last: readonly string[]): Split[] {
  const isTurned = first.length === 1 && last.length === 1 && FAMILIES_FIRST.has(first[0]?.toLowerCase() ?? '')
  if (!isTurned) return [{ first, last, weight: 1 }]
  return [
    { first, last, weight: 1 },
    { first: last, last: first, weight: 0.9 },
  ]
}

/** Of three words or more the last but one may be a family's as well. */
function withTwoFamilies(words: readonly string[], isSpanish: boolean): Split[] {
  return words.length < 3 ? [] : [{ first: words.slice(0, -2), last: words.slice(-2), weight: isSpanish ? 2 : 0.4 }]
}

function splitWord(word: string): Split[] {
  if (!EAST_ASIAN.test(word) || word.length < 2) return [{ first: [word], last: [], weight: 1 }]
  const length = LONG_FAMILIES.test(word) ? 2 : 1
  return [{ first: [word.slice(length)], last: [word.slice(0, length)], weight: 1 }]
}

/** The words of a name without titles, degrees, brackets and pictures; `Example, Ada` is turned round. */
function wordsOf(name: string): string[] {
  const text = name.normalize('NFKC').replaceAll(/\([^)]*\)|\[[^\]]*\]|"[^"]*"|\p{Extended_Pictographic}/gu, ' ')
  const [head = [], ...tail] = text.split(',').map((part) => strip(part.split(/\s+/)))
  const behind = tail.filter((part) => !SUFFIXES.test(part.join('')))
  return [...behind.flat(), ...head]
}

function strip(words: readonly string[]): string[] {
  const kept = words.filter((word) => /[\p{L}\p{N}]/u.test(word))
  while (kept.length > 1 && TITLES.test(kept[0] ?? '')) kept.shift()
  while (kept.length > 1 && SUFFIXES.test(kept.at(-1) ?? '')) kept.pop()
  return kept
}

function isParticle(word: string): boolean {
  return PARTICLES.has(word.toLowerCase().replace(/['’.]/g, ''))
}

function spellGiven(words: readonly string[], script: Script): Spelling[] {
  const spelt = spell(words[0] ?? '', script)
  const nicknames = spelt.flatMap((one) => otherNamesOf(one.text).map((text) => ({ ...one, text, weight: 0.35 })))
  return best([...spelt.flatMap((one) => unhyphenate(one, [1, 0.8, 0.4, 0])), ...nicknames])
}

function spellFamily(words: readonly string[], script: Script): Spelling[] {
  const start = words.findIndex((word) => !isParticle(word))
  const core = start === -1 ? words : words.slice(start)
  if (start > 0) return best([...join(words, script), ...scale(spellFamily(core, script), 0.5)])
  if (core.length > 1) {
    const [first = [], ...others] = core.map((word) => spellFamily([word], script))
    return best([...first, ...scale(join(core, script), 0.6), ...scale(others.flat(), 0.5)])
  }
  // al-Example is one word, Example-Muster are two.
  const weights = isParticle(words[0]?.split('-')[0] ?? '') ? [0.5, 1, 0, 0.5] : [1, 0.6, 0.4, 0.25]
  return best(spell(words[0] ?? '', script).flatMap((one) => unhyphenate(one, weights)))
}

/** All words in one, in one style. */
function join(words: readonly string[], script: Script): Spelling[] {
  const spelt = words.map((word) => spell(word, script))
  const styles = Math.max(...spelt.map((spellings) => spellings.length))
  if (styles < 1 || spelt.some((spellings) => spellings.length === 0)) return []
  return Array.from({ length: styles }, (_, style) => ({
    text: spelt.map((spellings) => (spellings[style] ?? spellings[0])?.text.replaceAll('-', '')).join(''),
    weight: 1,
    style: styles > 1 ? style : undefined,
  }))
}

/** As it is, in one word, its first part, its last part: each with its weight, none for 0. */
function unhyphenate(spelling: Spelling, [asIs = 0, joined = 0, first = 0, last = 0]: readonly number[]): Spelling[] {
  const parts = spelling.text.split('-').filter(Boolean)
  if (parts.length < 2) return [spelling]
  const forms = { [spelling.text]: asIs, [parts.join('')]: joined, [parts[0] ?? '']: first, [parts.at(-1) ?? '']: last }
  return Object.entries(forms).flatMap(([text, weight]) => (weight > 0 ? [{ ...spelling, text, weight }] : []))
}

function scale(spellings: readonly Spelling[], by: number): Spelling[] {
  return spellings.map((one) => ({ ...one, weight: one.weight * by }))
}

/** Each spelling once, the likeliest eight. */
function best(spellings: readonly Spelling[]): Spelling[] {
  const sorted = spellings.toSorted((a, b) => b.weight * 0.5 ** (b.style ?? 0) - a.weight * 0.5 ** (a.style ?? 0))
  return sorted.filter(({ text }, at) => sorted.findIndex((one) => one.text === text) === at).slice(0, 8)
}

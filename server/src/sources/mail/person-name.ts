import { listNameVariants } from './nicknames.ts'
import { detectLanguages, type Languages, type Spelling, transliterate } from './transliterate.ts'

export interface PersonName {
  readonly full_name: string
  readonly first_name?: string | null
  readonly last_name?: string | null
}

/** One way to read a name: the spellings of its parts, the most likely first. */
export interface NameReading {
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
/** Family names that are often written before the given name. */
const FAMILIES_FIRST = new Set(
  `wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo lin luo liang song tang deng feng xie cao peng kim lee park choi jung kang
  cho yoon jang lim nguyen tran le pham hoang phan vu dang bui do ngo sato suzuki takahashi tanaka watanabe ito yamamoto nakamura kobayashi`.split(
    /\s+/,
  ),
)

/** Countries where people have two family names and use the first. */
const SPANISH = /\.(?:es|mx|ar|cl|pe|ve|ec|uy|cr|do|gt|bo|py|com\.co)$/

/** Lists every way to read a name, the most likely first; empty when it cannot be written with a to z. */
export function readName(name: PersonName, domain: string): NameReading[] {
  const languages = detectLanguages(name.full_name, domain)
  return splitName(name, SPANISH.test(domain)).flatMap(({ first, last, weight }) => {
    const [given, family] = [spellGiven(first, languages), spellFamily(last, languages)]
    return given.length > 0 && family.length > 0 === last.length > 0 ? [{ given, family, weight }] : []
  })
}

interface NameSplit {
  readonly first: readonly string[]
  readonly last: readonly string[]
  readonly weight: number
}

function splitName(
  { full_name: full, first_name: first, last_name: last }: PersonName,
  isSpanish: boolean,
): NameSplit[] {
  const [all, given] = [splitNameWords(full), { first: splitNameWords(first ?? ''), last: splitNameWords(last ?? '') }]
  // First and last names that equal the first and last word of the full name were derived from it; the full name is read
  // instead.
  const isGuess =
    given.first[0] === all[0] && given.last[0] === all.at(-1) && given.first.length === 1 && given.last.length === 1
  if (!isGuess && given.first.length > 0 && given.last.length > 0) return bothOrders(given.first, given.last)
  if (all.length === 1) return splitWord(all[0] ?? '')
  if (all.length === 0) return []
  if (all.every((word) => EAST_ASIAN.test(word))) return [{ first: all.slice(1), last: all.slice(0, 1), weight: 1 }]
  if (PATRONYMIC.test(all.at(-1) ?? '')) return [{ first: all.slice(1, 2), last: all.slice(0, 1), weight: 1 }]
  const words = all.filter((word) => !PATRONYMIC.test(word))
  const particle = words.findIndex((word, at) => at > 0 && at < words.length - 1 && isParticle(word))
  if (particle > 0) return [{ first: words.slice(0, particle), last: words.slice(particle), weight: 1 }]
  return [...bothOrders(words.slice(0, -1), words.slice(-1)), ...withTwoFamilies(words, isSpanish)]
}

/** `Wang Xiaoming` and `Xiaoming Wang` can be the same person. */
function bothOrders(first: readonly string[], last: readonly string[]): NameSplit[] {
  const canBeReversed = first.length === 1 && last.length === 1 && FAMILIES_FIRST.has(first[0]?.toLowerCase() ?? '')
  if (!canBeReversed) return [{ first, last, weight: 1 }]
  return [
    { first, last, weight: 1 },
    { first: last, last: first, weight: 0.9 },
  ]
}

/** In a name of three or more words the second to last can be a family name too. */
function withTwoFamilies(words: readonly string[], isSpanish: boolean): NameSplit[] {
  return words.length < 3 ? [] : [{ first: words.slice(0, -2), last: words.slice(-2), weight: isSpanish ? 2 : 0.4 }]
}

function splitWord(word: string): NameSplit[] {
  if (!EAST_ASIAN.test(word) || word.length < 2) return [{ first: [word], last: [], weight: 1 }]
  const length = LONG_FAMILIES.test(word) ? 2 : 1
  return [{ first: [word.slice(length)], last: [word.slice(0, length)], weight: 1 }]
}

/** Splits a name into words without titles, degrees, brackets and emoji; `Example, Ada` is reordered. */
function splitNameWords(name: string): string[] {
  const text = name.normalize('NFKC').replaceAll(/\([^)]*\)|\[[^\]]*\]|"[^"]*"|\p{Extended_Pictographic}/gu, ' ')
  const [head = [], ...tail] = text.split(',').map((part) => withoutTitles(part.split(/\s+/)))
  const behind = tail.filter((part) => !SUFFIXES.test(part.join('')))
  return [...behind.flat(), ...head]
}

function withoutTitles(words: readonly string[]): string[] {
  const kept = words.filter((word) => /[\p{L}\p{N}]/u.test(word))
  while (kept.length > 1 && TITLES.test(kept[0] ?? '')) kept.shift()
  while (kept.length > 1 && SUFFIXES.test(kept.at(-1) ?? '')) kept.pop()
  return kept
}

function isParticle(word: string): boolean {
  return PARTICLES.has(word.toLowerCase().replace(/['’.]/g, ''))
}

function spellGiven(words: readonly string[], languages: Languages): Spelling[] {
  const spelt = transliterate(words[0] ?? '', languages)
  const nicknames = spelt.flatMap((one) => listNameVariants(one.text).map((text) => ({ ...one, text, weight: 0.35 })))
  return best([...spelt.flatMap((one) => unhyphenate(one, [1, 0.8, 0.4, 0])), ...nicknames])
}

function spellFamily(words: readonly string[], languages: Languages): Spelling[] {
  const start = words.findIndex((word) => !isParticle(word))
  const core = start === -1 ? words : words.slice(start)
  if (start > 0) return best([...joinWords(words, languages), ...scale(spellFamily(core, languages), 0.5)])
  if (core.length > 1) {
    const [first = [], ...others] = core.map((word) => spellFamily([word], languages))
    return best([...first, ...scale(joinWords(core, languages), 0.6), ...scale(others.flat(), 0.5)])
  }
  // al-Example is one name, Example-Muster is two.
  const weights = isParticle(words[0]?.split('-')[0] ?? '') ? [0.5, 1, 0, 0.5] : [1, 0.6, 0.4, 0.25]
  return best(transliterate(words[0] ?? '', languages).flatMap((one) => unhyphenate(one, weights)))
}

/** Joins all words into one, in one style. */
function joinWords(words: readonly string[], languages: Languages): Spelling[] {
  const spelt = words.map((word) => transliterate(word, languages))
  const styles = Math.max(...spelt.map((spellings) => spellings.length))
  if (styles < 1 || spelt.some((spellings) => spellings.length === 0)) return []
  return Array.from({ length: styles }, (_, style) => ({
    text: spelt.map((spellings) => (spellings[style] ?? spellings[0])?.text.replaceAll('-', '')).join(''),
    weight: 1,
    style: styles > 1 ? style : undefined,
  }))
}

/** Returns the hyphenated form, the joined one, the first part and the last part, each with its weight; none with weight 0. */
function unhyphenate(spelling: Spelling, [asIs = 0, joined = 0, first = 0, last = 0]: readonly number[]): Spelling[] {
  const parts = spelling.text.split('-').filter(Boolean)
  if (parts.length < 2) return [spelling]
  const forms = { [spelling.text]: asIs, [parts.join('')]: joined, [parts[0] ?? '']: first, [parts.at(-1) ?? '']: last }
  return Object.entries(forms).flatMap(([text, weight]) => (weight > 0 ? [{ ...spelling, text, weight }] : []))
}

function scale(spellings: readonly Spelling[], by: number): Spelling[] {
  return spellings.map((one) => ({ ...one, weight: one.weight * by }))
}

/** Returns the eight most likely spellings, each once. */
function best(spellings: readonly Spelling[]): Spelling[] {
  const sorted = spellings.toSorted((a, b) => b.weight * 0.5 ** (b.style ?? 0) - a.weight * 0.5 ** (a.style ?? 0))
  return sorted.filter(({ text }, at) => sorted.findIndex((one) => one.text === text) === at).slice(0, 8)
}

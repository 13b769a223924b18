import { createRequire } from 'node:module'

/** Loaded on demand: its tables are half a megabyte, for letters that few names have. */
function loadAnyAscii(): AnyAscii {
  return (createRequire(import.meta.url)('any-ascii') as { default: AnyAscii }).default
}

type AnyAscii = (text: string) => string
let anyAscii: AnyAscii | undefined

/** One way to write a word with a to z, and its probability compared with the others. */
export interface Spelling {
  readonly text: string
  readonly weight: number
  /** The transliteration used for each letter, 0 for the most common; undefined when there is only one. */
  readonly style: number | undefined
}

/** Languages with their own transliteration, recognised by the domain and the letters of the whole name. */
export interface Languages {
  readonly isGerman: boolean
  readonly isUkrainian: boolean
  readonly isJapanese: boolean
}

export function detectLanguages(name: string, domain: string): Languages {
  return {
    isGerman: /\.(?:de|at|ch|li)$/.test(domain) || name.includes('ß'),
    isUkrainian: domain.endsWith('.ua') || /[іїєґ]/i.test(name),
    isJapanese: domain.endsWith('.jp') || /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(name),
  }
}

type TransliterationTable = ReadonlyMap<string, readonly string[]>

/** Reads pairs `letter=spelling/spelling`. */
function readTable(pairs: string, base: TransliterationTable = new Map()): TransliterationTable {
  const entries = pairs
    .trim()
    .split(/\s+/)
    .map((pair) => pair.split('='))
  return new Map([...base, ...entries.map(([letter = '', spellings = '']) => [letter, spellings.split('/')] as const)])
}

/** The transliterations of each letter, the most common first. Other letters lose their accents or are left to `any-ascii`. */
const LATIN = readTable('ä=a/ae ö=o/oe ü=u/ue ß=ss/s ø=o/oe å=a/aa æ=ae œ=oe ł=l ı=i đ=d/dj ð=d/dh þ=th')
/** German writes ae for ä. */
const GERMAN = readTable('ä=ae/a ö=oe/o ü=ue/u', LATIN)

const CYRILLIC = readTable(`
  ый=y/yi/iy ий=iy/y/i/ii ье=ye/ie а=a б=b в=v г=g ґ=g д=d е=e ё=e/yo/io є=ye/ie ж=zh/j з=z и=i і=i ї=yi/i
  й=y/i/j к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ў=u/w ф=f х=kh/h ц=ts/c ч=ch ш=sh щ=shch/sch ъ= ы=y ь= э=e
  ю=yu/iu/ju я=ya/ia/ja ђ=dj ј=j љ=lj њ=nj ћ=c џ=dz`)
const UKRAINIAN = readTable('г=h/g и=y/i ий=y/yi/yy ій=iy/ii/ij', CYRILLIC)

const GREEK = readTable(`
  ου=ou/u αυ=av/au ευ=ev/eu μπ=b/mp ντ=nt/d γκ=gk/g γγ=ng/gg γχ=nch α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k
  λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s ς=s τ=t υ=y/i φ=f/ph χ=ch/h ψ=ps ω=o`)

/** Korean family names are written by custom, not by the official romanisation. */
const KOREAN_FAMILIES = readTable(`
  강=kang 고=ko/go 권=kwon 김=kim 노=roh/noh 류=ryu 박=park 백=baek/paik 서=seo/suh 손=son/sohn 신=shin 안=ahn/an 양=yang
  오=oh 우=woo 유=yoo/yu 윤=yoon 이=lee/yi 임=lim/im 전=jeon/jun 정=jung/jeong/chung 조=cho/jo 최=choi`)

/** Scripts that can be transliterated without knowing the word; others do not write all vowels. */
const TRANSLITERABLE =
  /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{M}\p{N}ー'’ʼ`´.-]+$/u
const STYLES_MAX = 4

/** Lists the ways to write a word with a to z, the most likely first; empty when that cannot be known. */
export function transliterate(word: string, languages: Languages): Spelling[] {
  if (!TRANSLITERABLE.test(word)) return []
  // The reading of a Japanese name cannot be derived from its characters.
  if (languages.isJapanese && /\p{Script=Han}/u.test(word)) return []
  const plain = word
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/['’ʼ`´.]/g, '')
  const family = KOREAN_FAMILIES.get(plain)
  if (family) return toSpellings(family)
  const letters = split(plain, pickTable(plain, languages))
  const styles = Math.max(1, ...letters.map((spellings) => spellings.length))
  // One style throughout a word: ue for ü goes with oe for ö.
  return toSpellings(
    Array.from({ length: styles }, (_, style) => letters.map((one) => one[style] ?? one[0] ?? '').join('')),
  )
}

function pickTable(word: string, languages: Languages): TransliterationTable {
  if (/\p{Script=Cyrillic}/u.test(word)) return languages.isUkrainian ? UKRAINIAN : CYRILLIC
  if (/\p{Script=Greek}/u.test(word)) return GREEK
  return languages.isGerman ? GERMAN : LATIN
}

/** Returns the transliterations of each letter. Pairs that are one sound come before single letters. */
function split(word: string, table: TransliterationTable): (readonly string[])[] {
  const text = table === GREEK ? withoutAccents(word) : word
  const letters: (readonly string[])[] = []
  for (let at = 0; at < text.length; ) {
    const letter =
      [text.slice(at, at + 2), text.charAt(at)].find((part) => table.has(part)) ??
      String.fromCodePoint(text.codePointAt(at) ?? 0)
    letters.push(table.get(letter) ?? [toAscii(letter)])
    at += letter.length
  }
  return letters
}

function toAscii(letter: string): string {
  return (anyAscii ??= loadAnyAscii())(withoutAccents(letter))
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]/g, '')
}

function withoutAccents(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC')
}

function toSpellings(spellings: readonly string[]): Spelling[] {
  const different = [...new Set(spellings.map((text) => text.replaceAll(/^-+|-+$/g, '')))].filter((text) => text !== '')
  const hasChoice = different.length > 1
  return different
    .slice(0, STYLES_MAX)
    .map((text, style) => ({ text, weight: 1, style: hasChoice ? style : undefined }))
}

/** Returns how likely two words are written in these styles: a person mostly uses one style. */
export function styleWeight(one: number | undefined, other: number | undefined): number {
  const [a, b] = [0.5 ** (one ?? 0), 0.5 ** (other ?? 0)]
  return one === undefined || other === undefined || one === other ? Math.min(a, b) : (a * b) / 2
}

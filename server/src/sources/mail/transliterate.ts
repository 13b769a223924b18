import anyAscii from 'any-ascii'

/** A spelling and how likely it is against the others. */
export interface Spelling {
  readonly text: string
  readonly weight: number
  /** Which of its spellings each letter has, 0 for the commonest; undefined when there is no choice. */
  readonly style: number | undefined
}

/** What tells how a name is written: the country of a domain, the letters of the whole name. */
export interface Script {
  readonly isGerman: boolean
  readonly isUkrainian: boolean
  readonly isJapanese: boolean
}

export function scriptOf(name: string, domain: string): Script {
  return {
    isGerman: /\.(?:de|at|ch|li)$/.test(domain) || name.includes('ß'),
    isUkrainian: domain.endsWith('.ua') || /[іїєґ]/i.test(name),
    isJapanese: domain.endsWith('.jp') || /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(name),
  }
}

type Table = ReadonlyMap<string, readonly string[]>

/** Pairs `letter=spelling/spelling`. */
function tabulate(pairs: string, base: Table = new Map()): Table {
  const entries = pairs
    .trim()
    .split(/\s+/)
    .map((pair) => pair.split('='))
  return new Map([...base, ...entries.map(([letter = '', spellings = '']) => [letter, spellings.split('/')] as const)])
}

/** Each letter's spellings, the commonest first. What is absent loses its marks, or is read by the library. */
const LATIN = tabulate('ä=a/ae ö=o/oe ü=u/ue ß=ss/s ø=o/oe å=a/aa æ=ae œ=oe ł=l ı=i đ=d/dj ð=d/dh þ=th')
/** Where ä is written ae when it cannot be written ä. */
const GERMAN = tabulate('ä=ae/a ö=oe/o ü=ue/u', LATIN)

const CYRILLIC = tabulate(`
  ый=y/yi/iy ий=iy/y/i/ii ье=ye/ie а=a б=b в=v г=g ґ=g д=d е=e ё=e/yo/io є=ye/ie ж=zh/j з=z и=i і=i ї=yi/i
  й=y/i/j к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ў=u/w ф=f х=kh/h ц=ts/c ч=ch ш=sh щ=shch/sch ъ= ы=y ь= э=e
  ю=yu/iu/ju я=ya/ia/ja ђ=dj ј=j љ=lj њ=nj ћ=c џ=dz`)
const UKRAINIAN = tabulate('г=h/g и=y/i ий=y/yi/yy ій=iy/ii/ij', CYRILLIC)

const GREEK = tabulate(`
  ου=ou/u αυ=av/au ευ=ev/eu μπ=b/mp ντ=nt/d γκ=gk/g γγ=ng/gg γχ=nch α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k
  λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s ς=s τ=t υ=y/i φ=f/ph χ=ch/h ψ=ps ω=o`)

/** Family names that Koreans write as they like, not as the standard has it. */
const KOREAN_FAMILIES = tabulate(`
  강=kang 고=ko/go 권=kwon 김=kim 노=roh/noh 류=ryu 박=park 백=baek/paik 서=seo/suh 손=son/sohn 신=shin 안=ahn/an 양=yang
  오=oh 우=woo 유=yoo/yu 윤=yoon 이=lee/yi 임=lim/im 전=jeon/jun 정=jung/jeong/chung 조=cho/jo 최=choi`)

/** The scripts that can be read without knowing the word: in others the vowels are not written. */
const READABLE =
  /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{M}\p{N}ー'’ʼ`´.-]+$/u
const STYLES = 4

/** How one word may be spelt with a to z, the likeliest first; nothing when it cannot be known. */
export function spell(word: string, script: Script): Spelling[] {
  if (!READABLE.test(word)) return []
  // How the Japanese read a character is known to its bearer alone.
  if (script.isJapanese && /\p{Script=Han}/u.test(word)) return []
  const plain = word
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/['’ʼ`´.]/g, '')
  const family = KOREAN_FAMILIES.get(plain)
  if (family) return inStyles(family)
  const letters = split(plain, tableOf(plain, script))
  const styles = Math.max(1, ...letters.map((spellings) => spellings.length))
  // One style throughout a word: whoever writes ue for ü writes oe for ö.
  return inStyles(
    Array.from({ length: styles }, (_, style) => letters.map((one) => one[style] ?? one[0] ?? '').join('')),
  )
}

function tableOf(word: string, script: Script): Table {
  if (/\p{Script=Cyrillic}/u.test(word)) return script.isUkrainian ? UKRAINIAN : CYRILLIC
  if (/\p{Script=Greek}/u.test(word)) return GREEK
  return script.isGerman ? GERMAN : LATIN
}

/** The spellings of each letter, pairs that sound as one before single letters. */
function split(word: string, table: Table): (readonly string[])[] {
  const text = table === GREEK ? bare(word) : word
  const letters: (readonly string[])[] = []
  for (let at = 0; at < text.length; ) {
    const letter =
      [text.slice(at, at + 2), text.charAt(at)].find((part) => table.has(part)) ??
      String.fromCodePoint(text.codePointAt(at) ?? 0)
    letters.push(table.get(letter) ?? [asciiOf(letter)])
    at += letter.length
  }
  return letters
}

function asciiOf(letter: string): string {
  return anyAscii(bare(letter))
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]/g, '')
}

function bare(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC')
}

function inStyles(spellings: readonly string[]): Spelling[] {
  const different = [...new Set(spellings.map((text) => text.replaceAll(/^-+|-+$/g, '')))].filter((text) => text !== '')
  const hasChoice = different.length > 1
  return different.slice(0, STYLES).map((text, style) => ({ text, weight: 1, style: hasChoice ? style : undefined }))
}

/** How likely two words are to be written in these styles: one person writes in one. */
export function weightOfStyles(one: number | undefined, other: number | undefined): number {
  const [a, b] = [0.5 ** (one ?? 0), 0.5 ** (other ?? 0)]
  return one === undefined || other === undefined || one === other ? Math.min(a, b) : (a * b) / 2
}

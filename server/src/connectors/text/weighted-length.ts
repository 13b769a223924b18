import { splitGraphemes } from './graphemes.ts'

/**
 * Weights by which X counts a text, from the published configuration of its library twitter-text, version 3. The library is not
 * used (decision 0022).
 */
const URL_WEIGHT = 23
const EMOJI_WEIGHT = 2
const DEFAULT_WEIGHT = 2
/** Code points that weigh 1. */
const LIGHT_RANGES: readonly (readonly [number, number])[] = [
  [0, 4351],
  [8192, 8205],
  [8208, 8223],
  [8242, 8247],
]

/** Top-level domains that turn a name without `https://` into a link. */
const GENERIC =
  'app art biz blog cat club com dev edu eu gov info int jobs live mil mobi museum name net news online org pro shop site store tech tel today travel website world xyz'
/** Country domains do so only after two names, or before a path: `www.example.de`, `example.de/a`. */
const COUNTRIES =
  'ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et fi fj fk fm fo fr ga gb gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw'

const either = (names: string) => `(?:${names.replaceAll(' ', '|')})`
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}_\-]{0,61}[\p{L}\p{N}])?\.`
const PATH = String.raw`[\/?#](?:[\p{Script=Latin}\p{Script=Cyrillic}\p{N}!*';:=+,.$\/%#\[\]\-_~@\|\&\(\)?]*[\p{Script=Latin}\p{Script=Cyrillic}\p{N}=_#\/+\-\&~%$@])?`
const END = String.raw`(?![\p{L}\p{N}_@\-])`
const WITH_SCHEME = String.raw`https?:\/\/(?:${LABEL}){1,8}\p{L}{2,24}${END}(?::\d{1,5})?(?:${PATH})?`
const START = String.raw`(?<![\p{L}\p{N}_@.\/#$\-])`
const BARE = `${START}(?:(?:${LABEL}){1,5}${either(GENERIC)}${END}(?:${PATH})?|(?:${LABEL}){2,5}${either(COUNTRIES)}${END}(?:${PATH})?|${LABEL}${either(COUNTRIES)}${END}${PATH})`
/** Compiled on first use: one takes 20 ms, and the other loads the list of all emoji. */
let link: RegExp | undefined
let emoji: RegExp | undefined

/** Four times the longest post of X. A longer text, even one full of links, is not counted. */
const CODE_UNITS_MAX = 100_000

/** Counts a text as X does, and stops when the count exceeds `atMost`. */
export function weightedLength(content: string, atMost: number): number {
  if (content.length > CODE_UNITS_MAX) return Number.POSITIVE_INFINITY
  const text = content.normalize('NFC')
  let length = 0
  let from = 0
  for (const { index, 0: found } of text.matchAll((link ??= new RegExp(`${WITH_SCHEME}|${BARE}`, 'giv')))) {
    length += measureWeight(text.slice(from, index), atMost - length) + URL_WEIGHT
    from = index + found.length
    if (length > atMost) return length
  }
  return length + measureWeight(text.slice(from), atMost - length)
}

/** An emoji weighs the same, however many code points it has. */
function measureWeight(text: string, atMost: number): number {
  let weight = 0
  for (const { segment } of splitGraphemes(text)) {
    if (segment.length > 1 && (emoji ??= /^\p{RGI_Emoji}$/v).test(segment)) weight += EMOJI_WEIGHT
    else
      for (const character of segment) {
        weight += weighCodePoint(character.codePointAt(0) ?? 0)
        if (weight > atMost) break
      }
    if (weight > atMost) break
  }
  return weight
}

function weighCodePoint(point: number): number {
  return LIGHT_RANGES.some(([from, to]) => point >= from && point <= to) ? 1 : DEFAULT_WEIGHT
}

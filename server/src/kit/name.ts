/**
 * Characters that a name cannot have: controls, line and paragraph separators, and everything that is invisible or changes the
 * direction of its neighbours. These include joiners, variation selectors and the tags of flags; `NAME` allows them where
 * scripts and emoji need them.
 */
const HIDDEN = '\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}'
const SELECTOR = '[\\u{fe00}-\\u{fe0f}\\u{e0100}-\\u{e01ef}]'
const JOINER = '[\\u{200c}\\u{200d}]'
const FLAG = '\\u{1f3f4}[\\u{e0020}-\\u{e007e}]{1,6}\\u{e007f}'
/** A visible character with at most one selector and one joiner, so that nothing can be hidden in a chain of them. */
const PIECE = `(?:${FLAG}|[^${HIDDEN}]${SELECTOR}?${JOINER}?)`

const NAME = new RegExp(`^${PIECE}*$`, 'u')
const PIECES = new RegExp(PIECE, 'gu')

/** Returns true for one line of visible text. `minLength` decides about empty texts. */
export function isName(text: string): boolean {
  return NAME.test(text) && (text === '' || text.trim() !== '')
}

/** Turns an external text into a name no longer than `lengthMax`: hidden characters become spaces. */
export function toName(text: string, lengthMax: number): string {
  const words = [...splitPieces(text)].join('').replaceAll(/\s+/g, ' ').trim()
  for (const { index, 0: piece } of words.matchAll(PIECES))
    if (index + piece.length > lengthMax) return words.slice(0, index).trim()
  return words
}

/** Yields the visible pieces of a text, with a space in place of the parts between them. */
function* splitPieces(text: string): Generator<string> {
  let end = 0
  for (const { index, 0: piece } of text.matchAll(PIECES)) {
    if (index > end) yield ' '
    yield piece
    end = index + piece.length
  }
}

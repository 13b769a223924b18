/** Letters that Unicode does not decompose into a base letter and an accent. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ħ: 'h',
  ŋ: 'n',
}
const SPECIAL = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g')

/** Too common to narrow a search. */
const STOP_WORDS = new Set(['a', 'an', 'and', 'at', 'for', 'from', 'in', 'of', 'the', 'to', 'with'])

/** Folds a text for comparison: lower case, no accents, single spaces. `Jürgen  Groß` and `jurgen gross` are the same. */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  // Most text is ASCII and needs no decomposition.
  // oxlint-disable-next-line no-control-regex -- the range of ASCII
  const unaccented = /^[\x00-\x7f]*$/.test(lower)
    ? lower
    : lower
        .normalize('NFKD')
        .replace(/\p{M}+/gu, '')
        .replace(SPECIAL, (letter) => LETTERS[letter] ?? letter)
  return unaccented.replace(/\s+/g, ' ').trim()
}

/** PostgreSQL allows 2,046 bytes in a lexeme; one of them is the letter of the bucket. */
const TOKEN_BYTES_MAX = 2000
const encoder = new TextEncoder()
const buffer = new Uint8Array(TOKEN_BYTES_MAX)

/** Returns a token as it is indexed and searched: one that is too long is cut. */
export function cutToken(token: string): string {
  // A UTF-16 code unit takes at most three bytes of UTF-8.
  if (token.length * 3 <= TOKEN_BYTES_MAX) return token
  return token.slice(0, encoder.encodeInto(token, buffer).read)
}

/** Splits a text into words as they are indexed and searched; `c++` and `c#` stay whole. */
export function splitWords(text: string): string[] {
  return (fold(text).match(/[\p{L}\p{N}]+[+#]*/gu) ?? []).filter((word) => !STOP_WORDS.has(word))
}

/** Letters that Unicode does not take apart into a base and an accent. */
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

/** Too common to tell anybody apart, in a title as in a question. */
const STOP_WORDS = new Set(['a', 'an', 'and', 'at', 'for', 'from', 'in', 'of', 'the', 'to', 'with'])

/** One spelling for all: lower case, no accents, single spaces. `Jürgen  Groß` and `jurgen gross` are the same. */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  // Most text is plain; the longer way is for the rest.
  // oxlint-disable-next-line no-control-regex -- the range of ASCII
  const plain = /^[\x00-\x7f]*$/.test(lower)
    ? lower
    : lower
        .normalize('NFKD')
        .replace(/\p{M}+/gu, '')
        .replace(SPECIAL, (letter) => LETTERS[letter] ?? letter)
  return plain.replace(/\s+/g, ' ').trim()
}

/** PostgreSQL takes 2,046 bytes in a lexeme; one of them is the letter of the shelf. */
const TOKEN_BYTES_MAX = 2000
const encoder = new TextEncoder()
const room = new Uint8Array(TOKEN_BYTES_MAX)

/** A token as it is indexed and asked for: of one that is too long, as much as fits. */
export function cutToken(token: string): string {
  // A unit of UTF-16 is three bytes of UTF-8 at most.
  if (token.length * 3 <= TOKEN_BYTES_MAX) return token
  return token.slice(0, encoder.encodeInto(token, room).read)
}

/** The words of a text as they are indexed and asked for; `c++` and `c#` stay what they are. */
export function wordsOf(text: string): string[] {
  return (fold(text).match(/[\p{L}\p{N}]+[+#]*/gu) ?? []).filter((word) => !STOP_WORDS.has(word))
}

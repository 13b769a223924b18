/** Quotes a word of a shell command if necessary. */
export function word(text: string): string {
  return /^[\w:/.%+,=@-]+$/.test(text) ? text : quoted(text)
}

export function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

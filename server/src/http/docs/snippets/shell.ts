/** A word of a shell command, quoted when it needs to be. */
export function word(text: string): string {
  return /^[\w:/.%+,=@-]+$/.test(text) ? text : quoted(text)
}

export function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

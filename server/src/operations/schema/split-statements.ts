/** Text that can contain a semicolon: comments, strings, quoted names and dollar quotes. */
const OPAQUE = /--[^\n]*|\/\*[^]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(?<tag>\w*)\$[^]*?\$\k<tag>\$|;/g

/** Splits a file into statements, without the semicolons that end them. */
export function splitStatements(text: string): string[] {
  const statements: string[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(OPAQUE)) {
    if (found !== ';') continue
    statements.push(text.slice(from, index))
    from = index + 1
  }
  return [...statements, text.slice(from)].filter((statement) => !/^(?:\s|--[^\n]*(?:\n|$))*$/.test(statement))
}

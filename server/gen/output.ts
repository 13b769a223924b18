/** One generated file. Its content is deterministic, so that `--check` is a comparison. */
export interface Output {
  /** Path from the root of the repository. */
  readonly path: string
  readonly content: () => string | Promise<string>
}

/** Renders a Markdown page whose first line names the source it is generated from. */
export function page(source: string, title: string, introduction: string, body: string): string {
  return `<!-- Generated from ${source} by \`npm run gen\`: change that, not this. -->\n\n# ${title}\n\n${introduction}\n\n${body}\n`
}

export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [heads, heads.map(() => '---'), ...rows].map(line).join('\n')
}

function line(cells: readonly string[]): string {
  return `| ${cells.map((text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
}

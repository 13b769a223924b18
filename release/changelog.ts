const UNRELEASED = '## Unreleased'

/**
 * Turns the unreleased changes into the entry of a version. A version whose entry was written in advance, marked as not yet
 * released, only gets its date.
 */
export function datedChangelog(text: string, version: string, date: string): string {
  const announced = `## ${version} (not yet released)`
  if (text.includes(announced)) return text.replace(announced, `## ${version} (${date})`)
  if (readEntry(text, UNRELEASED) === '')
    throw new Error('CHANGELOG.md has nothing under "Unreleased". Describe what changed for users, then release.')
  return text.replace(UNRELEASED, `${UNRELEASED}\n\n## ${version} (${date})`)
}

/** Returns the notes of a version, without its heading. */
export function readNotes(text: string, version: string): string {
  const heading = text.split('\n').find((line) => line.startsWith(`## ${version} (`))
  if (heading === undefined) throw new Error(`CHANGELOG.md has no entry for ${version}`)
  return readEntry(text, heading)
}

function readEntry(text: string, heading: string): string {
  const lines = text.split('\n')
  const start = lines.indexOf(heading)
  const next = lines.findIndex((line, at) => at > start && line.startsWith('## '))
  return lines
    .slice(start + 1, next === -1 ? undefined : next)
    .join('\n')
    .trim()
}

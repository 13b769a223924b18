import { type CommandFacts, type CommandSummary, flagName, kebab, snake } from './command.ts'
import { RESOURCES } from './resources.gen.ts'

const GLOBALS = ['--login', '--api-key', '--base-url', '--json', '--jq', '--output', '--quiet', '--help']

/** Returns the words that can follow, each with a tab and its description if it has one. */
export async function completeWords(words: readonly string[], own: readonly CommandSummary[]): Promise<string[]> {
  const last = words.at(-1) ?? ''
  const [resource, verb] = words.slice(0, -1).filter((word) => !word.startsWith('-'))
  const choices =
    resource === undefined && !last.startsWith('-')
      ? [...own.map(({ name, summary }) => `${name}\t${summary}`), ...Object.keys(RESOURCES)]
      : await choicesFor(resource, verb, words.at(-2) ?? '', last)
  return choices.filter((choice) => choice.startsWith(last))
}

async function choicesFor(
  resource: string | undefined,
  verb: string | undefined,
  before: string,
  last: string,
): Promise<string[]> {
  if (resource === undefined) return GLOBALS
  if (RESOURCES[resource] === undefined) return last.startsWith('-') ? GLOBALS : []
  const { COMMANDS } = await import('./commands.gen.ts')
  const verbs = Object.entries(COMMANDS).filter(([id]) => id.startsWith(`${snake(resource)}.`))
  if (verb === undefined) return verbs.map(([id, { summary }]) => `${kebab(id.replace(/^.*\./, ''))}\t${summary}`)
  const facts = verbs.find(([id]) => kebab(id.replace(/^.*\./, '')) === verb)?.[1]
  if (!facts) return []
  const flag = facts.flags.find(({ name }) => flagName(name) === before)
  if (flag?.values) return flag.values.map(String)
  return last.startsWith('-') ? listFlagChoices(facts) : []
}

function listFlagChoices({ flags, marks }: CommandFacts): string[] {
  const own = flags.map(({ name, description }) =>
    [flagName(name), description?.split('\n')[0]].filter(Boolean).join('\t'),
  )
  const extra = [
    marks.includes('page') && '--all',
    marks.includes('wait') && '--wait',
    marks.includes('priced') && '--max-credits',
    marks.includes('write') && '--idempotency-key',
    marks.includes('file') && '--file',
  ]
  return [...own, ...extra.filter((flag) => typeof flag === 'string'), ...GLOBALS]
}

import type { Command } from 'commander'
import { type CommandFacts, flagName } from '../../cli/src/command.ts'
import { createProgram } from '../../cli/src/commands.ts'
import { EXIT } from '../../cli/src/explain-error.ts'
import { GLOBALS } from '../../cli/src/global-options.ts'
import { describe } from '../../cli/src/operations.ts'
import { OWN } from '../../cli/src/own-commands.ts'
import { kebab, offered, toCommandFacts } from './cli.ts'
import { type Output, page, table } from './output.ts'

const INTRODUCTION = `\`quoin <resource> <verb> [ids] [--flags]\` calls one operation; the other commands do more than one.
[The tour](../cli/README.md) shows them at work. \`--help\` of any command shows what is here.

- Text, times and numbers are plain flags. A list takes \`a,b\`, the flag more than once, or JSON. A flag that can be null takes \`null\`.
- Nested input is JSON, \`@file\`, or dotted: \`--targets.0.account-id acc_1\`. Dotted values are JSON where they can be, and text otherwise.
- \`--body\` takes all arguments at once, as JSON, \`@file\`, or \`-\` for standard input. Flags win over it.
- Tables are for people. Scripts use \`--json\`, \`--jq\` (paths such as \`.data[].id\`, joined by \`|\`, and \`length\` and \`keys\`) or \`--quiet\`.
- Flags win over a named profile, that over \`QUOIN_API_KEY\` and \`QUOIN_BASE_URL\`, and those over the default profile.`

const MEANINGS: Record<keyof typeof EXIT, string> = {
  server: 'the server failed, or what was waited for did',
  usage: 'the command or its values were not understood (400, 422)',
  unreachable: 'the server could not be reached, or did not answer in time',
  refused: 'the key is not valid, or may not do this (401, 403)',
  missing: 'there is no such thing (404)',
  credits: 'it would cost more credits than there are, or than was allowed (402)',
  conflict: 'it is not in a state that allows this (409)',
  rate: 'too many requests (429)',
}

/** What `--help` of every command says, on one page. */
export const cliReference: Output = {
  path: 'docs/cli.md',
  content: async () => {
    const own = await Promise.all(OWN.map(async ({ load }) => ownSection((await load()).add)))
    const groups = Map.groupBy(offered, ({ resource }) => kebab(resource))
    const resources = [...groups].map(([name, list]) => [`## ${name}`, ...list.map(section)].join('\n\n'))
    return page(
      'the command line and the endpoint declarations',
      'The command line',
      INTRODUCTION,
      ['## Global options', globalOptions(), '## Exit codes', exitCodes(), '## Commands', ...own, ...resources].join(
        '\n\n',
      ),
    )
  },
}

function globalOptions(): string {
  return table(
    ['option', 'what it does'],
    GLOBALS.map(([flags, meaning]) => [`\`${flags}\``, meaning]),
  )
}

function exitCodes(): string {
  const codes = Object.entries(EXIT).map(([name, code]) => [String(code), MEANINGS[name as keyof typeof EXIT]])
  return table(['code', 'meaning'], [['0', 'done'], ...codes, ['130', 'interrupted']])
}

function ownSection(add: (program: Command) => void): string {
  const program = createProgram()
  add(program)
  return collectLeafCommands(program)
    .map((command) => {
      const shared = new Set<string>([...GLOBALS.map(([flags]) => flags), '-h, --help'])
      const options = command.options.filter(({ flags }) => !shared.has(flags))
      const names = command.registeredArguments.map((each) => (each.required ? `<${each.name()}>` : `[${each.name()}]`))
      const rows = options.map(({ flags, description }) => [`\`${flags}\``, description])
      const usage = ['quoin', ...listCommandPath(command), ...names].join(' ')
      const text = command.description().replaceAll('<', '&lt;')
      return [`### ${usage.replaceAll('<', '&lt;')}`, text, rows.length > 0 && table(['option', 'what it does'], rows)]
        .filter(Boolean)
        .join('\n\n')
    })
    .join('\n\n')
}

function collectLeafCommands(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(collectLeafCommands)
}

function listCommandPath(command: Command): string[] {
  return command.parent ? [...listCommandPath(command.parent), command.name()] : []
}

function section(operation: (typeof offered)[number]): string {
  const facts = toCommandFacts(operation) as CommandFacts
  const { resource, verb } = operation
  const parts = [
    `### quoin ${kebab(resource)} ${kebab(verb)}${facts.params.map((name) => ` &lt;${kebab(name)}>`).join('')}`,
    [facts.summary, facts.description].filter(Boolean).join('. ').replace(/\.\. /, '. '),
    `\`\`\`\n${facts.example}\n\`\`\``,
    facts.flags.length > 0 && table(['flag', 'kind', 'meaning'], facts.flags.map(row)),
    describeExtraFlags(facts),
  ]
  return parts.filter(Boolean).join('\n\n')
}

function row(flag: CommandFacts['flags'][number]): string[] {
  return [`\`${flagName(flag.name)}\``, flag.kind, describe(flag)]
}

const MARKS: Readonly<Record<string, string>> = {
  page: '`--all`',
  wait: '`--wait`',
  priced: '`--max-credits`',
  write: '`--idempotency-key`',
  file: '`--file`',
}

function describeExtraFlags({ marks }: CommandFacts): string {
  const flags = marks.flatMap((mark) => MARKS[mark] ?? [])
  return flags.length > 0 ? `Also takes ${flags.join(', ')}.` : ''
}

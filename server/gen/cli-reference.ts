import type { Command } from 'commander'
import { type CommandFacts, flagName } from '../../cli/src/command.ts'
import { createProgram } from '../../cli/src/commands.ts'
import { EXIT } from '../../cli/src/explain-error.ts'
import { GLOBALS } from '../../cli/src/global-options.ts'
import { describe } from '../../cli/src/operations.ts'
import { OWN } from '../../cli/src/own-commands.ts'
import { kebab, offered, toCommandFacts } from './cli.ts'
import { type Output, page, table } from './output.ts'

const INTRODUCTION = `\`quoin <resource> <verb> [ids] [--flags]\` calls one operation. The other commands combine several.
[The tour](../cli/README.md) shows them in use. \`--help\` on any command prints its part of this page.

- Text, times and numbers are plain flags. A list is \`a,b\`, a repeated flag, or JSON. A nullable flag accepts \`null\`.
- Nested input is JSON, \`@file\`, or dotted flags: \`--targets.0.account-id acc_1\`. A dotted value is parsed as JSON if possible, otherwise it is text.
- \`--body\` takes all arguments at once, as JSON, \`@file\`, or \`-\` for standard input. Flags override it.
- Tables are for people. Scripts use \`--json\`, \`--jq\` (paths such as \`.data[].id\`, joined by \`|\`, \`length\` and \`keys\`) or \`--quiet\`.
- \`--all\` reads every page. On a paid search it needs \`--max-credits\`, and prints what was bought even if it ends in the middle.
- Precedence: flags, then a named login, then \`QUOIN_API_KEY\` and \`QUOIN_BASE_URL\`, then the default login.`

const MEANINGS: Record<keyof typeof EXIT, string> = {
  server: 'the server failed, or the awaited job or post did',
  usage: 'invalid command or values (400, 422)',
  unreachable: 'the server could not be reached, or did not respond in time',
  refused: 'the key is invalid or lacks permission (401, 403)',
  missing: 'not found (404)',
  credits: 'not enough credits, or over a credit limit (402)',
  conflict: "the resource's state does not allow this (409)",
  rate: 'too many requests (429)',
  interrupted: 'interrupted',
}

/** The help of every command, on one page. */
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
    ['option', 'effect'],
    GLOBALS.map(([flags, meaning]) => [`\`${flags}\``, meaning]),
  )
}

function exitCodes(): string {
  const codes = Object.entries(EXIT).map(([name, code]) => [String(code), MEANINGS[name as keyof typeof EXIT]])
  return table(['code', 'meaning'], [['0', 'success'], ...codes])
}

function ownSection(add: (program: Command, own: typeof OWN) => void): string {
  const program = createProgram()
  add(program, OWN)
  return collectLeafCommands(program)
    .map((command) => {
      const shared = new Set<string>([...GLOBALS.map(([flags]) => flags), '-h, --help'])
      const options = command.options.filter(({ flags }) => !shared.has(flags))
      const names = command.registeredArguments.map((each) => (each.required ? `<${each.name()}>` : `[${each.name()}]`))
      const rows = options.map(({ flags, description }) => [`\`${flags}\``, description])
      const usage = ['quoin', ...listCommandPath(command), ...names].join(' ')
      const text = command.description().replaceAll('<', '&lt;')
      return [`### ${usage.replaceAll('<', '&lt;')}`, text, rows.length > 0 && table(['option', 'effect'], rows)]
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
  return flags.length > 0 ? `Also accepts ${flags.join(', ')}.` : ''
}

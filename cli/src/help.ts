import { OWN } from './own-commands.ts'
import { RESOURCES } from './resources.gen.ts'

/** Returns the top-level help. It is written by hand so that it loads no command. */
export function rootHelp(): string {
  const width = Math.max(...Object.keys(RESOURCES).map((name) => name.length))
  const line = (name: string, text: string) => `  ${name.padEnd(width)}  ${text}\n`
  return [
    'Usage: quoin <command> [options]\n',
    '       quoin <resource> <verb> [ids] [--flags]\n',
    '\nCommands:\n',
    ...OWN.map(({ name, summary }) => line(name, summary)),
    '\nResources and their verbs:\n',
    ...Object.entries(RESOURCES).map(([name, verbs]) => line(name, shortened(verbs, 78 - width))),
    '\nStart with `quoin login`. `quoin <command> --help` shows the options, `quoin <resource> --help` the verbs.\n',
    'For scripts: --json, --jq and --quiet. Exit codes: 0 success, 1 server error, 2 invalid command, 3 unreachable,\n',
    '4 not allowed, 5 not found, 6 credits, 7 conflict, 8 too many requests, 130 interrupted.\n',
  ].join('')
}

function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, text.lastIndexOf(' ', most - 2))} …`
}

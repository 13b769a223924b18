/** The arguments of a command are wrong; the message says why and how the command is used. */
export class UsageError extends Error {
  override name = 'UsageError'
}

export interface Arguments {
  /** The n-th word after the command; throws the usage when it is missing. */
  word(at: number): string
  optionalWord(at: number): string | undefined
  option(name: string): string | undefined
  /** Reads a whole, positive number. */
  credits(given: string): number
  /** `--actor` and `--reason`, which every change needs for the audit log. */
  actorAndReason(): { actor: string; reason: string }
}

export function readArguments(args: readonly string[], options: readonly string[], usage: string): Arguments {
  const fail = (why: string): never => {
    throw new UsageError(`${why}\n\n${usage}`)
  }
  const values = new Map<string, string>()
  const words: string[] = []
  // Not `parseArgs`: it would take -5 for an option, and here it is a number.
  for (let at = 0; at < args.length; at++) {
    const [, name, inline] = /^--([a-z]+)(?:=(.*))?$/s.exec(args[at] ?? '') ?? []
    if (name === undefined) words.push(args[at] ?? '')
    else if (!options.includes(name)) fail(`Unknown option --${name}.`)
    else values.set(name, inline ?? args[++at] ?? fail(`--${name} needs a value.`))
  }
  const option = (name: string) => values.get(name)
  return {
    option,
    optionalWord: (at) => words[at],
    word: (at) => words[at] ?? fail('An argument is missing.'),
    credits: (given) =>
      /^[1-9]\d{0,8}$/.test(given) ? Number(given) : fail(`${JSON.stringify(given)} is not a number of credits.`),
    actorAndReason: () => ({
      actor: option('actor') ?? fail('--actor is missing. Name who makes this change.'),
      reason: option('reason') ?? fail('--reason is missing. Say why this change is made.'),
    }),
  }
}

/** What was typed cannot be read as a command; the message says how it is written. */
export class UsageError extends Error {
  override name = 'UsageError'
}

export interface Arguments {
  /** The n-th word after the command; throws the usage when it is missing. */
  word(at: number): string
  optionalWord(at: number): string | undefined
  option(name: string): string | undefined
  /** Whole and positive. */
  credits(given: string): number
  /** Who acts and why: every act is told with both. */
  because(): { actor: string; reason: string }
}

export function readArguments(args: readonly string[], options: readonly string[], usage: string): Arguments {
  const fail = (why: string): never => {
    throw new UsageError(`${why}\n\n${usage}`)
  }
  const values = new Map<string, string>()
  const words: string[] = []
  // By hand, because -5 is a number here and not an option.
  for (let at = 0; at < args.length; at++) {
    const [, name, inline] = /^--([a-z]+)(?:=(.*))?$/s.exec(args[at] ?? '') ?? []
    if (name === undefined) words.push(args[at] ?? '')
    else if (!options.includes(name)) fail(`There is no option --${name}.`)
    else values.set(name, inline ?? args[++at] ?? fail(`--${name} needs a value.`))
  }
  const option = (name: string) => values.get(name)
  return {
    option,
    optionalWord: (at) => words[at],
    word: (at) => words[at] ?? fail('Something is missing.'),
    credits: (given) =>
      /^[1-9]\d{0,8}$/.test(given) ? Number(given) : fail(`${JSON.stringify(given)} is not a number of credits.`),
    because: () => ({
      actor: option('actor') ?? fail('--actor says who does it.'),
      reason: option('reason') ?? fail('--reason says why.'),
    }),
  }
}

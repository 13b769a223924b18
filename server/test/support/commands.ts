import { runProgram } from '../../src/commands/program.ts'
import type { Context } from '../../src/kit/context.ts'

/** The command line on a context of a test: parses the arguments as `quoin-server` does and answers what it prints. */
export function commandsOn(ctx: Context): (...args: string[]) => Promise<string> {
  return async (...args) => {
    const printed: string[] = []
    await runProgram(args, {
      print: (text) => printed.push(text),
      printError: () => {},
      run: async (command, call) =>
        'onContext' in command ? (await command.onContext())(ctx, call) : (await command.onConfig())(ctx.config, call),
    })
    return printed.join('\n')
  }
}

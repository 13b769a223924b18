import { runProgram } from '../../src/commands/program.ts'
import { type Config, readConfig } from '../../src/kit/config/config.ts'
import type { Context } from '../../src/kit/context.ts'

/** Runs commands on a test's context: parses the arguments as `quoin-server` does and returns the output. */
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

/** Runs commands that open a database themselves. Returns the output and the exit code. */
export function commandsIn(env: Record<string, string>) {
  const config: Config = readConfig({ LOG_LEVEL: 'error', ...env })
  return async (...args: string[]): Promise<{ code: number; output: string }> => {
    const printed: string[] = []
    const code = await runProgram(args, {
      print: (text) => printed.push(text),
      printError: () => {},
      run: async (command, call) => {
        if ('onConfig' in command) return (await command.onConfig())(config, call)
        throw new Error(`${command.name} needs a context`)
      },
    })
    return { code, output: printed.join('\n') }
  }
}

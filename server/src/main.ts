import { CommanderError } from 'commander'
import type { Command, CommandCall, Output } from './commands/command.ts'
import { runProgram } from './commands/program.ts'
import { readConfig } from './kit/config/config.ts'

const NODE_MIN = 24
const args = process.argv.slice(2)
const isJson = args.includes('--json')

const print = (text: string) => process.stdout.write(`${text}\n`)
const printError = (text: string) => process.stderr.write(`${text}\n`)

// A closed output stream must not end the process: a server continues when its log is no longer read.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })

/** A command may run beside a server. Both then use the same database. */
async function run(command: Command, call: CommandCall): Promise<Output | undefined> {
  const config = readConfig(process.env)
  if ('onConfig' in command) return (await command.onConfig())(config, call)
  const [work, { openRuntime }] = await Promise.all([command.onContext(), import('./runtime.ts')])
  await using runtime = await openRuntime(config, { canAttach: true })
  return await work(runtime.ctx, call)
}

/** Returns the exit code: 2 when the command was misused, 1 when it failed. */
async function runMain(): Promise<number> {
  if (Number(process.versions.node.split('.')[0]) < NODE_MIN) {
    printError(
      `Quoin needs Node ${NODE_MIN} or newer, and this is ${process.versions.node}. Start it with npm start or npx quoin-server.`,
    )
    return 1
  }
  try {
    return await runProgram(args, { print, printError: isJson ? () => {} : printError, run })
  } catch (error) {
    if (error instanceof CommanderError) {
      if (isJson && error.exitCode !== 0) printProblem({ code: 'usage_error', message: error.message })
      return error.exitCode === 0 ? 0 : 2
    }
    const { explainError: explain } = await import('./commands/explain-error.ts')
    const problem = explain(error)
    if (isJson) printProblem(problem)
    else printError(problem.message)
    return problem.code === 'usage_error' ? 2 : 1
  }
}

function printProblem(error: { code: string; message: string }): void {
  printError(JSON.stringify({ error }))
}

process.exit(await runMain())

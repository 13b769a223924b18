import type { Config } from '../kit/config.ts'
import type { Context } from '../kit/context.ts'
import { openRuntime } from '../runtime.ts'

/** Runs a command and prints its answer. It may run beside a server: both then use the same database. */
export async function runOnce(
  config: Config,
  args: readonly string[],
  command: (ctx: Context, args: readonly string[]) => Promise<string>,
  print: (text: string) => void,
): Promise<void> {
  const runtime = await openRuntime(config, { canAttach: true })
  try {
    print(await command(runtime.ctx, args))
  } finally {
    await runtime.close()
  }
}

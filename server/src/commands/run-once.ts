import type { Config } from '../kit/config.ts'
import type { Context } from '../kit/context.ts'
import { openRuntime } from '../runtime.ts'

/** A command that does one thing to the database, beside a running server if there is one. */
export async function runOnce(
  config: Config,
  args: readonly string[],
  work: (ctx: Context, args: readonly string[]) => Promise<string>,
  say: (text: string) => void,
): Promise<void> {
  const runtime = await openRuntime(config, { attach: true })
  try {
    say(await work(runtime.ctx, args))
  } finally {
    await runtime.close()
  }
}

import { parseArgs } from 'node:util'
import { type Config, ConfigError } from '../kit/config.ts'
import { connect } from '../kit/postgres/db.ts'
import { describeBreak, verifyLedger } from '../ledger/verify.ts'
import { openDatabase } from '../runtime.ts'

/** `ledger verify`: reads, changes nothing, and may run beside a working server. 1 when anything does not hold. */
export async function ledgerCommand(config: Config, args: string[], say: (line: string) => void): Promise<number> {
  const { positionals, values } = readArgs(args)
  if (positionals.join(' ') !== 'verify') throw new ConfigError('The ledger takes one command: verify.')
  const database = await openDatabase(config, { attach: true })
  const db = connect(database.address, { max: 2, name: 'quoin ledger verify' })
  let broken = 0
  try {
    for await (const { workspaceId, entries, charges, breaks } of verifyLedger(db, values.workspace)) {
      say(`${workspaceId}  ${breaks.length === 0 ? 'ok' : 'BROKEN'}  ${entries} entries, ${charges} charges`)
      for (const found of breaks) say(`  ${describeBreak(found)}`)
      if (breaks.length > 0) broken++
    }
  } finally {
    await db.end({ timeout: 5 })
    await database.stop()
  }
  say(broken === 0 ? 'The ledger holds.' : `${broken} workspace${broken === 1 ? '' : 's'} broken.`)
  return broken === 0 ? 0 : 1
}

function readArgs(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { workspace: { type: 'string' } } })
  } catch (error) {
    throw new ConfigError((error as Error).message, { cause: error })
  }
}

import { parseArgs } from 'node:util'
import { type Config, ConfigError } from '../kit/config.ts'
import { connect } from '../kit/postgres/db.ts'
import { describeDiscrepancy, verifyLedger } from '../ledger/verify.ts'
import { openDatabase } from '../runtime.ts'

/** `ledger verify` only reads, so it may run beside a server. Returns the exit code: 1 when a workspace's ledger is inconsistent. */
export async function ledgerCommand(config: Config, args: string[], print: (line: string) => void): Promise<number> {
  const { positionals, values } = readArgs(args)
  if (positionals.join(' ') !== 'verify')
    throw new ConfigError('The only ledger command is: quoin-server ledger verify [--workspace ID]')
  const database = await openDatabase(config, { canAttach: true })
  const db = connect(database.address, { max: 2, name: 'quoin ledger verify' })
  let broken = 0
  try {
    for await (const { workspaceId, entries, charges, discrepancies } of verifyLedger(db, values.workspace)) {
      print(`${workspaceId}  ${discrepancies.length === 0 ? 'ok' : 'BROKEN'}  ${entries} entries, ${charges} charges`)
      for (const found of discrepancies) print(`  ${describeDiscrepancy(found)}`)
      if (discrepancies.length > 0) broken++
    }
  } finally {
    await db.end({ timeout: 5 })
    await database.stop()
  }
  print(
    broken === 0
      ? 'The ledger is consistent.'
      : `The ledger of ${broken} workspace${broken === 1 ? ' is' : 's is'} inconsistent.`,
  )
  return broken === 0 ? 0 : 1
}

function readArgs(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { workspace: { type: 'string' } } })
  } catch (error) {
    throw new ConfigError((error as Error).message, { cause: error })
  }
}

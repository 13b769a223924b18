import { connect } from '../kit/postgres/db.ts'
import { describeDiscrepancy, verifyLedger } from '../ledger/verify.ts'
import { openDatabase } from '../runtime.ts'
import type { RunOnConfig } from './command.ts'

/** Only reads, so it may run beside a server. The exit code is 1 when a workspace's ledger is inconsistent. */
export const verify: RunOnConfig = async (config, { options, print }) => {
  const database = await openDatabase(config, { canAttach: true })
  const db = connect(database.sessionAddress, { max: 2, name: 'quoin ledger verify' })
  const workspaces = []
  try {
    for await (const { workspaceId, entries, charges, discrepancies } of verifyLedger(db, options['workspace'])) {
      const isOk = discrepancies.length === 0
      print({ text: `${workspaceId}  ${isOk ? 'ok' : 'BROKEN'}  ${entries} entries, ${charges} charges` })
      const described = discrepancies.map(describeDiscrepancy)
      for (const found of described) print({ text: `  ${found}` })
      workspaces.push({ workspace_id: workspaceId, entries, charges, discrepancies: described })
    }
  } finally {
    await db.end({ timeout: 5 })
    await database.stop()
  }
  const broken = workspaces.filter(({ discrepancies }) => discrepancies.length > 0).length
  const text =
    broken === 0
      ? 'The ledger is consistent.'
      : `The ledger of ${broken} workspace${broken === 1 ? ' is' : 's is'} inconsistent.`
  return { text, data: { is_consistent: broken === 0, workspaces }, exitCode: broken === 0 ? 0 : 1 }
}

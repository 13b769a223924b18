import type { Config } from '../kit/config/config.ts'
import type { Pool } from '../kit/postgres/db.ts'
import { findArchiveSummary } from '../ledger/sql/archive.ts'
import type { Finding } from '../operations/checks.ts'

/** Reports how much of the ledger is archived, or undefined if nothing is. */
export async function checkArchive(db: Pool, config: Config): Promise<Finding | undefined> {
  const summary = await findArchiveSummary(db)
  if (!summary?.until) return
  const { workspaces, objects, until } = summary
  const where = config.MEDIA_S3_BUCKET ? `the bucket ${config.MEDIA_S3_BUCKET}` : `the folder ${config.dataDir}/media`
  return [
    true,
    `ledger archive: ${objects} object${objects === 1 ? '' : 's'} of ${workspaces} workspace${workspaces === 1 ? '' : 's'} in ${where}, with entries from before ${until.toISOString()}`,
  ]
}

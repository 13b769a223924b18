import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

const read = (name: string) => readFileSync(join(import.meta.dirname, name))

/**
 * The database of a server that ran the last version before the baseline: its schema and rows as SQL. Its data was created by the
 * first version with both halves and is synthetic.
 */
export const BEFORE_BASELINE = gunzipSync(read('before-baseline.sql.gz')).toString()

interface DatabaseFacts {
  readonly taken_at: string
  readonly master_key: string
  readonly workspace_id: string
  readonly live_key: string
  readonly read_key: string
  readonly revoked_key: string
  readonly profile_id: string
  readonly published_post_id: string
  readonly scheduled_post_id: string
  readonly webhook_id: string
  readonly webhook_secret: string
  readonly finished_job_id: string
  readonly waiting_job_id: string
  readonly credits: { readonly available: number; readonly held: number; readonly spent: number }
}

/** Keys and ids that a client of that server had. */
export const facts = JSON.parse(read('facts.json').toString()) as DatabaseFacts

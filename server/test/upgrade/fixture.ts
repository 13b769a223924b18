import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Manifest, readManifest } from '../../src/kit/postgres/backup/manifest.ts'

/**
 * A backup of a server that ran the first version with both halves (commit 15e4d8a3, migrations 0001 to 0019): taken with
 * `quoin-server backup` of a later version, without the files of empty tables. Everything in it was made up for it.
 */
export const FIRST_RELEASE = join(import.meta.dirname, 'first-release')

export const manifest: Manifest = readManifest(FIRST_RELEASE)

interface ReleaseFacts {
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

/** What its client knew. */
export const facts = JSON.parse(readFileSync(join(FIRST_RELEASE, 'facts.json'), 'utf8')) as ReleaseFacts

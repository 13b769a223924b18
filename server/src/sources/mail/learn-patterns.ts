import { sha256 } from '../../kit/hash.ts'
import type { Db } from '../../kit/postgres/db.ts'
import type { KnownAddress } from '../action.ts'
import { findColleagues } from '../directory/search/find-colleagues.ts'
import { publishChanges } from '../directory/sql/changes.ts'
import { parseAddress } from './address.ts'
import { isDisposable, isFreeProvider, isRole } from './mailbox-kinds.ts'
import { type Evidence, recognisePattern } from './patterns.ts'
import { findLesson, insertSightings, listPatterns, upsertLesson } from './sql.ts'

const HALF_LIFE_SECONDS = 18 * 30 * 86_400

/** Learns how a domain makes addresses from people whose address is known to be theirs. */
export async function learnPatterns(db: Db, known: readonly KnownAddress[], now: Date): Promise<void> {
  const sightings = known.flatMap(({ email, name }) => {
    const address = parseAddress(email.toLowerCase())
    if (!address || isRole(address.localPart) || isFreeProvider(address.domain) || isDisposable(address.domain))
      return []
    const pattern = recognisePattern(address.localPart, name, address.domain)
    const fingerprint = sha256(`${address.localPart}@${address.domain}`).subarray(0, 8)
    return pattern === undefined ? [] : [{ domain: address.domain, fingerprint, pattern }]
  })
  if (sightings.length > 0) await insertSightings(db, sightings, now, HALF_LIFE_SECONDS)
}

/** Enough to know a habit by, and quickly read. */
const COLLEAGUES_MAX = 300

/** Learns from the people whom the directory has at a domain, once for every version of the directory. */
export async function learnFromDirectory(db: Db, domain: string, now: Date): Promise<void> {
  const version = await publishChanges(db)
  if ((await findLesson(db, domain)) === version) return
  await learnPatterns(db, await findColleagues(db, domain, COLLEAGUES_MAX), now)
  await upsertLesson(db, domain, version)
}

/** What has been seen of a domain, as it weighs now. */
export async function readEvidence(db: Db, domain: string, now: Date): Promise<Evidence> {
  const rows = await listPatterns(db, domain)
  const weighed = rows.map(({ pattern, weight, seen_at }): [string, number] => {
    const ageSeconds = Math.max(0, now.getTime() - seen_at.getTime()) / 1000
    return [pattern, weight * 0.5 ** (ageSeconds / HALF_LIFE_SECONDS)]
  })
  return new Map(weighed)
}

import { sha256 } from '../../kit/hash.ts'
import type { Db } from '../../kit/postgres/db.ts'
import type { KnownAddress } from '../action.ts'
import { findColleagues } from '../directory/search/find-colleagues.ts'
import { publishChanges } from '../directory/sql/changes.ts'
import { parseAddress } from './address.ts'
import { isDisposable, isFreeProvider, isRole } from './mailbox-kinds.ts'
import { type Evidence, recognisePattern } from './patterns.ts'
import { findLearnedVersion, insertSightings, listPatterns, upsertLearnedVersion } from './sql.ts'

const HALF_LIFE_SECONDS = 18 * 30 * 86_400

/** Learns the address patterns of domains from people whose address is known to be theirs. */
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

/** Enough to recognise a pattern, and quick to read. */
const COLLEAGUES_MAX = 300

/** Learns from the directory's people at a domain, once for each version of the directory. */
export async function learnFromDirectory(
  { db, directory }: { readonly db: Db; readonly directory: Db },
  domain: string,
  now: Date,
): Promise<void> {
  const version = await publishChanges(directory)
  if ((await findLearnedVersion(db, domain)) === version) return
  await learnPatterns(db, await findColleagues(directory, domain, COLLEAGUES_MAX), now)
  await upsertLearnedVersion(db, domain, version)
}

/** Returns how often each pattern was seen at a domain, weighted by age. */
export async function readEvidence(db: Db, domain: string, now: Date): Promise<Evidence> {
  const rows = await listPatterns(db, domain)
  const weighted = rows.map(({ pattern, weight, seen_at }): [string, number] => {
    const ageSeconds = Math.max(0, now.getTime() - seen_at.getTime()) / 1000
    return [pattern, weight * 0.5 ** (ageSeconds / HALF_LIFE_SECONDS)]
  })
  return new Map(weighted)
}

import type { Db } from '../../kit/postgres/db.ts'

/** Returns the result of a control address until it expires. */
export async function findCatchAll(db: Db, domain: string, now: Date): Promise<boolean | undefined> {
  const [row] = await db<{ catch_all: boolean }[]>`
    select catch_all from mail_domains where domain = ${domain} and catch_all_until > ${now}`
  return row?.catch_all
}

export async function updateCatchAll(db: Db, domain: string, isCatchAll: boolean, until: Date): Promise<void> {
  await db`update mail_domains set catch_all = ${isCatchAll}, catch_all_until = ${until} where domain = ${domain}`
}

/** Adds probes to the day's count. Returns false and adds none when that would exceed the maximum. */
export async function countProbes(
  db: Db,
  domain: string,
  { day, wanted, most }: { day: string; wanted: number; most: number },
): Promise<boolean> {
  if (wanted > most) return false
  const rows = await db`
    insert into mail_domains as d (domain, probed_on, probes) values (${domain}, ${day}, ${wanted})
    on conflict (domain) do update set
      probed_on = excluded.probed_on,
      probes = excluded.probes + case when d.probed_on = excluded.probed_on then d.probes else 0 end
    where d.probed_on <> excluded.probed_on or d.probes + excluded.probes <= ${most}
    returning 1`
  return rows.length > 0
}

/** Subtracts probes that were not made. */
export async function uncountProbes(db: Db, domain: string, day: string, unused: number): Promise<void> {
  await db`
    update mail_domains set probes = greatest(0, probes - ${unused}::int) where domain = ${domain} and probed_on = ${day}`
}

export interface PatternRow {
  pattern: string
  weight: number
  seen_at: Date
}

export async function listPatterns(db: Db, domain: string): Promise<PatternRow[]> {
  return db<PatternRow[]>`select pattern, weight, seen_at from mail_patterns where domain = ${domain}`
}

export interface Sighting {
  readonly domain: string
  readonly fingerprint: Uint8Array
  readonly pattern: string
}

/** Each address counts only once; the weight of earlier sightings decays with their age. */
export async function insertSightings(
  db: Db,
  sightings: readonly Sighting[],
  now: Date,
  halfLifeSeconds: number,
): Promise<void> {
  const column = <K extends keyof Sighting>(name: K) => sightings.map((one) => one[name])
  await db`
    with given as (
      select distinct on (domain, fingerprint) domain, decode(fingerprint, 'hex') as fingerprint, pattern
      from unnest(${column('domain')}::text[], ${sightings.map((one) => Buffer.from(one.fingerprint).toString('hex'))}::text[], ${column('pattern')}::text[])
        as t (domain, fingerprint, pattern)
    ), fresh as (
      insert into mail_sightings (domain, fingerprint) select domain, fingerprint from given order by 1, 2
      on conflict do nothing returning domain, fingerprint
    )
    insert into mail_patterns as p (domain, pattern, seen, weight, seen_at)
    select domain, pattern, count(*), count(*), ${now} from fresh join given using (domain, fingerprint)
    group by domain, pattern order by 1, 2
    on conflict (domain, pattern) do update set
      seen = p.seen + excluded.seen,
      weight = p.weight * power(0.5, greatest(0, extract(epoch from excluded.seen_at - p.seen_at)) / ${halfLifeSeconds}::float8) + excluded.weight,
      seen_at = greatest(p.seen_at, excluded.seen_at)`
}

/** Returns the version of the directory from which the domain's patterns were last learned. */
export async function findLearnedVersion(db: Db, domain: string): Promise<number | undefined> {
  const [row] = await db<{ version: number }[]>`select version from mail_lessons where domain = ${domain}`
  return row?.version
}

export async function upsertLearnedVersion(db: Db, domain: string, version: number): Promise<void> {
  await db`
    insert into mail_lessons as l (domain, version) values (${domain}, ${version})
    on conflict (domain) do update set version = greatest(l.version, excluded.version)`
}

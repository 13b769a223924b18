/**
 * The static order of the directory, best known first, and the buckets it is split into.
 *
 * A rank is a grade (how much is known) followed by the last fifty bits of the id, which are practically random. Every search
 * token of a row starts with the letter of its bucket, so each bucket is a separate index inside the one GIN index: a page
 * reads the few buckets it needs, from the best down, instead of everything that matches. Ordering by relevance instead took
 * 607 ms for a common word among half a million people (decision 0012).
 *
 * The tables keep the rank in the column `place`.
 */
export const BUCKETS = 32
const GRADES = 4
const RANKS_PER_GRADE = 2 ** 50
export const RANKS_PER_BUCKET = (GRADES * RANKS_PER_GRADE) / BUCKETS

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Computes the rank. `completeness` is the known share of what could be known, from 0 to 1. */
export function computeRank(id: string, completeness: number): number {
  let random = 0
  for (let at = id.length - 10; at < id.length; at++) random = random * 32 + LETTERS.indexOf(id.charAt(at))
  return Math.min(GRADES - 1, Math.floor(completeness * GRADES)) * RANKS_PER_GRADE + random
}

export function toBucket(rank: number): number {
  return Math.floor(rank / RANKS_PER_BUCKET)
}

export function toRankRange(bucket: number): { start: number; end: number } {
  return { start: bucket * RANKS_PER_BUCKET, end: (bucket + 1) * RANKS_PER_BUCKET }
}

/** Returns the prefix of every search token in a bucket. */
export function bucketLetter(bucket: number): string {
  return LETTERS.charAt(bucket)
}

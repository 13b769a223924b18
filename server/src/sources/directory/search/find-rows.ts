import type { Db } from '../../../kit/postgres/db.ts'
import { placesOf, SHELVES, shelfLetter, shelfOf } from '../rank.ts'
import { type Hit, listHits, type Position, type Table, type Walked, type Wanted, walkShelf } from '../sql/search.ts'
import { isPossible, type Question, written } from './query.ts'

/** Above every place there is. */
export const TOP: Position = { place: placesOf(SHELVES - 1).end, id: '' }

export interface Found<T extends Table> {
  readonly rows: Hit<T>[]
  /** Set when the search stopped before the end of the directory: go on from here. */
  readonly next: Position | undefined
}

const STEPS = 1000
/** A walk that finds nearly nothing ends here, with a short page: no question may read the whole directory. */
const STEPS_MAX = 20_000

const TRIAL_STEPS = 200
/** A row that is walked past costs as much as one that is looked up, and a look into a shelf as much as so many of either. */
const LOOK = 120
/** Hardly anything is common that fits so many conditions: no walk is tried. */
const SELECTIVE = 4

/**
 * The next rows that answer a question, in order. How common the answers are is not known before: a short walk tells. It
 * goes on to fill the page where that is cheap; all else is looked up, which costs by the number of answers on a shelf.
 */
export async function findRows<T extends Table>(
  db: Db,
  table: T,
  question: Question,
  wanted: Wanted,
): Promise<Found<T>> {
  if (!question.must.every(isPossible)) return { rows: [], next: undefined }
  if (question.must.length === 0) return walkAll(db, table, question, wanted)
  const common = question.must.length < SELECTIVE ? await walkCommon(db, table, question, wanted) : undefined
  return common ?? lookUp(db, table, question, wanted)
}

/** A whole page, when its rows are common enough to be met on the way. */
async function walkCommon<T extends Table>(
  db: Db,
  table: T,
  question: Question,
  wanted: Wanted,
): Promise<Found<T> | undefined> {
  const shelf = startShelf(wanted.after)
  const trial = await walk(db, table, question, { ...wanted, steps: TRIAL_STEPS }, shelf)
  const rows = trial.hits
  if (rows.length < wanted.limit) {
    const limit = wanted.limit - rows.length
    const share = rows.length / TRIAL_STEPS
    const steps = Math.ceil((1.5 * limit) / share)
    if (!trial.end || steps > LOOK + (share * trial.size) / SHELVES) return undefined
    rows.push(...(await walk(db, table, question, { ...wanted, after: trial.end, limit, steps }, shelf)).hits)
  }
  return rows.length === wanted.limit ? { rows, next: endOf(rows) } : undefined
}

async function lookUp<T extends Table>(db: Db, table: T, question: Question, wanted: Wanted): Promise<Found<T>> {
  const top = startShelf(wanted.after)
  const shelves = Array.from({ length: top + 1 }, (_, n) => shelfLetter(top - n))
  const rows = await listHits(db, table, written(question), { ...wanted, shelves })
  return { rows, next: rows.length === wanted.limit ? endOf(rows) : undefined }
}

/** Without a condition there is nothing to look up. */
async function walkAll<T extends Table>(db: Db, table: T, question: Question, wanted: Wanted): Promise<Found<T>> {
  const rows: Hit<T>[] = []
  let after = wanted.after
  let left = STEPS_MAX
  for (let shelf = startShelf(after); shelf >= 0; ) {
    const part = { ...wanted, after, limit: wanted.limit - rows.length, steps: STEPS }
    const { hits, end, steps } = await walk(db, table, question, part, shelf)
    rows.push(...hits)
    if (rows.length === wanted.limit) return { rows, next: endOf(rows) }
    left -= steps
    after = end ?? { place: placesOf(shelf).start, id: '' }
    if (!end) shelf--
    if (left <= 0 && shelf >= 0) return { rows, next: after }
  }
  return { rows, next: undefined }
}

interface WalkWanted extends Wanted {
  readonly steps: number
}

function walk<T extends Table>(
  db: Db,
  table: T,
  question: Question,
  wanted: WalkWanted,
  shelf: number,
): Promise<Walked<T>> {
  const where = { shelf: shelfLetter(shelf), floor: placesOf(shelf).start }
  return walkShelf(db, table, written(question), { ...wanted, ...where })
}

/** Where they end, and nothing else of who stands there: it goes into cursors. */
function endOf(rows: readonly Position[]): Position | undefined {
  const last = rows.at(-1)
  return last && { place: last.place, id: last.id }
}

function startShelf({ place }: Position): number {
  return Math.min(shelfOf(place), SHELVES - 1)
}

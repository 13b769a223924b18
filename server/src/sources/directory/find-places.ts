import type { Db } from '../../kit/db.ts'
import { isPossible, type Question, written } from './query.ts'
import { placesOf, SHELVES, shelfLetter, shelfOf } from './shelf.ts'
import { listPlacesByIndex, type Position, type Table, type Walked, type Wanted, walkShelf } from './sql/search.ts'

/** Above every place there is. */
export const TOP: Position = { place: placesOf(SHELVES - 1).end, id: '' }

export interface Found {
  readonly places: Position[]
  /** Set when the search stopped before the end of the directory: go on from here. */
  readonly next: Position | undefined
}

const STEPS = 1000
/** A walk that finds nearly nothing ends here, with a short page: no question may read the whole directory. */
const STEPS_MAX = 20_000

const TRIAL_STEPS = 200
/** What one row in fifty has is found sooner by walking than by looking it up, measured with a million people. */
const COMMON = 1 / 50
/** Hardly anything is common that fits so many conditions: no walk is tried. */
const SELECTIVE = 4

/**
 * The next places that answer a question, in order. How common the answers are is not known before: a short walk tells. It
 * goes on to fill the page where that is cheap; all else is looked up, which costs by the number of answers on a shelf.
 */
export async function findPlaces(db: Db, table: Table, question: Question, wanted: Wanted): Promise<Found> {
  if (!question.must.every(isPossible)) return { places: [], next: undefined }
  if (question.must.length === 0) return walkAll(db, table, question, wanted)
  const common = question.must.length < SELECTIVE ? await walkCommon(db, table, question, wanted) : undefined
  return common ?? lookUp(db, table, question, wanted)
}

/** A whole page, when its rows are common enough to be met on the way. */
async function walkCommon(db: Db, table: Table, question: Question, wanted: Wanted): Promise<Found | undefined> {
  const shelf = startShelf(wanted.after)
  const trial = await walk(db, table, question, { ...wanted, steps: TRIAL_STEPS }, shelf)
  const places = trial.hits
  if (places.length < wanted.limit) {
    if (!trial.end || places.length < TRIAL_STEPS * COMMON) return undefined
    const rest = { ...wanted, after: trial.end, limit: wanted.limit - places.length, steps: wanted.limit / COMMON }
    places.push(...(await walk(db, table, question, rest, shelf)).hits)
  }
  return places.length === wanted.limit ? { places, next: places.at(-1) } : undefined
}

async function lookUp(db: Db, table: Table, question: Question, wanted: Wanted): Promise<Found> {
  const top = startShelf(wanted.after)
  const shelves = Array.from({ length: top + 1 }, (_, n) => shelfLetter(top - n))
  const places = await listPlacesByIndex(db, table, written(question), { ...wanted, shelves })
  return { places, next: places.length === wanted.limit ? places.at(-1) : undefined }
}

/** Without a condition there is nothing to look up. */
async function walkAll(db: Db, table: Table, question: Question, wanted: Wanted): Promise<Found> {
  const places: Position[] = []
  let after = wanted.after
  let left = STEPS_MAX
  for (let shelf = startShelf(after); shelf >= 0; ) {
    const part = { ...wanted, after, limit: wanted.limit - places.length, steps: STEPS }
    const { hits, end, steps } = await walk(db, table, question, part, shelf)
    places.push(...hits)
    if (places.length === wanted.limit) return { places, next: places.at(-1) }
    left -= steps
    after = end ?? { place: placesOf(shelf).start, id: '' }
    if (!end) shelf--
    if (left <= 0 && shelf >= 0) return { places, next: after }
  }
  return { places, next: undefined }
}

interface WalkWanted extends Wanted {
  readonly steps: number
}

function walk(db: Db, table: Table, question: Question, wanted: WalkWanted, shelf: number): Promise<Walked> {
  const where = { shelf: shelfLetter(shelf), floor: placesOf(shelf).start }
  return walkShelf(db, table, written(question), { ...wanted, ...where })
}

function startShelf({ place }: Position): number {
  return Math.min(shelfOf(place), SHELVES - 1)
}

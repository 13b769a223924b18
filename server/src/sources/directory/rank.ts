/**
 * The static order of a directory, best known first, and the shelves it is cut into.
 *
 * A place is a grade (how much is known) and, below it, the last fifty bits of the id, which is as good as chance. The
 * tokens of a row carry its shelf, so each shelf is an index of its own inside the one GIN: a page reads the few shelves
 * it needs, from the best down, instead of everything that matches.
 */
export const SHELVES = 32
const GRADES = 4
const CHANCES = 2 ** 50
export const PLACES_PER_SHELF = (GRADES * CHANCES) / SHELVES

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** `known` is how much of what could be known is, from 0 to 1. */
export function placeOf(id: string, known: number): number {
  let chance = 0
  for (let at = id.length - 10; at < id.length; at++) chance = chance * 32 + LETTERS.indexOf(id.charAt(at))
  return Math.min(GRADES - 1, Math.floor(known * GRADES)) * CHANCES + chance
}

export function shelfOf(place: number): number {
  return Math.floor(place / PLACES_PER_SHELF)
}

export function placesOf(shelf: number): { start: number; end: number } {
  return { start: shelf * PLACES_PER_SHELF, end: (shelf + 1) * PLACES_PER_SHELF }
}

/** What stands before every token of a shelf. */
export function shelfLetter(shelf: number): string {
  return LETTERS.charAt(shelf)
}

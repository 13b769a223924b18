import { isHex32, type UnsignedEvent } from './event.ts'

/** Reads the thread of a reply (NIP-10); undefined for a note that is not a reply. */
export function readThread({ tags }: Pick<UnsignedEvent, 'tags'>): { root: string; parent: string } | undefined {
  const findMarked = (marker: string) =>
    tags.find(([key, id, , mark]) => key === 'e' && isHex32(id) && mark === marker)?.[1]
  const root = findMarked('root')
  const parent = findMarked('reply')
  if (root !== undefined || parent !== undefined) return { root: root ?? parent ?? '', parent: parent ?? root ?? '' }
  // The older form has no markers: the first id is the root, the last one the parent.
  const plain = tags.flatMap(([key, id, , mark]) => (key === 'e' && isHex32(id) && !mark ? [id] : []))
  const [first] = plain
  return first === undefined ? undefined : { root: first, parent: plain.at(-1) ?? first }
}

/** Builds the tags of a reply, in the thread of its parent. */
export function buildReplyTags(parent: UnsignedEvent & { readonly id: string }, ownKey: string): string[][] {
  const root = readThread(parent)?.root ?? parent.id
  const people = [parent.pubkey, ...parent.tags.flatMap(([key, id]) => (key === 'p' && isHex32(id) ? [id] : []))]
  const others = [...new Set(people)].filter((person) => person !== ownKey).slice(0, PEOPLE_MAX)
  return [
    ['e', root, '', 'root'],
    ...(root === parent.id ? [] : [['e', parent.id, '', 'reply', parent.pubkey]]),
    ...others.map((person) => ['p', person]),
  ]
}

/** Maximum number of people whom a reply notifies: a note can name hundreds. */
const PEOPLE_MAX = 20

import { isHex32, type UnsignedEvent } from './event.ts'

/** What a note replies to, by NIP-10; undefined for one that replies to nothing. */
export function readThread({ tags }: Pick<UnsignedEvent, 'tags'>): { root: string; parent: string } | undefined {
  const marked = (marker: string) =>
    tags.find(([key, id, , mark]) => key === 'e' && isHex32(id) && mark === marker)?.[1]
  const root = marked('root')
  const parent = marked('reply')
  if (root !== undefined || parent !== undefined) return { root: root ?? parent ?? '', parent: parent ?? root ?? '' }
  // The older form has no marks: the first is the root, the last the parent.
  const plain = tags.flatMap(([key, id, , mark]) => (key === 'e' && isHex32(id) && !mark ? [id] : []))
  const [first] = plain
  return first === undefined ? undefined : { root: first, parent: plain.at(-1) ?? first }
}

/** The tags of a reply. `root` of the parent's thread stays the root. */
export function replyTags(parent: UnsignedEvent & { readonly id: string }, ownKey: string): string[][] {
  const root = readThread(parent)?.root ?? parent.id
  const people = [parent.pubkey, ...parent.tags.flatMap(([key, id]) => (key === 'p' && isHex32(id) ? [id] : []))]
  const others = [...new Set(people)].filter((one) => one !== ownKey).slice(0, PEOPLE_MAX)
  return [
    ['e', root, '', 'root'],
    ...(root === parent.id ? [] : [['e', parent.id, '', 'reply', parent.pubkey]]),
    ...others.map((one) => ['p', one]),
  ]
}

/** A note can name hundreds of people: not all of them are notified. */
const PEOPLE_MAX = 20

import type { Input } from '../api/client.ts'
import { useFile } from '../api/use-file.ts'

type PictureOperation = 'comments.avatar' | 'conversations.avatar' | 'reviews.avatar' | 'accounts.avatar'

interface Props {
  readonly name: string
  /** Where its picture is read; without one its initials are shown. */
  readonly picture?: { readonly operation: PictureOperation; readonly input: Input<PictureOperation> } | undefined
}

/** A person or an account. The name stands beside it, so that it is decoration. */
export function Avatar({ name, picture }: Props) {
  const { operation, input } = picture ?? { operation: 'conversations.avatar', input: { params: { id: '' } } }
  const url = useFile(operation, input, picture !== undefined)
  return (
    <span className="avatar" aria-hidden>
      {url === undefined ? initialsOf(name) : <img src={url} alt="" />}
    </span>
  )
}

/** The first letters of the first and the last word. */
function initialsOf(name: string): string {
  const words = name.split(/[\s_.-]+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word && [...word][0])
  return letters.join('').toUpperCase() || '?'
}

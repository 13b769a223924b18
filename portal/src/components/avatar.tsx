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
      {url === undefined ? toInitials(name) : <img src={url} alt="" />}
    </span>
  )
}

/** The first letters of the first and the last word. */
function toInitials(name: string): string {
  const letters = name.split(/[\s_.-]+/).flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? [])
  const shown = letters.length > 1 ? [letters[0], letters.at(-1)] : letters
  return shown.join('').toUpperCase() || '?'
}

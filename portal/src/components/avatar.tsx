import type { Input } from '../api/client.ts'
import { useFile } from '../api/use-file.ts'
import * as css from './avatar.module.css'

type PictureOperation = 'comments.avatar' | 'conversations.avatar' | 'reviews.avatar' | 'accounts.avatar'

interface Props {
  readonly name: string
  /** Operation that reads the picture; without one the initials are shown. */
  readonly picture?: { readonly operation: PictureOperation; readonly input: Input<PictureOperation> } | undefined
}

/** Picture of a person or an account; decorative, because the name is shown beside it. */
export function Avatar({ name, picture }: Props) {
  const { operation, input } = picture ?? { operation: 'conversations.avatar', input: { params: { id: '' } } }
  const url = useFile(operation, input, picture !== undefined)
  return (
    <span className={css.avatar} aria-hidden>
      {url === undefined ? toInitials(name) : <img src={url} alt="" />}
    </span>
  )
}

/** Returns the first letters of the first and last words. */
function toInitials(name: string): string {
  const letters = name.split(/[\s_.-]+/).flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? [])
  const shown = letters.length > 1 ? [letters[0], letters.at(-1)] : letters
  return shown.join('').toUpperCase() || '?'
}

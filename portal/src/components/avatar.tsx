import type { CSSProperties, ReactNode } from 'react'
import type { Input } from '../api/client.ts'
import { useFile } from '../api/use-file.ts'
import { chooseBrandColor } from '../app/colors.ts'
import * as css from './avatar.module.css'

type PictureOperation = 'comments.avatar' | 'conversations.avatar' | 'reviews.avatar' | 'accounts.avatar'

interface Props {
  readonly name: string
  /** Operation that reads the picture; without one the initials are shown. */
  readonly picture?: { readonly operation: PictureOperation; readonly input: Input<PictureOperation> } | undefined
  /** In pixels: 24 in rows, 32 in lists of cards and heads. */
  readonly size?: number
  /** Shown in the corner, such as the logo of the platform. */
  readonly badge?: ReactNode
}

/** Picture of a person or an account; decorative, because the name is shown beside it. */
export function Avatar({ name, picture, size = 32, badge }: Props) {
  const { operation, input } = picture ?? { operation: 'conversations.avatar', input: { params: { id: '' } } }
  const url = useFile(operation, input, picture !== undefined)
  const style = { '--size': `${size}px`, '--tint': chooseBrandColor(name) } as CSSProperties
  return (
    <span className={css.avatar} style={style} aria-hidden>
      <span className={css.picture}>{url === undefined ? toInitials(name) : <img src={url} alt="" />}</span>
      {badge && <span className={css.badge}>{badge}</span>}
    </span>
  )
}

/** Returns the first letters of the first and last words. */
function toInitials(name: string): string {
  const letters = name.split(/[\s_.-]+/).flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? [])
  const shown = letters.length > 1 ? [letters[0], letters.at(-1)] : letters
  return shown.join('').toUpperCase() || '?'
}

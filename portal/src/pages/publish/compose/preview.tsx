import { useState } from 'react'
import { measureLength } from '../../../../../server/src/connectors/limits.ts'
import { useRead } from '../../../api/hooks.ts'
import { AccountAvatar } from '../../../resources/accounts/account-avatar.tsx'
import { accountName } from '../../../resources/accounts/names.ts'
import { PlatformIcon } from '../../../resources/platforms/platform-icon.tsx'
import { MediaThumb } from '../../../resources/posts/media-thumb.tsx'
import { readTextLimit } from './counters.tsx'
import {
  type Draft,
  type DraftContext,
  type DraftMedium,
  type DraftTarget,
  findTargetPlatform,
  getTargetText,
} from './draft.ts'
import * as css from './preview.module.css'

/** Platforms that show the media above the text. */
const MEDIA_FIRST = ['instagram', 'pinterest', 'tiktok', 'youtube']

/** Approximate preview of the post for each account. */
export function Preview({ draft, known }: { draft: Draft; known: DraftContext }) {
  const [chosen, setChosen] = useState<string>()
  const target = draft.targets.find(({ accountId }) => accountId === chosen) ?? draft.targets[0]
  return (
    <section className="compose-preview" aria-label="Preview">
      {draft.targets.length > 1 && (
        <div className={css.composeTabs} role="group" aria-label="Preview account">
          {draft.targets.map(({ accountId }) => {
            const account = known.accounts.get(accountId)
            return (
              <button
                key={accountId}
                type="button"
                className="quiet-button"
                aria-pressed={accountId === target?.accountId}
                onClick={() => setChosen(accountId)}
              >
                {account && <PlatformIcon platform={account.platform} size={14} />}
                {account ? accountName(account) : accountId}
              </button>
            )
          })}
        </div>
      )}
      {target ? (
        <PreviewCard draft={draft} target={target} known={known} />
      ) : (
        <p className={`dimmed ${css.composeHint}`}>Select an account to see a preview.</p>
      )}
    </section>
  )
}

function PreviewCard({ draft, target, known }: { draft: Draft; target: DraftTarget; known: DraftContext }) {
  const account = known.accounts.get(target.accountId)
  const platform = findTargetPlatform(known, target)
  if (!account || !platform) return null
  const name = accountName(account)
  const { title } = target.options
  const { max, unit } = readTextLimit(platform)
  const text = getTargetText(draft, target)
  const isOver = measureLength(text, unit, max) > max
  const media = draft.media.length > 0 && (
    <div className={css.previewMedia} data-count={Math.min(draft.media.length, 4)}>
      {draft.media.map((medium) => (
        <PreviewMedium key={medium.id} medium={medium} />
      ))}
    </div>
  )
  const isMediaFirst = MEDIA_FIRST.includes(platform.id)
  return (
    <article className={`panel ${css.previewCard}`}>
      <header>
        <AccountAvatar account={account} />
        <div>
          <b dir="auto">{name}</b>
          <div className="dimmed">{platform.label}</div>
        </div>
      </header>
      {isMediaFirst && media}
      {typeof title === 'string' && <b dir="auto">{title}</b>}
      <p className={isOver ? `${css.previewText} is-over` : css.previewText} dir="auto">
        {text ? marked(text) : <span className="dimmed">Your text</span>}
      </p>
      {!isMediaFirst && media}
      {draft.firstComment.trim() && platform.capabilities.includes('comments.on_post') && (
        <p className={css.previewComment}>
          <b dir="auto">{name}</b> <bdi>{draft.firstComment}</bdi>
        </p>
      )}
    </article>
  )
}

function PreviewMedium({ medium }: { medium: DraftMedium }) {
  const { data } = useRead('media.get', { params: { id: medium.id } })
  return data ? <MediaThumb media={data} alt={medium.alt || 'Media of the post'} /> : <span className="media-thumb" />
}

/** Highlights links, hashtags and mentions, as the platforms do. */
function marked(text: string) {
  return text.split(/(https?:\/\/\S+|[#@][\p{L}\p{N}_.-]+)/u).map((part, at) =>
    at % 2 === 1 ? (
      <span key={`${at}-${part}`} className={css.previewMark}>
        {part}
      </span>
    ) : (
      part
    ),
  )
}

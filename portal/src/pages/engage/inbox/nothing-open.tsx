import { CommentDiscussionIcon } from '@primer/octicons-react'

const KEYS = [
  ['j', 'next conversation'],
  ['k', 'the one before'],
  ['r', 'reply'],
  ['e', 'done'],
] as const

/** Beside the list while no conversation is open. */
export function NothingOpen() {
  return (
    <div className="engage-pane engage-nothing">
      <CommentDiscussionIcon size={24} />
      <p>Choose a conversation.</p>
      <dl className="engage-keys">
        {KEYS.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

import { CommentDiscussionIcon } from '@primer/octicons-react'
import { KeysHint } from '../keys-hint.tsx'

const KEYS = [
  ['j', 'next conversation'],
  ['k', 'previous conversation'],
  ['r', 'reply'],
  ['e', 'close'],
] as const

export function NothingOpen() {
  return <KeysHint icon={CommentDiscussionIcon} text="Select a conversation." keys={KEYS} />
}

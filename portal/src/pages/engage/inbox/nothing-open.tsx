import { CommentDiscussionIcon } from '@primer/octicons-react'
import { KeysHint } from '../keys-hint.tsx'

const KEYS = [
  ['j', 'next conversation'],
  ['k', 'the one before'],
  ['r', 'reply'],
  ['e', 'done'],
] as const

export function NothingOpen() {
  return <KeysHint icon={CommentDiscussionIcon} text="Choose a conversation." keys={KEYS} />
}

import type { FormEvent } from 'react'
import { useLocation } from 'wouter'
import { useWrite } from '../../../api/hooks.ts'
import type { ProblemError, Violation } from '../../../api/problem.ts'
import { showDone } from '../../../components/notify.ts'
import type { Post } from '../posts/post-words.ts'
import { type Uploads, useUploads } from '../use-uploads.ts'
import { type Draft, isEmpty, type Known, type PostBody, toBody } from './draft.ts'
import { type DraftState, useDraft } from './use-draft.ts'
import { useValidation } from './use-validation.ts'

export interface ComposerProps {
  readonly title: string
  /** The post that is changed; undefined for a new one. */
  readonly edited: Post | undefined
  readonly initial: Draft
  /** What it is kept under while it is written. */
  readonly name: string
  readonly known: Known
}

export interface ComposerState extends DraftState {
  readonly uploads: Uploads
  readonly body: PostBody
  readonly violations: readonly Violation[]
  readonly problem: ProblemError | undefined
  /** Why it cannot be sent yet. */
  readonly blocked: string | undefined
  readonly isChecking: boolean
  readonly isSending: boolean
  readonly submit: (event: FormEvent) => void
}

/** The draft, what the API says about it, and how it is sent. */
export function useComposer({ edited, initial, name, known }: ComposerProps): ComposerState {
  const state = useDraft(name, initial)
  const { draft, change, forget } = state
  const uploads = useUploads((id) => state.addMedium(id))
  const body = toBody(draft, known)
  const isWorthChecking = draft.targets.length > 0 && !isEmpty(draft)
  const validation = useValidation(isWorthChecking ? body : undefined)
  const [, navigate] = useLocation()
  const onSuccess = ({ id }: { id: string }) => {
    forget()
    if (!edited) showDone(draft.isLater ? 'The post is scheduled.' : 'The post is on its way.')
    navigate(`/posts/${id}`)
  }
  const create = useWrite('posts.create', { onSuccess })
  const update = useWrite('posts.update', { onSuccess })
  const failed = (edited ? update.error : create.error) ?? undefined
  const before = JSON.stringify(toBody(initial, known).targets)
  const send = () =>
    edited ? update.mutate({ params: { id: edited.id }, body: changesOf(body, before) }) : create.mutate({ body })
  return {
    ...state,
    change,
    uploads,
    body,
    violations: validation.violations.length > 0 ? validation.violations : (failed?.violations ?? []),
    problem: validation.problem ?? failed,
    blocked: blockedBy({
      'Choose where it goes.': draft.targets.length === 0,
      'Write a text or add a picture.': isEmpty(draft),
      'Wait until everything is uploaded.': uploads.running.some(({ problem }) => !problem),
      'Choose a time.': draft.isLater && !draft.at,
      'Something needs a look first.': validation.violations.length > 0 || validation.problem !== undefined,
    }),
    isChecking: validation.isChecking,
    isSending: create.isPending || update.isPending,
    submit: (event) => {
      event.preventDefault()
      send()
    },
  }
}

function blockedBy(reasons: Readonly<Record<string, boolean>>): string | undefined {
  return Object.keys(reasons).find((reason) => reasons[reason])
}

/** What a change sends. Targets only when they differ: a target may have media of its own, which this form does not show. */
function changesOf({ targets, media_ids = [], first_comment = null, scheduled_at, ...body }: PostBody, before: string) {
  return {
    ...body,
    ...(JSON.stringify(targets) !== before && { targets }),
    media_ids,
    first_comment,
    scheduled_at: scheduled_at ?? new Date().toISOString(),
  }
}

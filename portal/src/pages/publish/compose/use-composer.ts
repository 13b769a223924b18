import type { FormEvent } from 'react'
import { useLocation } from 'wouter'
import { type Input, toEtag } from '../../../api/client.ts'
import { useWrite } from '../../../api/hooks.ts'
import type { ProblemError } from '../../../api/problem.ts'
import type { Violation } from '../../../api/violation.ts'
import { showDone } from '../../../components/notify.ts'
import type { Post } from '../../../resources/posts/post-labels.ts'
import { type Uploads, useUploads } from '../../../resources/posts/use-uploads.ts'
import { type Draft, type DraftContext, isEmpty, type PostBody, toBody } from './draft.ts'
import { toDraft } from './initial-draft.ts'
import { type DraftState, useDraft } from './use-draft.ts'
import { useValidation } from './use-validation.ts'

export interface ComposerProps {
  readonly title: string
  /** The post that is edited; undefined for a new one. */
  readonly edited: Post | undefined
  readonly initial: Draft
  /** Storage key of the unsaved draft. */
  readonly name: string
  /** Fields that the page was opened with, such as the time in the calendar; they win over those of a kept draft. */
  readonly fixed: Partial<Draft>
  readonly known: DraftContext
}

export interface ComposerState extends DraftState {
  readonly uploads: Uploads
  readonly body: PostBody
  readonly violations: readonly Violation[]
  readonly problem: ProblemError | undefined
  /** Reason why it cannot be sent yet. */
  readonly blocked: string | undefined
  readonly isChecking: boolean
  readonly isSending: boolean
  readonly submit: (event: FormEvent) => void
  /** Saves it without publishing, even if incomplete. */
  readonly saveDraft: () => void
  /** The post as someone else saved it meanwhile. */
  readonly conflict: PostConflict | undefined
  /** Reason why there is nothing to save yet. */
  readonly draftReason: string | undefined
}

export interface PostConflict {
  readonly theirs: Draft
  readonly mine: Draft
  /** Saves the draft over the other change. */
  readonly overwrite: () => void
  /** Gives up the draft and continues with the saved post. */
  readonly accept: () => void
}

const WORDS: Readonly<Partial<Record<Post['status'], string>>> = {
  draft: 'Draft saved',
  scheduled: 'Post scheduled',
}

/** Holds the draft, its validation, and the functions that send it. */
export function useComposer({ edited, initial, name, fixed, known }: ComposerProps): ComposerState {
  const state = useDraft(name, initial, { version: edited && toEtag(edited), fixed })
  const { draft, version, change, forget } = state
  const uploads = useUploads((id) => state.addMedium(id))
  const body = toBody(draft, known)
  const isWorthChecking = draft.targets.length > 0 && !isEmpty(draft)
  const validation = useValidation(isWorthChecking ? body : undefined)
  const [, navigate] = useLocation()
  const onSuccess = ({ id, status }: Post) => {
    forget()
    showDone(WORDS[status] ?? 'Publishing post')
    navigate(`/posts/${id}`)
  }
  const create = useWrite('posts.create', { onSuccess })
  const update = useWrite('posts.update', { onSuccess })
  const store = useWrite('posts.create_draft', { onSuccess })
  const isConflict = update.error?.code === 'version_conflict'
  const failed = (isConflict ? undefined : update.error) ?? create.error ?? store.error ?? undefined
  const before = JSON.stringify(toBody(initial, known).targets)
  const save = (post: Post, changed: Input<'posts.update'>['body'], ifMatch = version) =>
    update.mutate({ params: { id: post.id }, body: changed, ...(ifMatch !== undefined && { ifMatch }) })
  const send = () => (edited ? save(edited, toUpdateBody(body, before)) : create.mutate({ body }))
  const buildConflict = ({ members }: ProblemError, input: Input<'posts.update'> | undefined): PostConflict => {
    const current = members['current'] as Post
    return {
      theirs: toDraft(current),
      mine: draft,
      overwrite: () => save(current, input?.body ?? {}, toEtag(current)),
      accept: () => {
        update.reset()
        state.restart(toDraft(current), toEtag(current))
      },
    }
  }
  const isUploading = uploads.running.some(({ problem }) => !problem)
  return {
    ...state,
    change,
    uploads,
    body,
    violations: validation.violations.length > 0 ? validation.violations : (failed?.violations ?? []),
    problem: validation.problem ?? failed,
    blocked: blockedBy({
      'Select at least one account.': draft.targets.length === 0,
      'Write a text or add media.': isEmpty(draft),
      'Wait for the uploads to finish.': isUploading,
      'Choose a time.': draft.isLater && !draft.at,
      'Fix the problems above first.': validation.violations.length > 0 || validation.problem !== undefined,
    }),
    isChecking: validation.isChecking,
    isSending: create.isPending || update.isPending || store.isPending,
    submit: (event) => {
      event.preventDefault()
      send()
    },
    saveDraft: () => {
      const { scheduled_at: _, ...stored } = body
      if (edited) save(edited, { ...toUpdateBody(body, before), scheduled_at: null })
      else store.mutate({ body: { ...stored, ...(body.targets.length === 0 && { profile_id: draft.profileId }) } })
    },
    conflict: edited && isConflict && update.error ? buildConflict(update.error, update.variables) : undefined,
    draftReason: blockedBy({
      'Write a text or add media.': isEmpty(draft),
      'Wait for the uploads to finish.': isUploading,
    }),
  }
}

function blockedBy(reasons: Readonly<Record<string, boolean>>): string | undefined {
  return Object.keys(reasons).find((reason) => reasons[reason])
}

/**
 * Builds the body of an update. Targets are sent only if they changed: a target may have its own media, which this form does
 * not show.
 */
function toUpdateBody(
  { targets, media_ids = [], first_comment = null, scheduled_at, ...body }: PostBody,
  before: string,
) {
  return {
    ...body,
    ...(JSON.stringify(targets) !== before && { targets }),
    media_ids,
    first_comment,
    scheduled_at: scheduled_at ?? new Date().toISOString(),
  }
}

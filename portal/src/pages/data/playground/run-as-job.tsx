import { useLocation } from 'wouter'
import type { Input } from '../../../api/client.ts'
import { useWrite } from '../../../api/hooks.ts'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { showProblem } from '../../../components/notify.ts'
import type { Body } from '../form/fields.ts'
import { toLookupQuery } from '../form/lookup-query.ts'
import type { Action } from '../use-actions.ts'

type JobBody = Input<'data_jobs.create'>['body']

interface Props {
  readonly action: Action
  readonly body: Body
  /** Undefined if the call would be refused. */
  readonly credits: number | undefined
  readonly onRefused: () => void
}

/** Runs the lookup as a job, which continues when the page is closed and retries failed sources. */
export function RunAsJob({ action, body, credits, onRefused }: Props) {
  const [, navigate] = useLocation()
  const create = useWrite('data_jobs.create', {
    changes: ['credits'],
    onSuccess: ({ id }) => navigate(`/jobs/${id}`),
  })
  const start = () => {
    if (credits === undefined) return onRefused()
    const limit = typeof body['limit'] === 'number' ? { limit: body['limit'] } : {}
    const asked = { action: action.id as JobBody['action'], ...toLookupQuery(action.schema, body), ...limit }
    create.mutate({ body: asked }, { onError: showProblem })
  }
  return (
    <WriteButton variant="default" loading={create.isPending} onClick={start}>
      Run as job
    </WriteButton>
  )
}

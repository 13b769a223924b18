import { useWrite } from '../../../api/hooks.ts'
import { showDone, showProblem } from '../../../components/notify.ts'
import { type Webhook, webhookName } from '../../../resources/webhooks/webhook-labels.ts'

/** Pauses or resumes an endpoint; both can be undone. */
export function useWebhookStatus(webhook: Pick<Webhook, 'id' | 'url' | 'description'>) {
  const write = useWrite('webhooks.update')
  const change = (status: Webhook['status'], isTakenBack = false) =>
    write.mutate(
      { params: { id: webhook.id }, body: { status } },
      {
        onSuccess: () => {
          if (isTakenBack) return
          const opposite = status === 'active' ? 'disabled' : 'active'
          const words = status === 'active' ? 'resumed' : 'paused'
          showDone(`${webhookName(webhook)} ${words}`, () => change(opposite, true))
        },
        onError: showProblem,
      },
    )
  return { change, isRunning: write.isPending }
}

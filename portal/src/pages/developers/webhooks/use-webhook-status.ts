import { useWrite } from '../../../api/hooks.ts'
import { showDone, showProblem } from '../../../components/notify.ts'
import { type Webhook, webhookName } from './webhook-labels.ts'

/** Pauses an endpoint, or sends to it again; either can be taken back. */
export function useWebhookStatus(webhook: Pick<Webhook, 'id' | 'url' | 'description'>) {
  const write = useWrite('webhooks.update')
  const change = (status: Webhook['status'], isTakenBack = false) =>
    write.mutate(
      { params: { id: webhook.id }, body: { status } },
      {
        onSuccess: () => {
          if (isTakenBack) return
          const opposite = status === 'active' ? 'disabled' : 'active'
          const words = status === 'active' ? 'gets events again' : 'is paused'
          showDone(`${webhookName(webhook)} ${words}.`, () => change(opposite, true))
        },
        onError: showProblem,
      },
    )
  return { change, isRunning: write.isPending }
}

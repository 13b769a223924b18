import { useList, useWrite } from '../../../api/hooks.ts'
import { formatCount } from '../../../components/count.ts'
import { WriteButton } from '../../../components/form/write-button.tsx'
import { showProblem } from '../../../components/notify.ts'
import { FAULTS, operationName } from './sandbox-labels.ts'

/** Lists the pending faults. */
export function FaultList() {
  const { items } = useList(
    'sandbox.list_faults',
    { query: { limit: 25 } },
    { everySeconds: (faults) => (faults.length > 0 ? 3 : 15) },
  )
  const remove = useWrite('sandbox.delete_fault')
  if (items.length === 0) return null
  return (
    <ul className="sandbox-faults" aria-label="Pending faults">
      {items.map(({ id, operation, fault, username, times_left }) => {
        const name = `${operationName(operation)}: ${FAULTS[fault].name.toLowerCase()}`
        return (
          <li key={id}>
            <div>
              {name}
              <div className="dimmed">
                {times_left === null ? 'every time' : times_left === 1 ? 'once' : formatCount(times_left, 'time')}
                {username && `, for ${username}`}
              </div>
            </div>
            <WriteButton
              variant="default"
              size="compact-sm"
              aria-label={`Remove: ${name}`}
              onClick={() => remove.mutate({ params: { id } }, { onError: showProblem })}
            >
              Remove
            </WriteButton>
          </li>
        )
      })}
    </ul>
  )
}

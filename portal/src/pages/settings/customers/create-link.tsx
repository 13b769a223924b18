import { Checkbox, NativeSelect, Stack } from '@mantine/core'
import type { Input, Reply } from '../../../api/client.ts'
import { ApiFormDialog } from '../../../components/form/api-form-dialog.tsx'
import { useProfileOptions } from '../../../resources/accounts/names.ts'
import { useWebhooks } from '../../../resources/webhooks/use-webhooks.ts'
import { webhookName } from '../../../resources/webhooks/webhook-labels.ts'
import { DURATIONS, PAGES } from './portal-link-labels.ts'

type Body = Input<'portal_links.create'>['body']
interface Values extends Record<string, unknown> {
  readonly pages: Body['pages']
  readonly profile_id: string
  readonly webhook_ids: string[]
  readonly expires_in: string
}

const EMPTY: Values = { pages: ['connect'], profile_id: '', webhook_ids: [], expires_in: '3600' }

interface Props {
  readonly onClose: () => void
  readonly onCreated: (made: Reply<'portal_links.create'>) => void
}

/** Creates a portal link: its pages, its scope and its lifetime. */
export function CreateLink({ onClose, onCreated }: Props) {
  const profiles = useProfileOptions()
  const webhooks = useWebhooks().items
  return (
    <ApiFormDialog
      operation="portal_links.create"
      title="Create portal link"
      submitLabel="Create link"
      initialValues={EMPTY}
      toInput={(values) => ({ body: toLinkBody(values) })}
      hasCopyAs
      onDone={onCreated}
      onClose={onClose}
    >
      {({ getInputProps, values: { pages, profile_id } }) => (
        <>
          <Checkbox.Group label="Pages" {...getInputProps('pages')}>
            <Stack gap="xs" mt={8}>
              {Object.entries(PAGES).map(([value, { title, about }]) => (
                <Checkbox key={value} value={value} label={title} description={about} />
              ))}
            </Stack>
          </Checkbox.Group>
          <NativeSelect
            label="Profile"
            description="The customer whose accounts are connected."
            data={[{ value: '', label: pages.includes('connect') ? 'Choose a profile' : 'None' }, ...profiles]}
            {...getInputProps('profile_id')}
          />
          {pages.includes('webhooks') && (
            <Checkbox.Group
              label="Endpoints"
              description={
                profile_id
                  ? 'Select the endpoints that the customer may see.'
                  : 'Leave empty to include all endpoints of the workspace.'
              }
              {...getInputProps('webhook_ids')}
            >
              <Stack gap="xs" mt={8}>
                {webhooks.length === 0 && <span className="dimmed">This workspace has no endpoints yet.</span>}
                {webhooks.map((webhook) => (
                  <Checkbox key={webhook.id} value={webhook.id} label={webhookName(webhook)} />
                ))}
              </Stack>
            </Checkbox.Group>
          )}
          <NativeSelect label="Expires after" data={[...DURATIONS]} {...getInputProps('expires_in')} />
        </>
      )}
    </ApiFormDialog>
  )
}

function toLinkBody({ pages, profile_id, webhook_ids, expires_in }: Values): Body {
  const isForWebhooks = pages.includes('webhooks')
  return {
    pages,
    ...(profile_id && { profile_id }),
    ...(isForWebhooks && webhook_ids.length > 0 && { webhook_ids }),
    expires_in: Number(expires_in),
  }
}

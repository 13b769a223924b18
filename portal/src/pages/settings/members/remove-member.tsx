import { Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useRead, useWrite } from '../../../api/hooks.ts'
import { refreshSession } from '../../../app/session.ts'
import { FormDialog } from '../../../components/form/form-dialog.tsx'
import { ProblemAlert } from '../../../components/form/problem-alert.tsx'
import { showDone } from '../../../components/notify.ts'
import type { Member } from './member-columns.tsx'
import { listCredentials } from './member-credentials.ts'
import * as css from './remove-member.module.css'

type KeyChoice = 'revoke' | 'hand_over'

/** Removes a member. Lists the credentials that end with the membership, and lets the workspace keep the keys. */
export function RemoveMember({ member: { id, name }, onClose }: { member: Member; onClose: () => void }) {
  const [keys, setKeys] = useState<KeyChoice>('revoke')
  const remove = useWrite('members.remove', {
    onSuccess: () => {
      showDone(`${name} removed`)
      onClose()
      void refreshSession()
    },
  })
  // Do not read it again once the member is gone.
  const credentials = useRead('members.credentials', { params: { id } }, { enabled: remove.isIdle || remove.isError })
  const made = credentials.data && listCredentials(credentials.data)
  return (
    <FormDialog
      isDangerous
      title={`Remove ${name}?`}
      submitLabel="Remove member"
      cancel="focused"
      isSending={remove.isPending || credentials.isPending}
      problem={remove.error}
      onSubmit={() => remove.mutate({ params: { id }, query: { keys } })}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text>{name} loses access immediately, on every device.</Text>
        {credentials.error && <ProblemAlert problem={credentials.error} />}
        {made && made.length > 0 && (
          <div>
            <Text>These also end with their membership:</Text>
            <ul className={css.made} aria-label={`Created by ${name}`}>
              {made.map(({ id: madeId, text }) => (
                <li key={madeId}>{text}</li>
              ))}
            </ul>
          </div>
        )}
        {(credentials.data?.api_keys.length ?? 0) > 0 && (
          <Radio.Group label="API keys" value={keys} onChange={(value) => setKeys(value)}>
            <Stack gap={6} mt={6}>
              <Radio value="revoke" label="Revoke their keys" description="Programs that use them stop working." />
              <Radio
                value="hand_over"
                label="Keep their keys for the workspace"
                description={`The keys keep their current access. Replace them if ${name} may still have a copy.`}
              />
            </Stack>
          </Radio.Group>
        )}
      </Stack>
    </FormDialog>
  )
}

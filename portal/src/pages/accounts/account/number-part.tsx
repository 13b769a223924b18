import { Group, NativeSelect, Text, TextInput, Title } from '@mantine/core'
import { CheckCircleIcon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import { useReadOnlyReason } from '../../../app/session.ts'
import { ApiForm } from '../../../components/form/api-form.tsx'
import { useApiForm } from '../../../components/form/use-api-form.ts'
import type { Account } from '../../../resources/accounts/account-health.ts'
import type { Platform } from '../../../resources/accounts/names.ts'
import * as css from './number-part.module.css'

const REGIONS = ['', 'AU', 'BR', 'CA', 'CH', 'DE', 'GB', 'ID', 'IN', 'JP', 'KR', 'SG', 'ZA']

const CODE_REQUEST: { method: 'sms' | 'voice'; language: string } = { method: 'sms', language: 'en_US' }

/** Verifies a new number by a code and registers it; the platform does both. */
export function NumberPart({ account, platform }: { account: Account; platform: Platform }) {
  const canVerify = platform.capabilities.includes('numbers.verify')
  return (
    <div className={css.steps}>
      {canVerify && <RequestCode accountId={account.id} />}
      {canVerify && <VerifyCode accountId={account.id} />}
      <Register accountId={account.id} step={canVerify ? 3 : 1} />
    </div>
  )
}

function Step({
  title,
  about,
  done,
  children,
}: {
  title: string
  about: string
  done: string | undefined
  children: ReactNode
}) {
  return (
    <section className="panel" aria-label={title}>
      <Title order={2}>{title}</Title>
      <Text size="sm" c="dimmed" mb="sm">
        {about}
      </Text>
      {children}
      <p className={css.done} role="status">
        {done && (
          <>
            <CheckCircleIcon size={16} /> {done}
          </>
        )}
      </p>
    </section>
  )
}

function RequestCode({ accountId }: { accountId: string }) {
  const reason = useReadOnlyReason()
  const { form, ...api } = useApiForm('accounts.request_code', {
    initialValues: CODE_REQUEST,
    toInput: (body) => ({ params: { id: accountId }, body }),
  })
  return (
    <Step
      title="1. Get a code"
      about="The platform sends a code to the number to verify that it is yours. Skip this step if the number is already verified."
      done={api.reply && 'Code sent.'}
    >
      <ApiForm api={api} submitLabel="Send code" variant="default" reason={reason}>
        <Group grow align="flex-start">
          <NativeSelect
            label="Method"
            data={[
              { value: 'sms', label: 'Text message' },
              { value: 'voice', label: 'Phone call' },
            ]}
            {...form.getInputProps('method')}
          />
          <TextInput label="Language" placeholder="en_US" {...form.getInputProps('language')} />
        </Group>
      </ApiForm>
    </Step>
  )
}

function VerifyCode({ accountId }: { accountId: string }) {
  const reason = useReadOnlyReason()
  const { form, ...api } = useApiForm('accounts.verify_code', {
    initialValues: { code: '' },
    toInput: ({ code }) => ({ params: { id: accountId }, body: { code: code.trim() } }),
  })
  return (
    <Step
      title="2. Enter the code"
      about="The code is used once and never stored."
      done={api.reply && 'Number verified.'}
    >
      <ApiForm api={api} submitLabel="Verify" variant="default" reason={reason}>
        <TextInput
          label="Code"
          placeholder="6 digits"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          maw={200}
          {...form.getInputProps('code')}
        />
      </ApiForm>
    </Step>
  )
}

function Register({ accountId, step }: { accountId: string; step: number }) {
  const reason = useReadOnlyReason()
  const { form, ...api } = useApiForm('accounts.register_number', {
    initialValues: { pin: '', data_localization_region: '' },
    toInput: ({ pin, data_localization_region: region }) => ({
      params: { id: accountId },
      body: { pin: pin.trim(), ...(region && { data_localization_region: region }) },
    }),
  })
  return (
    <Step
      title={`${step}. Register the number`}
      about="Choose a PIN for two-step verification, or enter the number's existing PIN. The platform stores it; this server does not."
      done={api.reply && `Number ${api.reply.phone_number_id} ${api.reply.status}.`}
    >
      <ApiForm api={api} submitLabel="Register" reason={reason}>
        <Group grow align="flex-start">
          <TextInput
            label="PIN"
            placeholder="6 digits"
            type="password"
            inputMode="numeric"
            autoComplete="off"
            required
            {...form.getInputProps('pin')}
          />
          <NativeSelect
            label="Storage region for messages"
            data={REGIONS.map((value) => ({ value, label: value || 'Chosen by the platform' }))}
            {...form.getInputProps('data_localization_region')}
          />
        </Group>
      </ApiForm>
    </Step>
  )
}
